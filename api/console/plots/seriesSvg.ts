/** A plot of series as an SVG file: what uPlot has on its canvas. */
import { axisTitle, shortNumber, ticksOf } from "./ticks.js";
import { colour, LINES } from "./theme.js";
import type { SeriesData } from "./seriesData.js";

const WIDTH = 800;
const HEIGHT = 420;
const LEFT = 80;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 52;
const TICKS = 6;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function spanOf(values: Iterable<number | null>): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

export function seriesSvg({ lines, x }: SeriesData, isLog: boolean): string {
  const height = (value: number): number => (isLog ? Math.log10(value) : value);
  const [from, to] = spanOf(x.at);
  const [low, high] = spanOf(
    lines.flatMap(({ values }) => values.map((value) => (value === null ? null : height(value)))),
  );
  const across = (at: number): number =>
    LEFT + ((at - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const up = (value: number): number =>
    HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const [ink, soft, line] = [colour("ink"), colour("soft"), colour("line")];
  const text = (px: number, py: number, said: string, anchor: string): string =>
    `<text x="${px.toFixed(1)}" y="${py.toFixed(1)}" text-anchor="${anchor}" fill="${soft}">${escaped(said)}</text>`;
  const parts = [
    ...ticksOf(from, to, TICKS).map((at) =>
      text(across(at), HEIGHT - BOTTOM + 18, shortNumber(at), "middle"),
    ),
    ...ticksOf(low, high, TICKS).flatMap((value) => [
      `<path d="M${LEFT} ${up(value).toFixed(1)}H${WIDTH - RIGHT}" stroke="${line}"/>`,
      text(LEFT - 8, up(value) + 4, shortNumber(isLog ? 10 ** value : value), "end"),
    ]),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, axisTitle(x.name, x.unit), "middle"),
    ...lines.map(({ name, unit, values }, i) => {
      let pen = "M";
      const path = x.at
        .map((at, k) => {
          const value = values[k] ?? null;
          if (value === null) {
            pen = "M";
            return "";
          }
          const point = `${pen}${across(at).toFixed(1)} ${up(height(value)).toFixed(1)}`;
          pen = "L";
          return point;
        })
        .join("");
      const stroke = colour(LINES[i % LINES.length] ?? "accent");
      return (
        `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="2"/>` +
        `<text x="${LEFT + 8}" y="${TOP + 16 * (i + 1)}" fill="${stroke}">${escaped(axisTitle(name, unit))}</text>`
      );
    }),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" ` +
    `viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" color="${ink}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour("ground")}"/>${parts.join("")}</svg>`
  );
}
