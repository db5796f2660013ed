/** Values as people write them: an SI value in a unit, without what a double adds in its last place. */
import { parseUnit, toSI } from "../../../units/index.js";

export function unitOf(text: string) {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(`${text} is no unit: ${read.message}`);
  return read;
}

/** SI to a unit, without what a double adds in its last place. */
export function writtenIn(si: number, unit: string): number {
  const read = parseUnit(unit);
  if (!read.ok) throw new Error(`${unit} is no unit`);
  return shortest(si, (value) => toSI(value, read), fromSIOf(si, read));
}

function fromSIOf(si: number, read: ReturnType<typeof unitOf>): number {
  const scale = toSI(1, read) - toSI(0, read);
  return (si - toSI(0, read)) / scale;
}

/** The decimal with the fewest digits that is the same SI value. */
function shortest(si: number, back: (value: number) => number, near: number): number {
  for (let digits = 1; digits <= 17; digits += 1) {
    const value = Number(near.toPrecision(digits));
    if (back(value) === si) return value;
  }
  return near;
}
