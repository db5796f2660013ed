/**
 * Loops of solvers, and hashes of seals, in vector instructions. `npm run kernels` builds a kernel
 * from its source in `source/`; its bytes are part of the project. A kernel gives the bits of its
 * twin in TypeScript, which serves where an engine has no WebAssembly or no vectors. 128-bit lanes
 * round each operation as a scalar does, and the build refuses relaxed ones.
 *
 * The arrays of a run lie in the memory of its kernel, or in one of the same layout without it.
 */
import { fromBase64 } from "../encoding/base64.js";

/** What `npm run kernels` writes. */
export interface KernelBinary {
  readonly name: string;
  /** SHA-256 of the source it was built from, hex. */
  readonly source: string;
  readonly base64: string;
}

/** All arguments are numbers: addresses in bytes, counts and values. */
export type KernelCall = (...values: number[]) => number;

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Only what is used of it, and only here. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number }) => Memory;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, KernelCall>> };
}
declare const WebAssembly: Engine | undefined;

const PAGE_BYTES = 65_536;
/** Of one vector; each array of a room starts at a multiple of it. */
export const LANES_BYTES = 16;
/** Constants of a kernel lie below. */
const FIRST_ADDRESS = 4_096;

/** Compiled once; null for one this engine cannot have. */
const modules = new Map<string, object | null>();
let twinsOnly = false;

function moduleOf({ base64, name }: KernelBinary): object | null {
  const known = modules.get(name);
  if (known !== undefined) return known;
  let module: object | null = null;
  const bytes = fromBase64(base64);
  if (typeof WebAssembly !== "undefined" && bytes !== null) {
    try {
      module = new WebAssembly.Module(bytes);
    } catch {
      // An engine without vectors refuses the module; the twin gives the same bits.
    }
  }
  modules.set(name, module);
  return module;
}

/** Null where the twin has to do it. */
function open(
  binary: KernelBinary,
  pages: number,
): { readonly memory: Memory; readonly calls: Readonly<Record<string, KernelCall>> } | null {
  const module = moduleOf(binary);
  if (module === null || typeof WebAssembly === "undefined") return null;
  try {
    const memory = new WebAssembly.Memory({ initial: pages });
    return { memory, calls: new WebAssembly.Instance(module, { env: { memory } }).exports };
  } catch {
    // An engine reserves gigabytes of addresses for each; where they are limited, arrays of their
    // own size still fit.
    return null;
  }
}

/** Arrays one after the other, each where lanes are aligned. */
export class KernelRoom {
  readonly name: string;
  readonly #buffer: ArrayBuffer;
  readonly #calls: Readonly<Record<string, KernelCall>> | null;
  #next = FIRST_ADDRESS;

  /** @param bytes of all arrays together; each may need 16 more */
  constructor(binary: KernelBinary, bytes: number) {
    this.name = binary.name;
    const pages = Math.ceil((FIRST_ADDRESS + bytes) / PAGE_BYTES) + 1;
    const opened = twinsOnly ? null : open(binary, pages);
    this.#buffer = opened?.memory.buffer ?? new ArrayBuffer(pages * PAGE_BYTES);
    this.#calls = opened?.calls ?? null;
  }

  /**
   * Zeros. `byteOffset` of the array is its address for a call. @throws RangeError beyond the bytes
   * asked for
   */
  floats(length: number): Float64Array {
    const array = new Float64Array(this.#buffer, this.#next, length);
    this.#next += Math.ceil((length * 8) / LANES_BYTES) * LANES_BYTES;
    return array;
  }

  integers(length: number): Int32Array {
    const array = new Int32Array(this.#buffer, this.#next, length);
    this.#next += Math.ceil((length * 4) / LANES_BYTES) * LANES_BYTES;
    return array;
  }

  get bytes(): number {
    return this.#buffer.byteLength - FIRST_ADDRESS;
  }

  get hasKernels(): boolean {
    return this.#calls !== null;
  }

  /** Everything is given out again, as zeros. */
  clear(): void {
    new Uint8Array(this.#buffer, FIRST_ADDRESS, this.#next - FIRST_ADDRESS).fill(0);
    this.#next = FIRST_ADDRESS;
  }

  /** Null where the twin has to do it. @throws TypeError for a name the kernel does not export */
  call(name: string): KernelCall | null {
    if (this.#calls === null) return null;
    const call = this.#calls[name];
    if (call === undefined) throw new TypeError(`no kernel named ${name}`);
    return call;
  }
}

/** Rooms that were given back: memory of a kernel is costly to make and to collect. */
const idle = new Map<string, KernelRoom>();
const IDLE_BYTES_MAX = 1 << 25;

/** One that was given back, where it is large enough, else a new one. */
export function takeRoom(binary: KernelBinary, bytes: number): KernelRoom {
  const known = twinsOnly ? undefined : idle.get(binary.name);
  if (known === undefined || known.bytes < bytes) return new KernelRoom(binary, bytes);
  idle.delete(binary.name);
  known.clear();
  return known;
}

/** The arrays of the room are not to be used any more. */
export function giveBack(room: KernelRoom): void {
  const size = idle.get(room.name)?.bytes ?? 0;
  if (room.hasKernels && room.bytes > size && room.bytes <= IDLE_BYTES_MAX)
    idle.set(room.name, room);
}

interface Bench {
  readonly room: KernelRoom;
  readonly floats: Float64Array;
}

/** One a kernel, for numerics that are called often on arrays of others. */
const benches = new Map<string, Bench>();
const BENCH_BYTES_MAX = 1 << 24;

/**
 * A bench that stays for the next caller, with at least `length` numbers in one array, whatever
 * they were. Null where the twin has to do it, or where there are so many numbers that memory
 * should be allocated for them and freed.
 */
export function benchOf(binary: KernelBinary, length: number): Bench | null {
  if (twinsOnly || length * 8 > BENCH_BYTES_MAX) return null;
  const known = benches.get(binary.name);
  if (known !== undefined && known.floats.length >= length) return known;
  if (moduleOf(binary) === null) return null;
  const size = Math.min(2 * length, BENCH_BYTES_MAX / 8);
  const room = new KernelRoom(binary, size * 8 + LANES_BYTES);
  if (!room.hasKernels) return null;
  const bench = { room, floats: room.floats(size) };
  benches.set(binary.name, bench);
  return bench;
}

/**
 * Runs a task without kernels, as an engine without vectors would: what tests compare them with.
 */
export function withTwins<T>(task: () => T): T {
  const before = twinsOnly;
  twinsOnly = true;
  try {
    return task();
  } finally {
    twinsOnly = before;
  }
}
