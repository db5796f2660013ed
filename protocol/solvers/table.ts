/** A field as a table, and the names and places of its axes. */
import { csvCell } from "../encoding/csv.js";
import type { Axis, Field } from "./solver.js";

/** Where point `i` of an axis stands. */
export function coordinate({ n, start = 0, step, values }: Axis, i: number): number {
  return values?.[i] ?? start + i * (step ?? (n > 1 ? 1 / (n - 1) : 0));
}

/** One row a point: its coordinates, then the value; the first row names them with their units. */
export function csvOf({ axes, data, name, shape, unit }: Field): string {
  const head = [...axes.map((axis) => label(axis.name, axis.unit)), label(name, unit)];
  const rows = [head.map(csvCell).join(",")];
  const places = axes.map((axis) =>
    Array.from({ length: axis.n }, (_, i) => String(coordinate(axis, i))),
  );
  const index = shape.map(() => 0);
  for (let i = 0; i < data.length; i += 1) {
    rows.push([...index.map((k, a) => places[a]![k]!), String(data[i]!)].join(","));
    for (let a = index.length - 1; a >= 0; a -= 1) {
      index[a] = index[a]! + 1;
      if (index[a]! < shape[a]!) break;
      index[a] = 0;
    }
  }
  return `${rows.join("\r\n")}\r\n`;
}

export function label(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}
