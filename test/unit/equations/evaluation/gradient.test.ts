import { expect } from "chai";
import type { Expr } from "../../../../protocol/equations/reading/ast.js";
import { lower } from "../../../../protocol/equations/lowering/lower.js";
import { Tape } from "../../../../protocol/equations/evaluation/tape.js";
import { generator } from "../../../kit/generator.js";
import {
  bin,
  doubleFraction,
  exactValue,
  fraction,
  minus,
  name,
  neg,
  num,
  plus,
  times,
} from "./trees.js";
import type { Fraction } from "./trees.js";
import { runs } from "../../../kit/runs.js";

const SEED = 424_242;
const TREES = runs(150, 600);
const SLOTS = 3;
/**
 * Exact fractions allow a step so small that the difference quotient is the derivative to 100
 * digits.
 */
const STEP = fraction(1n, 1n << 400n);

function smoothTree(random: () => number, depth: number): Expr {
  if (depth === 0)
    return random() < 0.8
      ? name(`x${Math.floor(random() * SLOTS)}`)
      : num(1 + Math.floor(random() * 9));
  const kind = random();
  const next = (): Expr => smoothTree(random, depth - 1);
  if (kind < 0.25) return bin("+", next(), next());
  if (kind < 0.4) return bin("-", next(), next());
  if (kind < 0.65) return bin("*", next(), next());
  if (kind < 0.8) return bin("/", next(), next());
  if (kind < 0.95) return bin("^", next(), num(2 + Math.floor(random() * 3)));
  return neg(next());
}

function toNumber(value: Fraction): number {
  const bits = (x: bigint): number => (x < 0n ? -x : x).toString(2).length;
  const shift = BigInt(Math.max(0, 64 - bits(value.num) + bits(value.den)));
  return Number((value.num << shift) / value.den) / 2 ** Number(shift);
}

describe("equations: the gradient", () => {
  it(`agrees with exact difference quotients on ${TREES} random trees`, () => {
    const random = generator(SEED);
    let compared = 0;
    for (let i = 0; i < TREES; i += 1) {
      const expr = smoothTree(random, 1 + (i % 4));
      const at = Array.from({ length: SLOTS }, () => 0.5 + random() * 4);
      const tape = new Tape(
        lower(expr, (n) => ({ kind: "slot", slot: Number(n.slice(1)) })),
        SLOTS,
      );
      tape.value.set(at);
      const value = tape.forward();
      if (!Number.isFinite(value)) continue;
      tape.backward();
      for (let k = 0; k < SLOTS; k += 1) {
        const shifted = (sign: bigint): Fraction | null =>
          exactValue(expr, (n) => {
            const own = doubleFraction(at[Number(n.slice(1))]!);
            return n === `x${k}` ? plus(own, times(STEP, fraction(sign))) : own;
          });
        const [up, down] = [shifted(1n), shifted(-1n)];
        if (up === null || down === null) continue;
        const slope = toNumber(times(minus(up, down), fraction(1n << 399n)));
        if (!Number.isFinite(slope) || tape.roundingPart > 1e-9 * Math.abs(value)) continue;
        expect(
          Math.abs(tape.adjoint[k]! - slope),
          `seed ${SEED}, tree ${i}, x${k}: ${tape.adjoint[k]} ${slope}`,
        ).to.be.at.most(1e-9 * Math.max(Math.abs(slope), Math.abs(value)));
        compared += 1;
      }
    }
    expect(compared).to.be.greaterThan(TREES * 2);
  });
});
