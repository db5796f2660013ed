/** The text of a scrape, read into families, and what a node exports. */
import { createMetrics } from "../../node/runtime/metrics/metrics.js";
import { diskGauges } from "../../node/runtime/metrics/diskGauges.js";
import { ShownGauges } from "../../node/runtime/metrics/gauges.js";
import { openNode } from "./composed.js";

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const OF_HISTOGRAMS = /_(?:bucket|sum|count)$/;

/** @throws Error where the text is not what Prometheus reads, or says anything twice */
export function readExposition(text: string): readonly Family[] {
  const families = new Map<
    string,
    { name: string; type: string; help: string; samples: Sample[] }
  >();
  const seen = new Set<string>();
  let last = "";
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, kind, name = "", rest = ""] =
      /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      if (families.has(name)) throw new Error(`help twice: ${name}`);
      families.set(name, { name, type: "untyped", help: rest, samples: [] });
    } else if (kind === "TYPE") {
      const family = families.get(name);
      if (family === undefined || family.samples.length > 0)
        throw new Error(`a type without help, or after its samples: ${name}`);
      family.type = rest;
    } else if (!line.startsWith("#")) {
      const sample = readSample(line);
      const of = families.get(sample.name) ?? families.get(sample.name.replace(OF_HISTOGRAMS, ""));
      if (of === undefined) throw new Error(`a sample of no family: ${line}`);
      if (of.samples.length > 0 && last !== of.name) throw new Error(`in pieces: ${of.name}`);
      const series = line.slice(0, line.lastIndexOf(" "));
      if (seen.has(series)) throw new Error(`a series twice: ${series}`);
      seen.add(series);
      last = of.name;
      of.samples.push(sample);
    }
  }
  return [...families.values()];
}

function readSample(line: string): Sample {
  const [, name, inner = "", value] =
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  const pairs = [...inner.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/g)];
  if (pairs.map(([all]) => all).join("") !== inner) throw new Error(`not labels: ${inner}`);
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label, text]) => [label!, text!])),
    value: Number(value!.replace("Inf", "Infinity")),
  };
}

export interface Exported {
  readonly text: string;
  /** Names with the labels of each, those of histograms included. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

interface Named {
  readonly name: string;
}

/** What the library's types leave out, though each metric has it. */
function labelNamesOf(metric: Named): readonly string[] {
  return "labelNames" in metric && Array.isArray(metric.labelNames)
    ? metric.labelNames.map(String)
    : [];
}

/**
 * Of a node that joined a mesh, with one sample of each histogram and counter.
 * @param directory some directory, in the place of that of a database
 */
export async function exportedMetrics(directory: string): Promise<Exported> {
  const node = await openNode();
  await node.join(null);
  const metrics = createMetrics();
  metrics.httpSeconds.observe(0.003, "calc_compute");
  metrics.httpRequests.inc("calc_compute", "200", () => ({
    op: "calc_compute",
    method: "POST",
    status: 200,
  }));
  metrics.computes.inc("NM21", "value", () => ({ operator: "NM21", verdict: "value" }));
  metrics.sealSeconds.observe(0.002);
  metrics.sealWindow.observe(1);
  new ShownGauges(metrics.registry).show([...node.gauges(), ...(await diskGauges(directory))]);
  await node.close();
  const all: readonly Named[] = metrics.registry.getMetricsAsArray();
  return {
    text: await metrics.registry.metrics(),
    labels: new Map(all.map((one) => [one.name, labelNamesOf(one)])),
  };
}
