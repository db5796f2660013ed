/** Rewrites that are tried where nothing else was enough: each may leave out what was meant. */
import { dimensionsEqual } from "../../units/index.js";
import { spansIn, valueInSI } from "../../units/quantity/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs } from "./written.js";

const AT_NOUGHT = /\bat\s+[Tt]\s*=\s*0(?:\s?K)?(?![\d.])/gu;

/** `52 nm at T = 0`: of the name of the input, and no temperature of its own. */
const atNought = rewriting(AT_NOUGHT, ([all]) => [
  "at zero ",
  readAs(all, "at zero temperature, of the number beside it"),
]);

/** A number with a unit that was said before is the same once more. */
const saidAgain: Rewrite = (before) => {
  const { notes, text } = before;
  const spans = spansIn(text).filter(
    ({ kind, name, quantities }) => kind === "value" && name === null && quantities.length === 1,
  );
  for (const [i, { at, quantities }] of spans.entries()) {
    const [reading] = quantities[0]!.readings;
    const isAgain = spans.slice(0, i).some(({ quantities: [other] }) => {
      const [one] = other!.readings;
      if (other!.hasUnit !== quantities[0]!.hasUnit) return false;
      return (
        dimensionsEqual(one!.unit.dimension, reading!.unit.dimension) &&
        valueInSI(one!) === valueInSI(reading!)
      );
    });
    if (!isAgain) continue;
    const said = text.slice(0, at[0]) + " ".repeat(at[1] - at[0]) + text.slice(at[1]);
    const message = `"${text.slice(...at).trim()}" is said twice; it is read once`;
    return { ...before, notes: [...notes, { what: "fact", at, message }], text: said };
  }
  return before;
};

const BOTH_ENDS = new RegExp(
  String.raw`\bfrom\s+(-?\d+(?:\.\d+)?)\s*(?:\S{0,3}\s?C\s+)?to\s+(-?\d+(?:\.\d+)?)` +
    String.raw`(\s?(?:°\s?|deg(?:rees?)?\s?)(?:C|Celsius)\b)`,
  "giu",
);

/** `from 12 to 40 degrees Celsius`: how far it rises, where no law takes both. */
const risen = rewriting(BOTH_ENDS, ([all, first = "", last = ""], text) => {
  // Water that freezes or boils on the way takes more than its heat capacity says.
  const isPhase = [first, last].some((end) => Number(end) < 0 || Number(end) > 100);
  if (isPhase && /\b(?:water|ice|steam|snow)\b/iu.test(text)) return null;
  const rise = `${Number(Math.abs(Number(last) - Number(first)).toPrecision(12))} K`;
  const said = [`temperature rise of ${rise}`, `a rise of ${rise}`, `by ${rise}`].find(
    ({ length }) => length <= all.length,
  );
  return said === undefined ? null : [said, readAs(all, `a change by ${rise}`)];
});

/** Rewrites that are tried where nothing else was enough: it may leave out what was meant. */
export const lastScenes: readonly (readonly Rewrite[])[] = [[atNought], [saidAgain], [risen]];
