/**
 * The text of a scrape as OpenMetrics 1.0, made of the older Prometheus text: families of counters
 * are named without `_total`, their unit is told, no line is empty, and the end is marked.
 */

export const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const UNITS = ["seconds", "bytes"] as const;

/** Whether the scraper would rather have OpenMetrics than the older text. */
export function wantsOpenMetrics(accept: string | undefined): boolean {
  const weightOf = (type: string): number => {
    const weights = (accept ?? "")
      .split(",")
      .map((one) => one.split(";").map((part) => part.trim()))
      .filter(([name]) => name === type)
      .map((parts) => Number(parts.find((part) => part.startsWith("q="))?.slice(2) ?? 1));
    return Math.max(0, ...weights);
  };
  const weight = weightOf("application/openmetrics-text");
  return weight > 0 && weight >= weightOf("text/plain");
}

function unitLine(family: string): readonly string[] {
  const unit = UNITS.find((one) => family.endsWith(`_${one}`));
  return unit === undefined ? [] : [`# UNIT ${family} ${unit}`];
}

/** @param text as Prometheus 0.0.4 has it, HELP before TYPE before the samples of each family */
export function openMetricsOf(text: string): string {
  const counters = new Set([...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name]) => name!));
  const familyOf = (name: string): string =>
    counters.has(name) ? name.replace(/_total$/, "") : name;
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
      if (kind === undefined) return [line];
      const family = familyOf(name!);
      if (kind === "TYPE") return [`# TYPE ${family} ${rest!}`, ...unitLine(family)];
      return [`# HELP ${family} ${rest!.replaceAll('"', '\\"')}`];
    });
  return `${[...lines, "# EOF"].join("\n")}\n`;
}
