/**
 * Prints one line `name sha256` for each digest of results that must not differ between engines or
 * machines. Another digest (say, over all operator examples) is one more entry of `digests`.
 */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as math from "../../protocol/math/index.js";
import { valuesDigest } from "./values.js";
import { Words } from "./words.js";

interface Digest {
  readonly name: string;
  /** SHA-256 in hexadecimal; synchronous and without any input from outside. */
  readonly compute: () => string;
}

const ROUNDS = 5_000;

type Arguments = (words: Words, wide: boolean) => readonly number[];

/** Uniform over a range on even rounds, spread over exponents on odd ones. */
function one(
  low: number,
  high: number,
  exponentLow: number,
  exponentHigh: number,
  positive = false,
): Arguments {
  return (words, wide) => {
    const x = wide ? words.spread(exponentLow, exponentHigh) : words.between(low, high);
    return [positive ? Math.abs(x) : x];
  };
}

const any = one(-30, 30, -1022, 1023);

const subjects: readonly (readonly [string, (x: number, y: number) => number, Arguments])[] = [
  ["exp", math.exp, one(-745, 710, -60, 9)],
  ["expm1", math.expm1, one(-40, 710, -60, 9)],
  ["exp2", math.exp2, one(-1075, 1024, -60, 9)],
  ["exp10", math.exp10, one(-323, 308, -60, 8)],
  ["log", math.log, one(0, 4, -1022, 1023, true)],
  ["log1p", math.log1p, one(-1, 4, -60, -1)],
  ["log2", math.log2, one(0, 4, -1022, 1023, true)],
  ["log10", math.log10, one(0, 4, -1022, 1023, true)],
  ["pow", math.pow, (w, wide) => [w.between(0, 30), wide ? w.spread(-20, 7) : w.between(-20, 20)]],
  ["powi", math.powi, (w) => [w.between(-9, 9), Math.floor(w.between(-64, 65))]],
  ["cbrt", math.cbrt, any],
  [
    "hypot",
    math.hypot,
    (w, wide) => (wide ? [w.spread(0, 60), w.spread(0, 60)] : [w.between(0, 9), w.between(0, 9)]),
  ],
  ["sin", math.sin, any],
  ["cos", math.cos, any],
  ["tan", math.tan, any],
  ["sinpi", math.sinpi, one(-9, 9, -60, 50)],
  ["cospi", math.cospi, one(-9, 9, -60, 50)],
  ["tanpi", math.tanpi, one(-9, 9, -60, 50)],
  ["asin", math.asin, one(-1, 1, -60, -1)],
  ["acos", math.acos, one(-1, 1, -60, -1)],
  ["atan", math.atan, any],
  [
    "atan2",
    math.atan2,
    (w, wide) =>
      wide ? [w.spread(-99, 99), w.spread(-99, 99)] : [w.between(-9, 9), w.between(-9, 9)],
  ],
  ["sinh", math.sinh, one(-710, 710, -60, 8)],
  ["cosh", math.cosh, one(-710, 710, -60, 8)],
  ["tanh", math.tanh, one(-20, 20, -60, 4)],
  ["asinh", math.asinh, any],
  ["acosh", math.acosh, one(1, 30, 1, 1023, true)],
  ["atanh", math.atanh, one(-1, 1, -60, -1)],
  ["erf", math.erf, one(-6, 6, -60, 2)],
  ["erfc", math.erfc, one(-6, 27, -60, 4)],
  ["gamma", math.gamma, one(-180, 171, -60, 6)],
  ["lgamma", math.lgamma, one(-180, 1000, -60, 900)],
];

/**
 * SHA-256 over the big-endian bits of 32 functions' results for 5,000 seeded arguments each,
 * 160,000 in all.
 */
export function mathDigest(): string {
  const bytes = new DataView(new ArrayBuffer(subjects.length * ROUNDS * 8));
  let offset = 0;
  for (const [index, [, evaluate, argumentsOf]] of subjects.entries()) {
    const words = new Words(BigInt(index + 1));
    for (let round = 0; round < ROUNDS; round += 1) {
      const [x, y] = argumentsOf(words, round % 2 === 1);
      // NaN payloads differ between processors: hexOf and this both write the one quiet pattern.
      const value = evaluate(x!, y ?? 0);
      bytes.setBigUint64(offset, BigInt(`0x${math.hexOf(value)}`), false);
      offset += 8;
    }
  }
  return createHash("sha256").update(new Uint8Array(bytes.buffer)).digest("hex");
}

const digests: readonly Digest[] = [
  { name: "math", compute: mathDigest },
  { name: "operators", compute: valuesDigest },
];

/** The lines this script prints, for callers in the same process. */
export function digestLines(): string[] {
  return digests.map(({ name, compute }) => `${name} ${compute()}`);
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  process.stdout.write(`${digestLines().join("\n")}\n`);
}
