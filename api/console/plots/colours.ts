/** Colour maps that are even to the eye, as words of a canvas. */
import { channels, SIGNED_PALETTE } from "../../../protocol/solvers/render/colours.js";

export type MapName = "viridis" | "cividis" | "diverging";

/** Knots as matplotlib has them: viridis of van der Walt and Smith, cividis of Nuñez et al. (2018). */
const KNOTS: Readonly<Record<"viridis" | "cividis", string>> = {
  viridis:
    "#440154 #482475 #414487 #355f8d #2a788e #21918c #22a884 #44bf70 #7ad151 #bddf26 #fde725",
  cividis: "#00224e #123570 #3b496c #575d6d #707173 #8a8678 #a59c74 #c3b369 #e1cc55 #fee838",
};
export const COLOURS = 256;
const OPAQUE = 0xff000000;

function spread(knots: readonly string[]): readonly (readonly number[])[] {
  return Array.from({ length: COLOURS }, (_, i) => {
    const at = (i * (knots.length - 1)) / (COLOURS - 1);
    const k = Math.min(knots.length - 2, Math.floor(at));
    const [below, above] = [channels(knots[k] ?? ""), channels(knots[k + 1] ?? "")];
    return below.map((one, j) => Math.round(one + (at - k) * ((above[j] ?? 0) - one)));
  });
}

const tables = new Map<MapName, Uint32Array>();

/** As a canvas has them in memory: alpha, blue, green, red from the highest byte. */
export function wordsOf(name: MapName): Uint32Array {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const colours =
    name === "diverging"
      ? SIGNED_PALETTE.map((one) => channels(one))
      : spread(KNOTS[name].split(" "));
  const words = Uint32Array.from(
    colours,
    ([red = 0, green = 0, blue = 0]) => (OPAQUE | (blue << 16) | (green << 8) | red) >>> 0,
  );
  tables.set(name, words);
  return words;
}

export function cssColour(name: MapName, index: number): string {
  const word = wordsOf(name)[index] ?? 0;
  return `rgb(${word & 255} ${(word >> 8) & 255} ${(word >> 16) & 255})`;
}
