/** Quantities of one of something, as a unit that is divided: `for each metre of wire`. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";

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
  return [`how much ${between.trim()} in ${wanted}`, `"${all}" is read as asked in ${wanted}`];
});

const FEELS = new RegExp(
  String.raw`\bin\s+([a-z]+)((?:\s+(?:does|do|is|are|acts?|on|for))+)\s+` + ONE,
  "giu",
);

/** `what force in newton does each metre of lead feel` */
const ofEach = rewriting(FEELS, ([all, unit = "", , one = ""]) => {
  const wanted = `${unit}/${ONES.get(one.toLowerCase())!}`;
  if (!isUnit(unit) || !isUnit(wanted)) return null;
  return [`in ${wanted},`, `"${all}" is read as asked in ${wanted}`];
});

const MOLE = new RegExp(
  String.raw`\b(?:a|one)\s+mole\s+of\s+([a-z]+(?:\s+[a-z]+)?)\s+(?:weighs|has|is)\s+` +
    String.raw`(\d+(?:\.\d+)?)\s*(?:g|grams?|grammes?)(?![\p{L}/])`,
  "giu",
);

/** `one mole of carbon monoxide weighs 28.01 grams` */
const mole = rewriting(MOLE, ([all, , number = ""]) => [
  `molar mass ${number} g/mol`,
  `"${all}" is read as a molar mass of ${number} g/mol`,
]);

export const perEach: readonly Rewrite[] = [manyIn, ofEach, mole];
