/**
 * Two colour scales, even to the eye: in each the lightness of Oklab rises or falls by the same
 * amount from knot to knot. Knots were computed in Oklch (Ottosson 2020) and brought into sRGB by
 * lowering the chroma.
 */
import type { Colour } from "./drawing.js";

/** Lightness 0.22 to 0.95, hue 290 to 100 degrees. */
const RISING: readonly Colour[] = [
  "#1f004e",
  "#1a0e75",
  "#003479",
  "#014d77",
  "#04627f",
  "#047887",
  "#0b8d8e",
  "#0da48f",
  "#00bd85",
  "#63ce76",
  "#a0dc68",
  "#d6e75f",
  "#fff19c",
];
/** Lightness 0.40 to 0.96 and back, hue 258 below and 28 degrees above the middle. */
const SIGNED: readonly Colour[] = [
  "#004395",
  "#0e5cc1",
  "#417bd0",
  "#6b99df",
  "#94b7eb",
  "#c0d5f3",
  "#f2f2f2",
  "#f1c8c2",
  "#e6a198",
  "#d67b70",
  "#c35449",
  "#ae2721",
  "#8a0207",
];

/** Of curves in one chart: dark enough on white, told apart by lightness too. */
export const CURVE_COLOURS: readonly Colour[] = [
  "#0b5a9e",
  "#c4451c",
  "#1d8a4e",
  "#7a3e9d",
  "#a07800",
  "#4a5568",
];

export const PALETTE_COLOURS = 256;

export function channels(colour: Colour): readonly [number, number, number] {
  const bits = Number.parseInt(colour.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

function spread(knots: readonly Colour[]): readonly Colour[] {
  return Array.from({ length: PALETTE_COLOURS }, (_, i) => {
    const at = (i * (knots.length - 1)) / (PALETTE_COLOURS - 1);
    const k = Math.min(knots.length - 2, Math.floor(at));
    const below = channels(knots[k]!);
    const above = channels(knots[k + 1]!);
    return `#${below
      .map((c, j) =>
        Math.round(c + (at - k) * (above[j]! - c))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  });
}

/** A colour on paper of which so large a part is seen. */
export function tinted(colour: Colour, part: number): Colour {
  const bytes = channels(colour).map((c) => Math.round(255 + (c - 255) * part));
  return `#${bytes.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

export const RISING_PALETTE = spread(RISING);
export const SIGNED_PALETTE = spread(SIGNED);
