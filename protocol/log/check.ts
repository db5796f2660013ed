/**
 * Checks a log row by row, in constant memory: it keeps the head, the right edge of the tree and the
 * first fault of each rule. Rows and checkpoints come in the order of their size.
 */
import { equalBytes } from "../encoding/bytes.js";
import { toHex } from "../encoding/hex.js";
import { CALCOND_NS } from "../limits.js";
import type { Crypto } from "../ports.js";
import {
  appendLeaf,
  EMPTY_FRONTIER,
  frontierRoot,
  leafHash,
  type Frontier,
} from "../seal/merkle.js";
import type { LogCheckpoint } from "./checkpoint.js";
import { payloadHash, readRow, rowHash, type MachineRow } from "./row.js";

/** What a fault is about, and what stands there instead. */
export interface LogFault {
  readonly seq: number;
  readonly rule: string;
  readonly expected: string;
  readonly got: string;
}

/** The layers that rows and checkpoints alone decide. */
const ROW_LAYERS = ["hash-linkage", "pulse-attestation"] as const;
export type RowLayer = (typeof ROW_LAYERS)[number];

/** What no layer can say of a row that could not be read: rule, what was expected, and what came. */
export function unreadRow(message: string): readonly [string, string, string] {
  return ["row", "a row in canonical form", message];
}

export interface LogStart {
  readonly machine: string;
  /** Hash of the row before the first, or of the genesis; null where it is taken as it stands. */
  readonly prev: string | null;
  /** Number of the first row; the tree can be checked from 0 only. */
  readonly seq?: number;
}

export interface LogEnd {
  /** Number of the next row. */
  readonly next: number;
  /** Hash of the last row, or what the first one is linked to. */
  readonly hash: string | null;
  readonly ns: string;
  readonly calcond: number;
  readonly frontier: Frontier;
}

/** Faults kept of one layer. */
export interface LayerVerdict {
  readonly pass: boolean;
  readonly checked: number;
  readonly first: LogFault | null;
}

class Layer {
  checked = 0;
  first: LogFault | null = null;

  fail(fault: LogFault): void {
    if (this.first === null || fault.seq < this.first.seq) this.first = fault;
  }
  get verdict(): LayerVerdict {
    return { pass: this.first === null, checked: this.checked, first: this.first };
  }
}

type Hasher = Pick<Crypto, "sha256" | "sha256Hex">;

export class LogCheck {
  readonly #crypto: Hasher;
  readonly #machine: string;
  readonly #first: number;
  readonly #pulse = new Layer();
  readonly #linkage = new Layer();
  readonly #onFault: ((layer: RowLayer, fault: LogFault) => void) | undefined;
  #next: number;
  #prev: string | null;
  #ns = 0n;
  #nsText = "0";
  #calcond = 0;
  #frontier: Frontier = EMPTY_FRONTIER;
  #checkpoints = 0;

  /** @param onFault told of each fault, where all of them are wanted */
  constructor(
    crypto: Hasher,
    { machine, prev, seq = 0 }: LogStart,
    onFault?: (layer: RowLayer, fault: LogFault) => void,
  ) {
    this.#crypto = crypto;
    this.#machine = machine;
    this.#prev = prev;
    this.#first = this.#next = seq;
    this.#onFault = onFault;
  }

  get end(): LogEnd {
    return {
      next: this.#next,
      hash: this.#prev,
      ns: this.#nsText,
      calcond: this.#calcond,
      frontier: this.#frontier,
    };
  }
  get root(): Uint8Array {
    return frontierRoot(this.#crypto, this.#frontier);
  }
  /** Checkpoints that the rows agree with. */
  get checkpointsMatched(): number {
    return this.#checkpoints;
  }
  get pulse(): LayerVerdict {
    return this.#pulse.verdict;
  }
  get linkage(): LayerVerdict {
    return this.#linkage.verdict;
  }

  #fail(layer: RowLayer, seq: number, rule: string, expected: string, got: string): void {
    const fault = { seq, rule, expected, got };
    (layer === "hash-linkage" ? this.#linkage : this.#pulse).fail(fault);
    this.#onFault?.(layer, fault);
  }

  /**
   * @param read what `readRow` gave of the text, where that is known
   * @returns the row, or null for what is none: it fails each layer and counts in none, and what
   *   stands behind it is linked to nothing
   */
  row(text: string, read: ReturnType<typeof readRow> = readRow(text)): MachineRow | null {
    const seq = this.#next;
    const hash = rowHash(this.#crypto, text);
    if (this.#first === 0)
      this.#frontier = appendLeaf(this.#crypto, this.#frontier, leafHash(this.#crypto, hash));
    if (read.ok) {
      this.#linkage.checked += 1;
      this.#pulse.checked += 1;
      this.#checkRow(read.row, seq);
    } else for (const layer of ROW_LAYERS) this.#fail(layer, seq, ...unreadRow(read.message));
    this.#prev = toHex(hash);
    this.#next = seq + 1;
    return read.ok ? read.row : null;
  }

  #checkRow(row: MachineRow, seq: number): void {
    if (row.machine !== this.#machine)
      this.#fail("hash-linkage", seq, "machine", this.#machine, row.machine);
    if (row.seq !== seq) this.#fail("hash-linkage", seq, "seq", `${seq}`, `${row.seq}`);
    if (this.#prev !== null && row.prev !== this.#prev)
      this.#fail("hash-linkage", seq, "prev", this.#prev, row.prev);
    if (row.ns !== this.#nsText) {
      const ns = BigInt(row.ns);
      if (ns < this.#ns)
        this.#fail("pulse-attestation", seq, "ns", `at least ${this.#nsText}`, row.ns);
      const calcond = Number(ns / CALCOND_NS);
      if (calcond !== row.calcond)
        this.#fail("pulse-attestation", seq, "calcond", `${calcond}`, `${row.calcond}`);
      this.#ns = ns;
      this.#nsText = row.ns;
    } else if (row.calcond !== this.#calcond)
      this.#fail("pulse-attestation", seq, "calcond", `${this.#calcond}`, `${row.calcond}`);
    this.#calcond = row.calcond;
  }

  /** Faults of what stands beside the rows. */
  linkageFault(seq: number, rule: string, expected: string, got: string): void {
    this.#fail("hash-linkage", seq, rule, expected, got);
  }

  /** The bytes of a row's payload, where they are kept. */
  payload({ payloadHash: expected, seq }: MachineRow, canonicalText: string): void {
    const got = payloadHash(this.#crypto, canonicalText);
    if (got !== expected) this.#fail("hash-linkage", seq, "payloadHash", expected, got);
  }

  /** One whose size is the number of rows so far, its signature checked already. */
  checkpoint({ calcond, root, size }: LogCheckpoint): void {
    const last = Math.max(0, size - 1);
    if (size !== this.#next) {
      this.#fail(
        "hash-linkage",
        Math.min(last, this.#next),
        "checkpoint",
        `${size} rows`,
        `${this.#next}`,
      );
      return;
    }
    if (this.#calcond > calcond)
      this.#fail("pulse-attestation", last, "checkpoint", `at most ${calcond}`, `${this.#calcond}`);
    if (this.#first !== 0) return;
    if (equalBytes(root, this.root)) this.#checkpoints += 1;
    else this.#fail("hash-linkage", last, "root", toHex(root), toHex(this.root));
  }
}
