/** The view as a file: PNG of a canvas, SVG of a drawing, CSV of its numbers. */

import { csvText, type CsvCell } from "../../../protocol/encoding/csv.js";

export { fileName } from "./fileName.js";

/** A revoked address would break off a download that has not begun. */
const KEEP_MS = 60_000;

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

export function downloadText(name: string, text: string, type: string): void {
  downloadBlob(name, new Blob([text], { type }));
}

export function downloadCsv(
  name: string,
  heads: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): void {
  downloadText(name, csvText(heads, rows), "text/csv;charset=utf-8");
}

export function downloadJson(name: string, value: unknown): void {
  downloadText(name, `${JSON.stringify(value, null, 2)}\n`, "application/json");
}

export function downloadPng(name: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => {
    if (blob !== null) downloadBlob(name, blob);
  }, "image/png");
}

/** Properties that a drawing gets from the page's style, and takes along into the file. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/** The drawing as a file of its own, in the colours it has on the page. */
function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return "";
  const own = [drawing, ...drawing.querySelectorAll("*")];
  const copied = [copy, ...copy.querySelectorAll("*")];
  own.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copied[i]?.setAttribute(name, style.getPropertyValue(name));
    copied[i]?.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { height, width } = drawing.getBoundingClientRect();
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}

export function downloadSvg(name: string, drawing: SVGSVGElement): void {
  downloadText(name, svgText(drawing), "image/svg+xml");
}
