/**
 * Sweeps of all chains. Chains of SU(2) go two by two in vector instructions by
 * `wasm/source/su2.as`; every other group, and SU(2) where there are no vectors, one by one. Either
 * way a chain draws the same numbers and has the same bits.
 */
import { TWO_32 } from "../../math/constants.js";
import { su2Binary } from "../../wasm/binary/su2.js";
import { KernelRoom, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";
import { PROJECT_EVERY, type Chain } from "./chain.js";
import { groups } from "./group.js";

/** Sites between two polls of a caller that may have gone away. */
const POLL_SITES = 4_096;
const QUATERNION = 4;
const WORK = 16;
/** Numbers a stream holds ahead, and the words before them. */
const NUMBERS = 256;
const WORDS = 8;
const [BLOCK_LOW, BLOCK_HIGH, KEY, STREAM, PLACE] = [0, 1, 2, 4, 6] as const;

export interface Plan {
  readonly sweeps: number;
  readonly beta: number;
  /** The plaquette after each sweep of chain c; null while they thermalise. */
  readonly measure: ((c: number, plaquette: number) => void) | null;
  readonly done: (chains: number) => void;
}

export class Sweeper {
  readonly #chains: readonly Chain[];
  readonly #poll: () => void;
  readonly #pair: Pair | null;

  constructor(chains: readonly Chain[], poll: () => void) {
    this.#chains = chains;
    this.#poll = poll;
    this.#pair =
      chains[0]!.group === groups.SU2 && chains.length % 2 === 0 ? pairFor(chains[0]!, poll) : null;
  }

  sweep(plan: Plan): void {
    const chains = this.#chains;
    const pair = this.#pair;
    for (let c = 0; c < chains.length; c += 2) {
      const [one, other] = [chains[c]!, chains[c + 1]!];
      if (pair === null || one.swept !== other.swept)
        for (const k of [c, c + 1]) this.#alone(k, plan);
      else pair.sweep(one, other, c, plan);
      plan.done(c + 2);
    }
  }

  #alone(c: number, { beta, measure, sweeps }: Plan): void {
    const chain = this.#chains[c]!;
    for (let k = 0; k < sweeps; k += 1) {
      chain.sweep(beta, this.#poll);
      measure?.(c, chain.plaquette());
    }
  }
}

function pairFor(chain: Chain, poll: () => void): Pair | null {
  const { d, sites } = chain;
  const floats = 2 * QUATERNION * sites * d + 2 * (WORDS / 2 + NUMBERS) + WORK + 2;
  const room = new KernelRoom(su2Binary, 8 * floats + 2 * 4 * sites * d + 8 * LANES_BYTES);
  const calls = {
    fill: room.call("fill"),
    bath: room.call("bath"),
    relax: room.call("relax"),
    plaquettes: room.call("plaquettes"),
    project: room.call("project"),
  };
  const { bath, fill, plaquettes, project, relax } = calls;
  if (fill === null || bath === null || relax === null || plaquettes === null || project === null)
    return null;
  return new Pair(chain, room, { fill, bath, relax, plaquettes, project }, poll);
}

type Calls = Readonly<Record<"fill" | "bath" | "relax" | "plaquettes" | "project", KernelCall>>;

/** Two chains at a time, their numbers side by side. */
class Pair {
  readonly #calls: Calls;
  readonly #poll: () => void;
  readonly #d: number;
  readonly #sites: number;
  readonly #links: Float64Array;
  readonly #up: Int32Array;
  readonly #down: Int32Array;
  readonly #work: Float64Array;
  readonly #out: Float64Array;
  readonly #streams: readonly [Int32Array, Int32Array];

  constructor(chain: Chain, room: KernelRoom, calls: Calls, poll: () => void) {
    this.#calls = calls;
    this.#poll = poll;
    this.#d = chain.d;
    this.#sites = chain.sites;
    this.#links = room.floats(2 * chain.links.length);
    this.#up = room.integers(chain.up.length);
    this.#up.set(chain.up);
    this.#down = room.integers(chain.down.length);
    this.#down.set(chain.down);
    this.#work = room.floats(WORK);
    this.#out = room.floats(2);
    const stream = (): Int32Array => {
      const held = room.floats(WORDS / 2 + NUMBERS);
      return new Int32Array(held.buffer, held.byteOffset, WORDS);
    };
    this.#streams = [stream(), stream()];
  }

  sweep(one: Chain, other: Chain, c: number, { beta, measure, sweeps }: Plan): void {
    const calls = this.#calls;
    const d = this.#d;
    const down = this.#down;
    const links = this.#links;
    const out = this.#out;
    const sites = this.#sites;
    const streams = this.#streams;
    const up = this.#up;
    const both = [one, other];
    both.forEach((chain, lane) => this.#take(chain, lane));
    const planes = (d * (d - 1)) / 2;
    for (let k = 0; k < sweeps; k += 1) {
      this.#inParts((from, to) =>
        calls.bath(
          links.byteOffset,
          d,
          up.byteOffset,
          down.byteOffset,
          from,
          to,
          beta,
          streams[0].byteOffset,
          streams[1].byteOffset,
          this.#work.byteOffset,
        ),
      );
      this.#inParts((from, to) =>
        calls.relax(
          links.byteOffset,
          d,
          up.byteOffset,
          down.byteOffset,
          from,
          to,
          this.#work.byteOffset,
        ),
      );
      for (const chain of both) chain.swept += 1;
      if (one.swept % PROJECT_EVERY === 0) {
        both.forEach((chain, lane) => {
          out[lane] = chain.drift;
        });
        calls.project(links.byteOffset, sites * d, out.byteOffset);
        both.forEach((chain, lane) => {
          chain.drift = out[lane]!;
        });
      }
      if (measure === null) continue;
      calls.plaquettes(links.byteOffset, d, up.byteOffset, sites, out.byteOffset);
      both.forEach((_, lane) => measure(c + lane, out[lane]! / (sites * planes)));
    }
    both.forEach((chain, lane) => this.#give(chain, lane));
  }

  #inParts(call: (from: number, to: number) => void): void {
    for (let from = 0; from < this.#sites; from += POLL_SITES) {
      this.#poll();
      call(from, Math.min(this.#sites, from + POLL_SITES));
    }
  }

  #take(chain: Chain, lane: number): void {
    const links = this.#links;
    for (let i = 0; i < chain.links.length; i += 1) links[2 * i + lane] = chain.links[i]!;
    const stream = this.#streams[lane]!;
    const { position } = chain.random;
    const block = Math.floor(position / 2);
    stream.set([block % TWO_32, Math.floor(block / TWO_32)], BLOCK_LOW);
    stream.set([chain.seed % TWO_32, Math.floor(chain.seed / TWO_32)], KEY);
    stream.set([chain.stream % TWO_32, Math.floor(chain.stream / TWO_32)], STREAM);
    this.#calls.fill(stream.byteOffset, position % 2);
  }

  #give(chain: Chain, lane: number): void {
    const links = this.#links;
    for (let i = 0; i < chain.links.length; i += 1) chain.links[i] = links[2 * i + lane]!;
    const stream = this.#streams[lane]!;
    const block = (stream[BLOCK_HIGH]! >>> 0) * TWO_32 + (stream[BLOCK_LOW]! >>> 0);
    chain.random.seek(2 * block - NUMBERS + stream[PLACE]!);
  }
}
