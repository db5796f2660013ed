/** Numbers in words and signs that the grammar of quantities does not read, as it reads them. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";

const FILLED_UP =
  /\b((?:made|filled|topped|diluted|brought|stands?|withstands?|bears?|holds?|endures?)\s+)up(\s+to)(?=\s+[\d.])/giu;

/** `made up to 250 mL`, `it stands up to 80 mT` */
const upTo = rewriting(FILLED_UP, ([all, verb = "", to = ""]) => [
  `${verb}  ${to}`,
  `what stands behind "${all}" is read as the value itself`,
]);

const RECIPROCAL = /(?<=\d\s)1\/([\p{L}µ]{1,3}(?:\^?-?\d)?)(?![\p{L}\d^/])/gu;

/** `0.23 1/d` */
const reciprocals = rewriting(RECIPROCAL, ([all, unit = ""]) =>
  isUnit(`1/${unit}`) ? [` /${unit}`, `"${all}" is read as per ${unit}`] : null,
);

const HALVES = /(?<![\p{L}\d./^*-]\s?)(\d{1,2})\/2(?![\d\p{L}/^*])/gu;

/** `J = 3/2` */
const halves = rewriting(HALVES, ([all, digits = ""]) => {
  const number = String(Number(digits) / 2);
  return [number, `"${all}" is read as ${number}`];
});

const AND_A_HALF = /\b(?:an?|one)\s+(hour|minute|day|year|month|week)\s+and\s+a\s+half\b/giu;
const COUNTS = ["zero", "one", "two", "three", "four", "five", "six"];
const SOME = String.raw`\b(${COUNTS.slice(2).join("|")})`;
const SOME_AND_A_HALF = new RegExp(
  String.raw`${SOME}\s+and\s+a\s+half(?=\s+\p{L})|` +
    String.raw`${SOME}\s+(hours|minutes|days|years)\s+and\s+a\s+half\b`,
  "giu",
);

/** `an hour and a half` */
const andAHalf: readonly Rewrite[] = [
  rewriting(AND_A_HALF, ([all, unit = ""]) => [`1.5 ${unit}s`, `"${all}" is read as 1.5 ${unit}s`]),
  rewriting(SOME_AND_A_HALF, ([all, first, second, unit = ""]) => {
    const number = `${COUNTS.indexOf((first ?? second ?? "").toLowerCase())}.5`;
    const said = `${number} ${unit}`.trim();
    return [said, `"${all}" is read as ${said}`];
  }),
];

const IN_MANY =
  /\b(?:one|1)\s+(?:\p{L}+\s+)?(?:in|out\s+of)\s+(ten|a\s+hundred|a\s+thousand|100|1,?000|10)\b/giu;

/** `one person in a hundred` */
const inMany = rewriting(IN_MANY, ([all, many = ""]) => {
  const share = /ten|\b10$/iu.test(many) ? "0.1" : /hundred|100$/iu.test(many) ? "0.01" : "0.001";
  return [share, `"${all}" is read as ${share}`];
});

const MINUS = /\b(from\s+)minus\s+(\d[\d.]*)(?=\s+(?:up\s+)?to\s)/giu;

/** `from minus 10 to 35 °C` */
const minus = rewriting(MINUS, ([all, from = "", digits = ""]) => [
  from + `-${digits}`.padStart(all.length - from.length),
  `"${all}" is read as from -${digits}`,
]);

const KEY = /"([A-Za-z]\w*?)"\s*:\s*([-+]?[\d.]+(?:e[-+]?\d+)?)/giu;
const WANT = /"(?:want|find|wanted|asked)"\s*:\s*"([^"]*)"/giu;

/** Units that a key of JSON ends in: `field_V_per_m`, `angle_deg`, `moment_Cm`. */
function unitOf(parts: readonly string[]): string | null {
  const said = parts.join(" ").replace(/\s?per\s/u, "/");
  const apart = said.replace(/^([A-Z]{1,2})(m|s)$/u, "$1 $2");
  return [said, apart].find((one) => one !== "" && isUnit(one)) ?? null;
}

/** `{"field_V_per_m": 5.0e5, "want": "torque in N m"}` */
const keys: readonly Rewrite[] = [
  rewriting(KEY, ([all, key = "", number = ""]) => {
    const parts = key.split("_");
    for (let i = 1; i < parts.length; i += 1) {
      const unit = unitOf(parts.slice(i));
      if (unit === null) continue;
      const said = `${parts.slice(0, i).join(" ")} ${number} ${unit}`;
      return [said, `${all} is read as ${said}`];
    }
    return null;
  }),
  rewriting(WANT, ([all, asked = ""]) => [`find ${asked}`, `${all} is read as what is asked`]),
];

export const numbers: readonly Rewrite[] = [
  ...keys,
  upTo,
  reciprocals,
  halves,
  ...andAHalf,
  inMany,
  minus,
];
