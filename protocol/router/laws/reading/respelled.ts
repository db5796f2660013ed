/**
 * A question whose numbers and units stand as the grammar of quantities reads them, for a proposal. Every
 * character keeps its place; what would be longer than it was typed stays.
 */
import { OF_NUMBERS, OF_THINGS } from "./respelledNumbers.js";
import { OF_FORMULAS, OF_UNITS } from "./respelledUnits.js";

const RULES = [...OF_NUMBERS, ...OF_THINGS, ...OF_UNITS, ...OF_FORMULAS];

export function respelled(typed: string): string {
  return RULES.reduce(
    (text, [pattern, said]) =>
      text.replace(pattern, (all: string, ...groups: (string | undefined)[]) =>
        fitted(all, said(all, ...groups)),
      ),
    typed,
  );
}

function fitted(all: string, said: string): string {
  return said.length > all.length ? all : said.padEnd(all.length);
}
