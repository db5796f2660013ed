/** Chance, as an argument: a simulation and a test bring a seeded one. */
import { randomBytes } from "node:crypto";

export interface Random {
  /** A number in [0, 1), for delays and choices; no secret may depend on it. */
  next(): number;
  /** Bytes that nobody can foresee: for ids, salts, nonces and keys. */
  bytes(count: number): Uint8Array;
}

export type RandomNumbers = Pick<Random, "next">;
export type RandomBytes = Pick<Random, "bytes">;

/** That of the process: its bytes are the operating system's. */
export const systemRandom: Random = {
  next: () => Math.random(),
  bytes: (count) => randomBytes(count),
};
