/** Quantities of one of something, as a unit that is divided: `for each metre of wire`. */
import { isDimensionless, isUnit, parseUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs } from "./written.js";

const ONES: ReadonlyMap<string, string> = new Map([
  ["cubic metre", "m^3"],
  ["square metre", "m^2"],
  ["metre", "m"],
  ["kilometre", "km"],
  ["centimetre", "cm"],
  ["litre", "L"],
  ["kilogram", "kg"],
  ["mole", "mol"],
]);

const ONE = String.raw`(?:a|one|each|every|per)\s+(${[...ONES.keys()].join("|")})(?:\s+of\s+[a-z]+)?`;

const MANY = new RegExp(
  String.raw`\bhow\s+many\s+([a-z]+)\b(?!\s+per\b)([^.?!;]{0,40}?)\s(?:in|on|for|per)\s+` + ONE,
  "giu",
);

/** `how many milligrams of it are in a cubic metre of air` */
const manyIn = rewriting(MANY, ([all, unit = "", between = "", one = ""]) => {
  const wanted = `${unit}/${ONES.get(one.toLowerCase())!}`;
  if (!isUnit(unit) || !isUnit(wanted)) return null;
  return [`how much ${between.trim()} in ${wanted}`, readAs(all, `asked in ${wanted}`)];
});

const FEELS = new RegExp(
  String.raw`\bin\s+([a-z]+)((?:\s+(?:does|do|is|are|acts?|on|for))+)\s+` + ONE,
  "giu",
);

/** `in newton acts on one cubic metre of it`: one of the units above, in more words. */
const ofEach = rewriting(FEELS, ([all, unit = "", , one = ""]) => {
  const wanted = `${unit}/${ONES.get(one.toLowerCase())!}`;
  if (!isUnit(unit) || !isUnit(wanted)) return null;
  return [`in ${wanted},`, readAs(all, `asked in ${wanted}`)];
});

const MOLE = new RegExp(
  String.raw`\b(?:a|one)\s+mole\s+of\s+([a-z]+(?:\s+[a-z]+)?)\s+(?:weighs|has|is)\s+` +
    String.raw`(\d+(?:\.\d+)?)\s*(?:g|grams?|grammes?)(?![\p{L}/])`,
  "giu",
);

/** `one mole of carbon monoxide weighs 28.01 grams` */
const mole = rewriting(MOLE, ([all, , number = ""]) => [
  `molar mass ${number} g/mol`,
  readAs(all, `a molar mass of ${number} g/mol`),
]);

const EACH_LENGTH =
  /\b(in\s+)([a-z]+s?)(\s+(?:does|do|is|will|acts?|pulls?)\s+)(each|every|one|a)\s+([a-z]+)(?=\s)/giu;

/** `what force in newton does each metre of lead feel`: any unit in one word; it runs before the others. */
export const ofEachUnit = rewriting(
  EACH_LENGTH,
  ([all, lead = "", above = "", verb = "", , below = ""]) => {
    const [one, other] = [parseUnit(above), parseUnit(below)];
    if (!one.ok || !other.ok || isDimensionless(other.dimension)) return null;
    const unit = `${one.text}/${other.text}`;
    return isUnit(unit)
      ? [`${lead}${unit}${verb}each`, `"${all.trim()}" asks for a value in ${unit}`]
      : null;
  },
);

export const perEach: readonly Rewrite[] = [manyIn, ofEach, mole];
