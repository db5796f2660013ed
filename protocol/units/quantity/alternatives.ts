/** Units that the place where they stand decides: `C` is a coulomb or a degree. */

const OTHER_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["C", ["degC"]],
  ["F", ["degF"]],
  ["R", ["degR"]],
  ["g", ["gee"]],
  ["gs", ["gee"]],
  ["G", ["gee"]],
  ["oz", ["floz"]],
  ["ounce", ["floz"]],
  ["ounces", ["floz"]],
  ["'", ["ft", "arcmin"]],
  ['"', ["in", "arcsec"]],
  ["′", ["ft"]],
  ["″", ["in"]],
  ["kt", ["kn", "kilotonne"]],
  ["kts", ["kn"]],
  ["mt", ["t"]],
  ["MT", ["Mt", "megatesla"]],
  ["Gs", ["G", "gigasecond"]],
  ["PS", ["hp_metric", "petasiemens"]],
  ["cwt", ["cwt_us", "cwt_uk"]],
  ["ton", ["t", "ton_us", "ton_uk"]],
  ["tons", ["t", "ton_us", "ton_uk"]],
  ["pt", ["pint", "point"]],
  ["krad", ["kiloradian", "krd"]],
  ["fl oz", ["floz", "floz_uk"]],
  ["fluid ounce", ["floz", "floz_uk"]],
  ["fluid ounces", ["floz", "floz_uk"]],
  ["ft lb", ["ft lbf"]],
  ["ft-lb", ["ft lbf"]],
  ["ft*lb", ["ft lbf"]],
  ["lb ft", ["lbf ft"]],
  ["lb-ft", ["lbf ft"]],
  ["foot pound", ["ft lbf"]],
  ["foot pounds", ["ft lbf"]],
  ["in lb", ["in lbf"]],
  ["in-lb", ["in lbf"]],
  ["lb/in^2", ["lbf/in^2"]],
  ["lb/ft^2", ["lbf/ft^2"]],
]);

/** Texts of the units that a text may also mean. */
export function alternativesOf(text: string): readonly string[] {
  return OTHER_MEANINGS.get(text) ?? [];
}
