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

/** Where a room lies: a memory of a kernel or a plain one, and the bytes of it that are free. */
interface Place {
  readonly buffer: ArrayBuffer;
  readonly calls: Readonly<Record<string, KernelCall>> | null;
  readonly from: number;
  readonly end: number;
}

function freshPlace(binary: KernelBinary, bytes: number): Place {
  const pages = Math.ceil((FIRST_ADDRESS + bytes) / PAGE_BYTES) + 1;
  const opened = twinsOnly ? null : open(binary, pages);
  const buffer = opened?.memory.buffer ?? new ArrayBuffer(pages * PAGE_BYTES);
  return { buffer, calls: opened?.calls ?? null, from: FIRST_ADDRESS, end: buffer.byteLength };
}

/** Arrays one after the other, each where lanes are aligned. */
export class KernelRoom {
  readonly name: string;
  readonly #buffer: ArrayBuffer;
  readonly #calls: Readonly<Record<string, KernelCall>> | null;
  readonly #from: number;
  readonly #end: number;
  #next: number;

  /** @param bytes of all arrays together; each may need 16 more @param place zeros; new unless given */
  constructor(binary: KernelBinary, bytes: number, place: Place = freshPlace(binary, bytes)) {
    this.name = binary.name;
    this.#buffer = place.buffer;
    this.#calls = place.calls;
    this.#from = place.from;
    this.#end = place.end;
    this.#next = place.from;
  }

  /**
   * Zeros. `byteOffset` of the array is its address for a call. @throws RangeError beyond the bytes
   * asked for
   */
  floats(length: number): Float64Array {
    return new Float64Array(this.#buffer, this.#take(length * 8), length);
  }

  integers(length: number): Int32Array {
    return new Int32Array(this.#buffer, this.#take(length * 4), length);
  }

  /** @returns where the next so many bytes begin */
  #take(bytes: number): number {
    const at = this.#next;
    const next = at + Math.ceil(bytes / LANES_BYTES) * LANES_BYTES;
    if (!(next <= this.#end)) throw new RangeError(`the room of ${this.name} is full`);
    this.#next = next;
    return at;
  }

  get bytes(): number {
    return this.#end - this.#from;
  }

  get hasKernels(): boolean {
    return this.#calls !== null;
  }

  /** Everything is given out again, as zeros. */
  clear(): void {
    new Uint8Array(this.#buffer, this.#from, this.#next - this.#from).fill(0);
    this.#next = this.#from;
  }

  /** Null where the twin has to do it. @throws TypeError for a name the kernel does not export */
  call(name: string): KernelCall | null {
    if (this.#calls === null) return null;
    const call = this.#calls[name];
    if (call === undefined) throw new TypeError(`no kernel named ${name}`);
    return call;
  }
}

/** A memory of a kernel that the rooms of a job share, and after them those of the next job. */
interface Shared {
  readonly buffer: ArrayBuffer;
  readonly calls: Readonly<Record<string, KernelCall>>;
  /** Free from here on. */
  next: number;
  /** Zeros from here on. */
  used: number;
}

const shared = new Map<string, Shared>();
/** Of one kernel. A room that takes more than half of it is one by itself. */
const SHARED_BYTES_MAX = 1 << 22;
let jobs = 0;

/**
 * Runs a job whose rooms share memory, which the next job has after it.
 * @param task gets what makes an array outlast the job: an array of a room is copied
 */
export function withSharedRooms<T>(task: (kept: (data: Float64Array) => Float64Array) => T): T {
  jobs += 1;
  try {
    return task((data) => (isShared(data) ? data.slice() : data));
  } finally {
    jobs -= 1;
    if (jobs === 0) for (const one of shared.values()) emptied(one);
  }
}

function isShared({ buffer }: Float64Array): boolean {
  for (const one of shared.values()) if (one.buffer === buffer) return true;
  return false;
}

function emptied(one: Shared): void {
  one.used = Math.max(one.used, one.next);
  one.next = FIRST_ADDRESS;
}

/**
 * A room until the job ends: memory of a kernel is costly to make and to collect, and a job of a few
 * milliseconds has three to ten rooms. Large rooms, and those of no job, have memory to themselves.
 */
export function roomOfJob(binary: KernelBinary, bytes: number): KernelRoom {
  const size = Math.ceil(bytes / LANES_BYTES + 1) * LANES_BYTES;
  if (twinsOnly || jobs === 0 || size > SHARED_BYTES_MAX / 2) return new KernelRoom(binary, bytes);
  let place = shared.get(binary.name);
  if (place === undefined || place.next + size > place.buffer.byteLength) {
    const opened = open(binary, SHARED_BYTES_MAX / PAGE_BYTES);
    if (opened === null) return new KernelRoom(binary, bytes);
    const { calls, memory } = opened;
    place = { buffer: memory.buffer, calls, next: FIRST_ADDRESS, used: FIRST_ADDRESS };
    // Rooms in the one before keep it until nobody has them.
    shared.set(binary.name, place);
  }
  const { buffer, calls, next: from, used } = place;
  const end = from + size;
  if (from < used) new Uint8Array(buffer, from, Math.min(end, used) - from).fill(0);
  place.next = end;
  return new KernelRoom(binary, bytes, { buffer, calls, from, end });
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
