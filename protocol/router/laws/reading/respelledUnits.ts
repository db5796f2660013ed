/** Units as people write them, with faults of spelling: `15 celcius`, `4186 J/kg K`, `250 mL O2 per minute`. */
import { DIGITS, BEFORE, END, shareOf, printed, rule, type Rule } from "./wordRules.js";

/** Faults of spelling and abbreviations of a trade, behind a number. */
const SPELLED: readonly (readonly string[])[] = [
  String.raw`percents|procent|perzent percent; cel[cs]ius|celcious|celsuis|celsious celsius`,
  String.raw`dioptries|dioptrics dioptres; dioptry dioptre; ampers amps; amper amp; bhp hp; revs rev`,
  String.raw`yrs yr; SCFM cfm; mcg ug; ft\slbs? ft-lb; in\slbs? in-lb; wks wk; sqmm mm²; sqcm cm²; sqkm km²`,
  String.raw`kVp kV; kOhms? kohm; MOhms? Mohm; mtrs?|mts m; cms cm; gms? g; lt?rs?|lts L`,
  String.raw`kilotons?\s+TNT ktTNT; megatons?\s+TNT MtTNT; tons?\s+TNT tTNT; sqm m²; sqft ft²; cbm m³`,
  String.raw`cuft ft³; V(?:rms|ac|dc|AC|DC) V; mbars mbar; psi[ga] psi; bar[ga] bar`,
  String.raw`kilogram+es?|kilogramms? kg; gramm(?:es?|s)? g; litters? litre; kilowat+s? kW; wats W`,
  String.raw`minuts|minuites min; joul+s|jouls J; fl\.?\s?oz floz`,
  String.raw`degrees?\s+(?:of|in)\s+(?:celsius|celcius|centigrade) degC`,
  String.raw`degrees?\s+(?:of|in)\s+fahrenheit degF; grad[es]?\s+celsius degC`,
].flatMap((line) => line.split("; ").map((pair) => pair.split(" ")));

const PREFIXED =
  "ohms?|farads?|amps?|amperes?|volts?|watts?|metres?|meters?|grams?|seconds?|henr(?:y|ies)|joules?|newtons?|" +
  "pascals?|hertz|coulombs?|teslas?|litres?|liters?|bars?";
const PER_TIME = "second|minute|hour|day|week|year";
const UNIT =
  String.raw`(?:[kMGTcmµμunp]?(?:g|N|Pa|J|W|Ω|ohm|A|V|T|C|S|bar|eV|Gy|Sv|Bq|mol|m|K|s|L|l|F|H|Hz|cal)|` +
  String.raw`h|min|d|rad)` +
  String.raw`(?:\^?[2-6]|[²³⁴])?`;
const SUPERSCRIPTS = "²³⁴⁵⁶";
/** Units behind `per`, as a unit that is written out has them. */
const BELOW_PER: ReadonlyMap<string, string> = new Map([
  ["square metre", "m²"],
  ["square meter", "m²"],
  ["cubic metre", "m³"],
  ["cubic meter", "m³"],
  ["metre", "m"],
  ["meter", "m"],
  ["second", "s"],
  ["minute", "min"],
  ["hour", "h"],
  ["day", "d"],
  ["year", "yr"],
  ["bar", "bar"],
  ["kelvin", "K"],
  ["degree", "K"],
  ["kilogram", "kg"],
  ["mole", "mol"],
]);
const BELOWS = [...BELOW_PER.keys()].join("|");
const belowPer = (word: string | undefined): string => BELOW_PER.get(word!.toLowerCase())!;
const PREFIXES: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
]);
export const OF_UNITS: readonly Rule[] = [
  ...SPELLED.map(([text, unit = ""]) =>
    rule(
      String.raw`(?<=\d\s?)(?:${text!})(?![\p{L}\p{N}/^])`,
      () => unit,
      /^(?:V|[kM]ohm)$/u.test(unit) ? "gu" : "giu",
    ),
  ),
  // `4e-3 mol L^-1 s^-1`, `5000 M-1 s-1`
  rule(
    String.raw`(?<=\d\s?(?:[mµun]?mol|[mµ]?g|mg))\s?(?:L|l)\s?(?:\^?[-\u2212]1|⁻¹)` +
      String.raw`(?:\s?(s|min|h)\s?(?:\^?[-\u2212]1|⁻¹))?(?!\d)`,
    (_all, time) => `/L${time === undefined ? "" : `/${time}`}`,
    "gu",
  ),
  rule(
    String.raw`(?<=\d)\sM\s?(?:[-\u2212]1|⁻¹)\s?(s|cm)\s?(?:[-\u2212]1|⁻¹)(?!\d)`,
    (_all, below) => ` /M/${below!}`,
    "gu",
  ),
  // `126 S cm2/mol`, `120 A/(cm2 K2)`
  rule(
    String.raw`(?<=\d\s?(?:${UNIT}(?:\s?[·*/]\s?|\s)?\(?){1,4}(?:[cmkdnµu]?m|mol|K|s|C|V|A))(?<=[\s·*/(]\p{L}{1,3})` +
      String.raw`[2-6](?![\p{L}\p{N}^.])`,
    (digit) => SUPERSCRIPTS[Number(digit) - 2]!,
    "gu",
  ),
  // `3 kg m²`: the raised number ends no name behind a blank.
  rule(
    String.raw`(?<=\d\s?(?:[kMGmµunp]?(?:g|N|Pa|J|W|Ω|ohm|A|V|T|C|S|Gy|Sv|bar|eV)))\s` +
      String.raw`(?=[cmkd]?m[²³⁴⁶](?![\p{L}\p{N}]))`,
    () => "·",
    "gu",
  ),
  // `-3.4 K per wt%`
  rule(
    String.raw`(?<=\d\s?[\p{L}°]{1,4})\s?(?:per\s|/\s?)(?:(?:wt|mass|at|mol|vol)[.\s-]?)?` +
      String.raw`(?:%|per\s?cent${END})`,
    () => "/%",
  ),
  // `1.2 litres per square metre, hour and bar`
  rule(
    String.raw`(?<=\d\s)(litres?|liters?|L)\sper\s(${BELOWS}),\s(${BELOWS})\sand\s(${BELOWS})${END}`,
    (_all, _above, ...below) => `L/(${below.slice(0, 3).map(belowPer).join(" ")})`,
  ),
  // `1.8 kN per horizontal metre`
  rule(
    String.raw`(?<=\sper\s)(?:horizontal|running|lineal|linear)\s(?=(?:[cmk]?m|met(?:re|er)|foot|ft)${END})`,
    () => "",
  ),
  // `19.5 TFLOP/s`, `200 GFLOPS`
  rule(
    String.raw`${BEFORE}(\d+(?:\.\d+)?)\s?([kMGTP]?)(?:FLOPs?/s|FLOPS|flops?/s|flops|Flops?/s|IOPS|Ops?/s|OPS)${END}`,
    (_all, number, prefix) => `${number!}e${PREFIXES.get(prefix!)!}/s`,
    "gu",
  ),
  // `on day 20`
  rule(
    String.raw`(?<=\b(?:on|at|by|until|till|in)\s)(day|hour|minute|week|month|year)\s(\d{1,3})(?![\p{L}\p{N}]|[.,]\d)`,
    (_all, unit, number) => `${number!} ${unit!}`,
  ),
  // `2000 sq. ft.`
  rule(
    String.raw`(?<=\d\s?)(sq|cu)\.\s?(ft|in|yd|mi|[cmk]?m)(?:\.(?=\s*(?:$|\p{Ll})))?(?![\p{L}\p{N}])`,
    (_all, sort, unit) => `${unit!}${/^s/iu.test(sort!) ? "²" : "³"}`,
  ),
  // `9 g of salt in a litre`
  rule(
    String.raw`(?<=\d\s?(?:g|mg|kg|mol|mmol|grams?|moles?)\s[^.;?\d]{0,40}\bin\s)(?:a|one)\s(?:litre|liter)${END}`,
    () => "1 L",
  ),
  rule(String.raw`(?<=\d)-kilos?${END}`, () => " kg"),
  rule(
    String.raw`${BEFORE}(?:a|one)\s(half|quarter)[\s-]turn${END}`,
    (_all, part) => `${printed(shareOf(undefined, part!))} turn`,
  ),
  rule(String.raw`(?<=\sper\s)annum${END}`, () => "year"),
  // `85 kilometers per our`
  rule(String.raw`(?<=\p{L}\s(?:per|an?)\s)our${END}`, () => "h"),
  rule(
    String.raw`(?<=\d\s?)(kilo|micro|milli|mega|nano|pico|giga|centi)[\s-](${PREFIXED})${END}`,
    (_all, prefix, unit) => prefix! + unit!,
  ),
  // `4186 J/kg K`, `0.045 W/m.K`
  rule(
    String.raw`(?<=(?:J|W|cal|Btu|BTU)/(?:kg|g|mol|lb|[cm]?m[23²³]?|m\^[23]))[\s.·-](?=(?:K|°C|degC)(?![\p{L}\d^/]))`,
    () => "/",
    "gu",
  ),
  // `250 mL O2 per minute`, `1e16 electrons per m³`
  rule(
    String.raw`(?<=\d\s)(mL|ml|L|l|k?g|mg|m?mol)\s((?!(?:per|of|and|in|at|to|is)\s)\p{L}[\p{L}\d]*)\s` +
      String.raw`(per\s(?:${PER_TIME}))${END}`,
    (_all, amount, of, time) => `${amount!} ${time!} ${of!}`,
    "gu",
  ),
  rule(
    String.raw`(?<=\d\s)([a-z]{4,}s)\s(per\s[cmk]?m[²³])(?![\p{L}\p{N}²³])`,
    (_all, noun, below) => `${below!} ${noun!}`,
    "gu",
  ),
  // `3 a minute`, `twice a second`
  rule(String.raw`(?<=\d)\s(?:an?)\s(?=(?:${PER_TIME})${END})`, (all) => "/".padStart(all.length)),
  rule(
    String.raw`${BEFORE}twice\san?\s(?=(?:${PER_TIME})${END})`,
    (all) => `2${"/".padStart(all.length - 1)}`,
  ),
  // `f/5 Newton`
  rule(String.raw`(?<=\bf/\d{1,2}(?:\.\d)?)\s(?=\p{Lu})`, () => ";", "gu"),
  // `OD 80 / ID 50 mm`
  rule(String.raw`(?<=\p{Lu}{1,3}\s?${DIGITS})\s/(?=\s\p{Lu}{1,3}\s?\d)`, () => ",", "gu"),
];

/** What states no quantity: a function that is written out, the unit of what is asked for. */
export const OF_FORMULAS: readonly Rule[] = [
  rule(
    String.raw`(?<=\s)\d?\s?\p{L}\s?(?:sin|cos)\s?\([\p{L}\s]{1,6}\)(?:\s?(?:sin|cos)\s?\([\p{L}\s]{1,6}\))?`,
    () => "",
  ),
  rule(String.raw`(?<![\p{L}\p{N}.])1/\(1\s?[-+]\s?[\p{L}_/]{1,12}\)`, () => ""),
  rule(String.raw`(?<!\d\s?)\(1/(?:s|m|K|min|h|cm|yr|d)\)`, () => ""),
];
