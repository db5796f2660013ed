/**
 * Figures that are read rather than counted. Capabilities return theirs as values; this is the only
 * place that registers them with the metrics library.
 */
import type { Metric, Registry } from "prom-client";
import { PREFIX } from "./metrics.js";

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge with what it says now. */
export interface Gauge {
  /** Without the prefix of the program; its unit is in the name. */
  readonly name: string;
  readonly help: string;
  /** Names of its labels, the same for every sample. */
  readonly labels: readonly string[];
  readonly samples: readonly Sample[];
  /** What only grows while the process runs is a counter; its name ends with `_total`. */
  readonly type?: "counter";
}

/** A gauge of one value. */
export function gauge(name: string, help: string, value: number): Gauge {
  return { name, help, labels: [], samples: [{ labels: {}, value }] };
}

/** A gauge with one value for each value of a label. */
export function gaugeBy(
  label: string,
  name: string,
  help: string,
  values: Readonly<Record<string, number>>,
): Gauge {
  const samples = Object.entries(values).map(([of, value]) => ({ labels: { [label]: of }, value }));
  return { name, help, labels: [label], samples };
}

/** What only grows while the process runs. */
export function counter(name: string, help: string, value: number): Gauge {
  return { ...gauge(name, help, value), type: "counter" };
}

/** What only grows while the process runs, one value for each value of a label. */
export function counterBy(
  label: string,
  name: string,
  help: string,
  values: Readonly<Record<string, number>>,
): Gauge {
  return { ...gaugeBy(label, name, help, values), type: "counter" };
}

/** What the metrics library asks of a metric when it is scraped. */
class ShownGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly #type: "gauge" | "counter";
  #samples: readonly Sample[] = [];

  constructor({ help, labels, name, type }: Gauge) {
    this.name = PREFIX + name;
    this.help = help;
    this.labelNames = labels;
    this.#type = type ?? "gauge";
  }
  set(samples: readonly Sample[]): void {
    this.#samples = samples;
  }
  reset(): void {
    this.#samples = [];
  }
  get(): Promise<object> {
    const { help, name } = this;
    return Promise.resolve({
      name,
      help,
      type: this.#type,
      aggregator: "sum",
      values: this.#samples,
    });
  }
}

/** The gauges of a registry, each registered when it is first shown. */
export class ShownGauges {
  readonly #registry: Registry;
  readonly #known = new Map<string, ShownGauge>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /**
   * Samples that are no longer told are gone.
   * @throws Error for a name that is registered by somebody else
   */
  show(gauges: readonly Gauge[]): void {
    for (const one of gauges) this.#of(one).set(one.samples);
  }

  #of(one: Gauge): ShownGauge {
    let known = this.#known.get(one.name);
    if (known === undefined) {
      known = new ShownGauge(one);
      // The library's own classes differ from this one only in members that a scrape never reads.
      this.#registry.registerMetric(known as unknown as Metric);
      this.#known.set(one.name, known);
    }
    return known;
  }
}
