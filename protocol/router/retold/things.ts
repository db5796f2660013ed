/** Things that are measured by a number before their noun: `a 35 kg kid`. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";

const UNITS = "kg|g|t|lb|kilogram|kilo|gram|tonne|ton|pound|newton|N";
const MEASURED = new RegExp(
  String.raw`(?<=\b(?:an?|the|my|our|his|her|their|its|this|that|each|every)\s+` +
    String.raw`\d[\d.,]*[\s-]?(?:${UNITS})[\s-])([a-z]{3,})(?=\s|[,.;:?!)])`,
  "gu",
);

/** The noun of a thing is no unit, where an article and a number stand before it. */
const measured = rewriting(MEASURED, ([noun]) =>
  isUnit(noun) ? null : ["", `"${noun}" is read as a thing of this number`],
);

export const things: readonly Rewrite[] = [measured];
