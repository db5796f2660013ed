/** A drawing as a bitmap: lines with soft edges, letters from a font of points. */
import { channels } from "./colours.js";
import {
  LETTER_PX,
  PAPER,
  type AreaShape,
  type CellsShape,
  type Colour,
  type DotShape,
  type Drawing,
  type LineShape,
  type TextShape,
} from "./drawing.js";
import { GLYPH_COLUMNS, GLYPH_RISE, GLYPH_ROWS, inked, spelt } from "./font.js";
import { trueColourPng } from "./png.js";

/** Pixels of one point of a letter. */
const POINT_PX = 2;

export function pngOf({ height, shapes, width }: Drawing): Uint8Array {
  const sheet = new Sheet(width, height);
  sheet.fill(0, 0, width, height, PAPER);
  for (const shape of shapes) {
    switch (shape.kind) {
      case "area":
        sheet.area(shape);
        break;
      case "box":
        sheet.fill(shape.x, shape.y, shape.width, shape.height, shape.colour);
        break;
      case "dot":
        sheet.dot(shape);
        break;
      case "line":
        sheet.line(shape);
        break;
      case "text":
        sheet.text(shape);
        break;
      case "cells":
        sheet.cells(shape);
        break;
      default:
        return shape satisfies never;
    }
  }
  return trueColourPng(width, height, sheet.rgb);
}

class Sheet {
  readonly #width: number;
  readonly #height: number;
  readonly rgb: Uint8Array;
  /**
   * How much of a pixel the line being drawn covers: a line that crosses itself is not darker
   * there.
   */
  readonly #cover: Uint8Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.rgb = new Uint8Array(3 * width * height);
    this.#cover = new Uint8Array(width * height);
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const [red, green, blue] = channels(colour);
    const [left, right] = this.#columns(x, x + width);
    const [top, bottom] = this.#rows(y, y + height);
    for (let row = top; row < bottom; row += 1) {
      for (let at = 3 * (row * this.#width + left); at < 3 * (row * this.#width + right); at += 3) {
        this.rgb[at] = red;
        this.rgb[at + 1] = green;
        this.rgb[at + 2] = blue;
      }
    }
  }

  /** Column by column. */
  area({ above, below, colour }: AreaShape): void {
    for (let i = 0; i + 3 < below.length; i += 2) {
      const [from, to] = this.#columns(below[i]!, below[i + 2]!);
      const wide = below[i + 2]! - below[i]!;
      for (let column = from; column < to; column += 1) {
        const part = Math.min(1, Math.max(0, (column + 0.5 - below[i]!) / wide));
        const low = below[i + 1]! + part * (below[i + 3]! - below[i + 1]!);
        const high = above[i + 1]! + part * (above[i + 3]! - above[i + 1]!);
        this.fill(column, high, 1, low - high, colour);
      }
    }
  }

  cells({ cells, columns, height, palette, rows, width, x, y }: CellsShape): void {
    const colours = palette.map(channels);
    const [left, right] = this.#columns(x, x + width);
    const [top, bottom] = this.#rows(y, y + height);
    for (let row = top; row < bottom; row += 1) {
      const from = columns * Math.min(rows - 1, Math.floor(((row + 0.5 - y) * rows) / height));
      for (let column = left; column < right; column += 1) {
        const cell =
          cells[from + Math.min(columns - 1, Math.floor(((column + 0.5 - x) * columns) / width))]!;
        this.rgb.set(colours[cell]!, 3 * (row * this.#width + column));
      }
    }
  }

  dot({ colour, radius, x, y }: DotShape): void {
    this.line({ kind: "line", points: [x, y, x, y], colour, width: 2 * radius });
  }

  line({ colour, points, width }: LineShape): void {
    const reach = width / 2 + 1;
    let [left, top, right, bottom] = [this.#width, this.#height, 0, 0];
    for (let i = 0; i + 3 < points.length; i += 2) {
      const [x0, y0, x1, y1] = [points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!];
      const [from, to] = this.#columns(Math.min(x0, x1) - reach, Math.max(x0, x1) + reach);
      const [above, below] = this.#rows(Math.min(y0, y1) - reach, Math.max(y0, y1) + reach);
      this.#stroke({ x0, y0, dx: x1 - x0, dy: y1 - y0, width }, { from, to, above, below });
      [left, top, right, bottom] = [
        Math.min(left, from),
        Math.min(top, above),
        Math.max(right, to),
        Math.max(bottom, below),
      ];
    }
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1)
        this.#blend(row * this.#width + column, colour);
    }
  }

  /** Coverage of the points of a box by a line from x0, y0. */
  #stroke(
    { dx, dy, width, x0, y0 }: Record<"dx" | "dy" | "width" | "x0" | "y0", number>,
    { above, below, from, to }: Record<"above" | "below" | "from" | "to", number>,
  ): void {
    const square = dx * dx + dy * dy;
    for (let row = above; row < below; row += 1) {
      for (let column = from; column < to; column += 1) {
        const px = column + 0.5 - x0;
        const py = row + 0.5 - y0;
        const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
        const across = Math.sqrt(
          (px - along * dx) * (px - along * dx) + (py - along * dy) * (py - along * dy),
        );
        const covered = Math.round(255 * Math.min(1, Math.max(0, width / 2 + 0.5 - across)));
        const at = row * this.#width + column;
        if (covered > this.#cover[at]!) this.#cover[at] = covered;
      }
    }
  }

  #blend(at: number, colour: Colour): void {
    const covered = this.#cover[at]!;
    if (covered === 0) return;
    this.#cover[at] = 0;
    const ink = channels(colour);
    for (let c = 0; c < 3; c += 1) {
      const under = this.rgb[3 * at + c]!;
      this.rgb[3 * at + c] = Math.round(under + ((ink[c]! - under) * covered) / 255);
    }
  }

  text({ anchor, colour, strong, text, x, y }: TextShape): void {
    const letters = spelt(text);
    const width = letters.length * LETTER_PX;
    let at = Math.round(anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width);
    const top = Math.round(y) - GLYPH_RISE * POINT_PX;
    for (const letter of letters) {
      for (let row = 0; row < GLYPH_ROWS; row += 1) {
        for (let column = 0; column < GLYPH_COLUMNS; column += 1) {
          if (!inked(letter, row, column)) continue;
          this.fill(
            at + column * POINT_PX,
            top + row * POINT_PX,
            POINT_PX + (strong ? 1 : 0),
            POINT_PX,
            colour,
          );
        }
      }
      at += LETTER_PX;
    }
  }

  #columns(from: number, to: number): readonly [number, number] {
    return [Math.max(0, Math.round(from)), Math.min(this.#width, Math.round(to))];
  }

  #rows(from: number, to: number): readonly [number, number] {
    return [Math.max(0, Math.round(from)), Math.min(this.#height, Math.round(to))];
  }
}
