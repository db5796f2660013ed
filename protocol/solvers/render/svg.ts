/** A drawing as SVG: text, the same for the same drawing. Maps are an indexed bitmap inside. */
import { toBase64 } from "../../encoding/base64.js";
import { PAPER, type CellsShape, type Drawing, type Shape } from "./drawing.js";
import { indexedPng } from "./png.js";

const FONT_PX = 20;

export function svgOf({ height, shapes, title, width }: Drawing): string {
  const head =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ` +
    `${width} ${height}" role="img" font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans ` +
    `Mono',monospace" font-size="${FONT_PX}">`;
  const paper = `<rect width="${width}" height="${height}" fill="${PAPER}"/>`;
  return `${[head, `<title>${escaped(title)}</title>`, paper, ...shapes.map(elementOf), "</svg>"].join("\n")}\n`;
}

function elementOf(shape: Shape): string {
  switch (shape.kind) {
    case "area":
      return `<polygon points="${pairs(shape.below)} ${pairs(turned(shape.above))}" fill="${shape.colour}"/>`;
    case "box":
      return (
        `<rect x="${px(shape.x)}" y="${px(shape.y)}" width="${px(shape.width)}" ` +
        `height="${px(shape.height)}" fill="${shape.colour}"/>`
      );
    case "dot":
      return `<circle cx="${px(shape.x)}" cy="${px(shape.y)}" r="${px(shape.radius)}" fill="${shape.colour}"/>`;
    case "line":
      return (
        `<polyline points="${pairs(shape.points)}" fill="none" stroke="${shape.colour}" ` +
        `stroke-width="${px(shape.width)}"` +
        ' stroke-linejoin="round" stroke-linecap="round"/>'
      );
    case "text":
      return (
        `<text x="${px(shape.x)}" y="${px(shape.y)}" text-anchor="${shape.anchor}" fill="${shape.colour}"` +
        `${shape.strong ? ' font-weight="bold"' : ""} xml:space="preserve">${escaped(shape.text)}</text>`
      );
    case "cells":
      return imageOf(shape);
    default:
      return shape satisfies never;
  }
}

function imageOf({ cells, columns, height, palette, rows, width, x, y }: CellsShape): string {
  const data = toBase64(indexedPng(columns, rows, cells, palette));
  return (
    `<image x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" preserveAspectRatio="none"` +
    ` style="image-rendering:pixelated" href="data:image/png;base64,${data}"/>`
  );
}

/** Tenths of a pixel. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The same points from the last to the first. */
function turned(points: readonly number[]): readonly number[] {
  return points.flatMap((_one, i) => {
    const at = points.length - 2 - i;
    return i % 2 === 0 ? [points[at]!, points[at + 1]!] : [];
  });
}

function pairs(points: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i + 1 < points.length; i += 2)
    parts.push(`${px(points[i]!)},${px(points[i + 1]!)}`);
  return parts.join(" ");
}

/** Control characters, for which XML has no place, are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cn}\p{Cs}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
