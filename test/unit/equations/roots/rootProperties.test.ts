/**
 * Equations made from roots that are chosen: all of them are found, however the sides are arranged.
 * The long form runs 10,000 of each kind.
 */
import { expect } from "chai";
import { generator } from "../../../kit/generator.js";
import { runs } from "../../../kit/runs.js";
import { ask } from "../outcomes.js";

const SEED = 20_261_126;
const COUNT = runs(50, 10_000);

function solutions(equation: string, min?: number, max?: number): readonly number[] {
  const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const outcome = ask(equation, {}, { symbols: { x: { unit: "1", ...range } }, solve_for: "x" });
  if (outcome.status === "value") return [outcome.value];
  if (outcome.status !== "refused") throw new Error(`${equation}: ${JSON.stringify(outcome)}`);
  const { kind, message, values } = outcome.refusal;
  if (kind === "no-solution") return [];
  expect(kind, `${equation}: ${message}`).to.equal("multi-result");
  return values ?? [];
}

function expectRoots(got: readonly number[], roots: readonly number[], where: string): void {
  const expected = [...new Set(roots)].sort((a, b) => a - b);
  expect(got.length, `${where}: ${got.join(" ")} against ${expected.join(" ")}`).to.equal(
    expected.length,
  );
  for (const [i, root] of expected.entries())
    expect(Math.abs(got[i]! - root), `${where}: ${got[i]} against ${root}`).to.be.at.most(
      1e-12 * Math.abs(root),
    );
}

/** Coefficients, constant first, of a polynomial with these whole roots over `unit`. */
function expanded(roots: readonly bigint[], unit: bigint): bigint[] {
  let p = [1n];
  for (const root of roots) {
    const next = Array.from({ length: p.length + 1 }, () => 0n);
    for (const [i, a] of p.entries()) {
      next[i + 1]! += a * unit;
      next[i]! -= a * root;
    }
    p = next;
  }
  return p;
}

/** c_n x^n + ... with whole coefficients of at most 15 digits, or null. */
function written(p: readonly bigint[], scale: string): string | null {
  if (p.some((a) => a > 900_000_000_000_000n || a < -900_000_000_000_000n)) return null;
  return p.map((a, i) => `(${a})*${scale}${i === 0 ? "" : ` x^${i}`}`).join(" + ");
}

describe("equations: chosen roots are found", () => {
  it(`of polynomials, double and clustered ones too: ${COUNT}, seed ${SEED}`, () => {
    const random = generator(SEED);
    let tried = 0;
    while (tried < COUNT) {
      const degree = 1 + Math.floor(random() * 5);
      const unit = [1n, 10n, 100n][Math.floor(random() * 3)]!;
      const whole = Array.from({ length: degree }, () => BigInt(Math.floor(random() * 200) - 100));
      if (degree > 2 && random() < 0.4) whole[1] = whole[0]!;
      if (degree > 2 && random() < 0.3) whole[2] = whole[0]! + 1n;
      const scale = ["1", "1e-200", "1e200", "1e-9"][Math.floor(random() * 4)]!;
      const text = written(expanded(whole, unit), scale);
      if (text === null) continue;
      tried += 1;
      const roots = whole.map((root) => Number(root) / Number(unit));
      const where = `seed ${SEED}, case ${tried}: ${text}`;
      for (const equation of [`${text} = 0`, `0 = ${text}`, `${text} + x^2 = x^2`])
        expectRoots(solutions(equation), roots, where);
    }
  });

  it(`of a rising function, of which there is one: ${COUNT}, seed ${SEED + 1}`, () => {
    const random = generator(SEED + 1);
    const makes: readonly ((a: number, b: number) => string)[] = [
      (a, b) => `${a} x + ${b} exp(x)`,
      (a, b) => `${a} x^3 + ${b} x + tanh(x)`,
      (a, b) => `${a} sinh(x) + ${b} x`,
      (a, b) => `${a} atan(x) + ${b} x^3`,
      (a, b) => `${a} x + ${b} erf(x)`,
    ];
    for (let i = 0; i < COUNT; i += 1) {
      const [a, b] = [0.25 + Math.floor(random() * 64) / 16, 0.25 + Math.floor(random() * 64) / 16];
      const root = Math.floor(random() * 160 - 80) / 16;
      const left = makes[i % makes.length]!(a, b);
      const outcome = ask(left.replaceAll("x", "z").replaceAll("ezp", "exp"), { z: root });
      if (outcome.status !== "value") throw new Error(left);
      const where = `seed ${SEED + 1}, case ${i}: ${left} at ${root}`;
      for (const equation of [`${left} = ${outcome.value}`, `${left} - (${outcome.value}) = 0`]) {
        const got = solutions(equation);
        expect(got.length, `${where}: ${got.join(" ")}`).to.equal(1);
        expect(Math.abs(got[0]! - root), where).to.be.at.most(1e-12 * Math.max(1, Math.abs(root)));
      }
    }
  });

  it(`of waves, as many as there are crests: ${COUNT}, seed ${SEED + 2}`, () => {
    const random = generator(SEED + 2);
    for (let i = 0; i < COUNT; i += 1) {
      const k = 1 + Math.floor(random() * 9);
      const level = Math.floor(random() * 30 - 15) / 16;
      // Two in each of k periods on [0, 2 pi], less what stands at the ends.
      const phase = Math.asin(level);
      const roots = Array.from({ length: k + 1 }, (_, n) => [
        (phase + 2 * Math.PI * n) / k,
        (Math.PI - phase + 2 * Math.PI * n) / k,
      ])
        .flat()
        .filter((x) => x >= 0 && x <= 6.25);
      const where = `seed ${SEED + 2}, case ${i}: sin(${k} x) = ${level}`;
      const isCut = roots.length >= 16 || roots.some((x) => x < 1e-9);
      if (isCut) continue;
      for (const equation of [`sin(${k} x) = ${level}`, `0 = ${level} - sin(${k} x)`])
        expectRoots(solutions(equation, 0, 6.25), roots, where);
    }
  });

  it(`of tangents, one between each two poles: ${COUNT}, seed ${SEED + 3}`, () => {
    const random = generator(SEED + 3);
    for (let i = 0; i < COUNT; i += 1) {
      const [a, b] = [1 + Math.floor(random() * 48) / 16, 1 + Math.floor(random() * 32) / 16];
      const n = Math.floor(random() * 5);
      // From before the pole that follows the zero n to before the one that follows n + 1.
      const edge = (k: number): number => ((k + 0.4) * Math.PI - b) / a;
      const root = ((n + 1) * Math.PI - b) / a;
      const where = `seed ${SEED + 3}, case ${i}: tan(${a} x + ${b}), n = ${n}`;
      for (const equation of [`tan(${a} x + ${b}) = 0`, `0 = 3 tan(${a} x + ${b})^2`]) {
        expectRoots(solutions(equation, edge(n), edge(n + 1)), [root], where);
        expectRoots(solutions(equation, edge(n), edge(n) + (0.5 * Math.PI) / a), [], where);
      }
    }
  });
});
