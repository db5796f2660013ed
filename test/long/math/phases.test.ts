/**
 * The public functions, which mostly answer from double-double, against the enclosures by balls of
 * integers alone: 20,000 seeded arguments a function, half spread over exponents.
 */
import { expect } from "chai";
import * as ball from "../../../protocol/math/ball/ball.js";
import * as big from "../../../protocol/math/ball/elementary.js";
import * as bigGamma from "../../../protocol/math/ball/gamma.js";
import * as math from "../../../protocol/math/index.js";
import { generator } from "../../kit/generator.js";

const ROUNDS = 20_000;

type Enclosure = (a: ball.Ball, p: number) => ball.Ball;
type Subject = readonly [
  f: (x: number) => number,
  enclose: Enclosure,
  low: number,
  high: number,
  exponents: readonly [number, number],
];

const subjects: readonly Subject[] = [
  [math.exp, big.exp, -745, 709, [-60, 9]],
  [math.expm1, big.expm1, -36, 709, [-60, 5]],
  [math.log, big.log, 0.1, 30, [-1022, 1023]],
  [math.log1p, big.log1p, -0.999, 9, [-60, -1]],
  [math.sin, (a, p) => big.sinCos(a, p).sin, -99, 99, [-60, 1023]],
  [math.cos, (a, p) => big.sinCos(a, p).cos, -99, 99, [-60, 1023]],
  [math.sinpi, (a, p) => big.sinCosPi(a, p).sin, -9, 9, [-60, 10]],
  [math.atan, big.atan, -9, 9, [-60, 60]],
  [math.erf, bigGamma.erf, -5.9, 5.9, [-60, 1]],
  [math.gamma, bigGamma.gamma, -170.5, 171.5, [-60, 6]],
  [math.lgamma, bigGamma.lgamma, -170.5, 900.5, [-60, 300]],
];

describe("math: double-double against balls of integers", () => {
  for (const [f, enclose, low, high, [from, to]] of subjects) {
    it(`${f.name}, ${ROUNDS} arguments`, () => {
      const random = generator(0x2545f491);
      const positive = low > 0 || f === math.lgamma;
      for (let i = 0; i < ROUNDS; i += 1) {
        let x = low + (high - low) * random();
        if (i % 2 === 1) {
          x = (1 + random()) * math.exp2(from + Math.floor((to - from) * random()));
          if (!positive && random() < 0.5) x = -x;
        }
        if (Math.floor(x) === x && x <= 0) continue;
        const want = ball.correctlyRounded((p) => enclose(ball.fromDouble(x), p));
        if (f(x) !== want) expect.fail(`${f.name}(${math.hexOf(x)}): ${math.hexOf(f(x))}, ${want}`);
      }
    });
  }
});
