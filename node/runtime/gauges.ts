/**
 * Figures that are read rather than counted. Capabilities return theirs as values; this is the only
 * place that registers them with the metrics library.
 */
import { Gauge as LibraryGauge, type Registry } from "prom-client";
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

/** The gauges of a registry, each registered when it is first shown. */
export class ShownGauges {
  readonly #registry: Registry;
  readonly #known = new Map<string, LibraryGauge>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /**
   * Samples that are no longer told are gone.
   * @throws Error for a name that is registered by somebody else
   */
  show(gauges: readonly Gauge[]): void {
    for (const one of gauges) {
      const shown = this.#of(one);
      shown.reset();
      for (const { labels, value } of one.samples) shown.set(labels, value);
    }
  }

  #of({ help, labels, name }: Gauge): LibraryGauge {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = new LibraryGauge({
        name: PREFIX + name,
        help,
        labelNames: [...labels],
        registers: [this.#registry],
      });
      this.#known.set(name, known);
    }
    return known;
  }
}
