/**
 * What `promtool check metrics` says of a scrape: the rules of
 * prometheus/client_golang, `prometheus/testutil/promlint/validations`, of 2025.
 */
import type { Family } from "./exposition.js";

/** To base units. */
const UNITS: Readonly<Record<string, string>> = {
  amperes: "amperes",
  bytes: "bytes",
  celsius: "celsius",
  grams: "grams",
  joules: "joules",
  kelvin: "kelvin",
  meters: "meters",
  metres: "metres",
  seconds: "seconds",
  volts: "volts",
  minutes: "seconds",
  hours: "seconds",
  days: "seconds",
  weeks: "seconds",
  kelvins: "kelvin",
  fahrenheit: "celsius",
  rankine: "celsius",
  inches: "meters",
  yards: "meters",
  miles: "meters",
  bits: "bytes",
  calories: "joules",
  pounds: "grams",
  ounces: "grams",
};
const PREFIXES = [
  "",
  "pico",
  "nano",
  "micro",
  "milli",
  "centi",
  "deci",
  "deca",
  "hecto",
  "kilo",
  "kibi",
  "mega",
  "mibi",
  "giga",
  "gibi",
  "tera",
  "tebi",
  "peta",
  "pebi",
];
const ABBREVIATIONS = [
  "s",
  "ms",
  "us",
  "ns",
  "sec",
  "b",
  "kb",
  "mb",
  "gb",
  "tb",
  "pb",
  "m",
  "h",
  "d",
];
const TYPES = ["counter", "gauge", "summary", "histogram", "gauge_histogram"];

const has = (name: string, part: string): boolean => `${name}_`.includes(`_${part}_`);

function unitProblems(name: string): readonly string[] {
  for (const part of name.split("_"))
    for (const prefix of PREFIXES) {
      const base = part.startsWith(prefix) ? UNITS[part.slice(prefix.length)] : undefined;
      if (base !== undefined)
        return part === base ? [] : [`use base unit ${base} instead of ${part}`];
    }
  return [];
}

function reservedProblems({ name, samples, type }: Family): readonly string[] {
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  const isHistogram = type === "histogram";
  const isOfMany = isHistogram || type === "summary";
  return [
    ...(!isHistogram && name.endsWith("_bucket") ? ["_bucket of no histogram"] : []),
    ...(!isOfMany && /_(?:count|sum)$/.test(name) ? ["_count or _sum of no histogram"] : []),
    ...(!isHistogram && labels.has("le") ? ["label le of no histogram"] : []),
    ...(type !== "summary" && labels.has("quantile") ? ["label quantile of no summary"] : []),
    ...[...labels]
      .filter((label) => /[a-z][A-Z]/.test(label))
      .map((label) => `label in camelCase: ${label}`),
  ];
}

function problemsOf(family: Family): readonly string[] {
  const { help, name, type } = family;
  const isTotal = name.endsWith("_total");
  const found = [
    ...(help.trim() === "" ? ["no help text"] : []),
    ...(type === "untyped" ? ["no type"] : []),
    ...(type === "counter" && !isTotal ? ["a counter without _total"] : []),
    ...(type !== "counter" && isTotal ? ["_total of no counter"] : []),
    ...unitProblems(name),
    ...TYPES.filter((one) => has(name, one)).map((one) => `type in the name: ${one}`),
    ...(name.includes(":") ? ["a colon in the name"] : []),
    ...(/[a-z][A-Z]/.test(name) ? ["camelCase"] : []),
    ...ABBREVIATIONS.filter((one) => has(name, one)).map((one) => `abbreviated unit: ${one}`),
    ...reservedProblems(family),
  ];
  return found.map((problem) => `${name}: ${problem}`);
}

export function lintMetrics(families: readonly Family[]): readonly string[] {
  return families.flatMap(problemsOf);
}
