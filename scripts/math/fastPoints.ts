/**
 * Prints a line a point, for scripts/math/fast_check.py: function, argument bits, result bits, and
 * high part, low part and error bound of the fast phase with its binary exponent, or `-` where
 * that phase was not asked.
 * Arguments: points a function, then function names (all without).
 */
import { hexOf } from "../../protocol/math/index.js";
import { last } from "../../protocol/math/fast/settle.js";
import { pointsOf, subjects } from "./points.js";

const count = Number(process.argv[2] ?? "1000");
const wanted = process.argv.slice(3);
for (const subject of subjects) {
  if (wanted.length > 0 && !wanted.includes(subject.name)) continue;
  const lines: string[] = [];
  for (const [x, y] of pointsOf(subject, count)) {
    last.fill(NaN);
    const value = subject.evaluate(x!, y ?? 0);
    const [hi, lo, error, k] = [...last] as [number, number, number, number];
    const asked = hi === hi ? `${hexOf(hi)} ${hexOf(lo)} ${hexOf(error)} ${k}` : "-";
    const words = y === undefined ? hexOf(x!) : `${hexOf(x!)},${hexOf(y)}`;
    lines.push(`${subject.name} ${words} ${hexOf(value)} ${asked}\n`);
  }
  process.stdout.write(lines.join(""));
}
