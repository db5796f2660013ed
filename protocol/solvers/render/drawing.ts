/**
 * A picture before it is written: shapes in pixels, the origin at the upper left. One layout serves
 * vector and bitmap alike, so both say the same.
 */

/** `#rrggbb`. */
export type Colour = string;
export type Anchor = "start" | "middle" | "end";

/** x and y in turns. */
export interface LineShape {
  readonly kind: "line";
  readonly points: readonly number[];
  readonly colour: Colour;
  readonly width: number;
}
export interface BoxShape {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: Colour;
}
export interface DotShape {
  readonly kind: "dot";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}
/** Between two lines from left to right that have their x in common. */
export interface AreaShape {
  readonly kind: "area";
  readonly below: readonly number[];
  readonly above: readonly number[];
  readonly colour: Colour;
}
/** `y` is the base line. */
export interface TextShape {
  readonly kind: "text";
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: Anchor;
  readonly colour: Colour;
  readonly strong: boolean;
}
/** Cells of a palette, row-major from the upper left, stretched over a box without smoothing. */
export interface CellsShape {
  readonly kind: "cells";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
  readonly palette: readonly Colour[];
}
export type Shape = AreaShape | LineShape | BoxShape | DotShape | TextShape | CellsShape;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Read aloud in place of the picture. */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

export const INK: Colour = "#1c2430";
export const FAINT: Colour = "#5a6472";
export const GRID: Colour = "#e1e5ea";
export const PAPER: Colour = "#ffffff";

/** Distance from one letter to the next: text is set in letters of one width. */
export const LETTER_PX = 12;

export function textAt(
  x: number,
  y: number,
  text: string,
  anchor: Anchor = "start",
  colour: Colour = INK,
  strong = false,
): TextShape {
  return { kind: "text", x, y, text, anchor, colour, strong };
}

export function boxAt(
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Colour,
): BoxShape {
  return { kind: "box", x, y, width, height, colour };
}

/** What fits in so many pixels; the rest is cut, and seen to be. */
export function fitted(text: string, width: number): string {
  const most = Math.floor(width / LETTER_PX);
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
