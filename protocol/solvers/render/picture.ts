/** Fields as pictures: a profile for one axis, a map for two, the middle slice of more. */
import { utf8Encode } from "../../encoding/utf8.js";
import type { Field } from "../solver.js";
import { chartDrawing } from "./chart.js";
import type { Drawing } from "./drawing.js";
import { mapDrawing } from "./map.js";
import { pngOf } from "./paint.js";
import { places, planeOf } from "./plane.js";
import { svgOf } from "./svg.js";

/** @param rising of a map: coloured from its least value to its largest, also across zero */
export function fieldDrawing(field: Field, rising = false): Drawing {
  const { name, unit } = field;
  const title = name.replaceAll("_", " ");
  const plane = planeOf(field);
  if (plane.up !== null) return mapDrawing(title, unit, { ...plane, up: plane.up }, rising);
  const { across, acrossStride, cut, data } = plane;
  const y = Float64Array.from({ length: across.n }, (_, i) => data[i * acrossStride]!);
  return chartDrawing({
    title: cut === "" ? title : `${title}, ${cut}`,
    x: across,
    y: { name: title, unit },
    curves: [{ name: title, x: places(across), y }],
  });
}

export function svgPicture(field: Field): Uint8Array {
  return utf8Encode(svgOf(fieldDrawing(field)));
}

export function pngPicture(field: Field): Uint8Array {
  return pngOf(fieldDrawing(field));
}
