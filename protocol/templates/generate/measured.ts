/** A noun behind a number that says of what it is: `95 % load`, `60 ppm CO`, `7.1 mm/s RMS`. */
import { dimensionsEqual, isDimensionless, parseUnit } from "../../units/index.js";
import type { Dimension } from "../../units/index.js";
import { hasDimension, kindAtEnd } from "./kinds.js";

interface Measured {
  readonly dimension: Dimension;
  readonly unit: string;
}

/** How an alternating reading is taken, by its instrument. */
const TAKEN = /^rms$/iu;
const ELEMENT =
  "(?:he|li|be|ne|na|mg|al|si|cl|ar|ca|cr|mn|fe|co|ni|cu|zn|as|se|br|ag|cd|sn|hg|pb|h|b|c|n|o|f|p|s|k|i)";
/** `CO`, `CO2`, `NH3`: of two atoms at least. */
const FORMULA = new RegExp(
  `^(?!(?:no|in|as|is|on|so|up|if|of|off|his|can|he|she|us)$)(?:${ELEMENT}\\d*){2,4}$|^${ELEMENT}\\d+$`,
  "iu",
);
/** Things that are counted by themselves. */
const COUNTED = new RegExp(
  "^(?:messages|people|persons|visitors|passengers|cars|vehicles|bikes|items|errors|requests|jobs|" +
    "connections|users|sessions|packets|parcels|orders|tickets|bees|mites|particles|colonies|cells|" +
    "animals|fish|birds|calls|clients|threads|processes|files)$",
  "u",
);
/** Matters by their names, as instruments show them. */
const MATTER = new RegExp(
  "^(?:silane|ammonia|ozone|methane|chlorine|oxygen|hydrogen|nitrogen|propane|butane|ethanol|" +
    "methanol|benzene|formaldehyde|radon|helium|argon|phosphine|arsine|fluoride|nitrate|nitrite|" +
    "phosphate|sulphide|sulfide|chloride|lead|iron|copper|salt|sugar|dust|smoke|soot|lel)$",
  "u",
);
/** Units of how much of a matter is in another. */
const CONTENTS = ["kg/m^3", "mol/m^3"].map((text) => {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
});

export function isMeasured(words: string, quantity: Measured): boolean {
  const { dimension, unit } = quantity;
  if (unit === "1")
    return (
      COUNTED.test(words.toLowerCase()) ||
      /^(?:relative )?(?:moisture|humidity|ph)$/u.test(words.toLowerCase())
    );
  if (TAKEN.test(words)) return true;
  const all = words.toLowerCase().split(" ");
  const kind = kindAtEnd(all);
  if (kind?.words === all.length) return hasDimension(kind, quantity);
  return (
    (isDimensionless(dimension) || isContent(quantity)) &&
    (FORMULA.test(words) || MATTER.test(words.toLowerCase()))
  );
}

/** How much of a matter is in another: an instrument reads that. */
export function isContent({ dimension }: Pick<Measured, "dimension">): boolean {
  return CONTENTS.some((one) => dimensionsEqual(one, dimension));
}
