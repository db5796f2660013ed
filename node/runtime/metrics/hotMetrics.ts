/**
 * Counters and histograms for what happens on every request. The metrics library hashes labels at
 * each increment, which costs more than the computation itself; these count in plain numbers and
 * are written out at a scrape.
 */
import type { Metric, Registry } from "prom-client";

type Labels = Readonly<Record<string, string | number>>;
interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}

/** What the library asks of a metric when it is scraped. */
interface Scraped {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly Sample[];
}

abstract class HotMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  protected abstract readonly type: string;
  constructor(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    // The library's own classes differ from this one only in members that a scrape never reads.
    registry.registerMetric(this as unknown as Metric);
  }
  protected abstract samples(): readonly Sample[];
  abstract reset(): void;
  get(): Promise<Scraped> {
    return Promise.resolve({
      name: this.name,
      help: this.help,
      type: this.type,
      aggregator: "sum",
      values: this.samples(),
    });
  }
}

interface Count {
  readonly labels: Labels;
  value: number;
}

/** One count for each combination of labels. */
export class HotCounter extends HotMetric {
  protected readonly type = "counter";
  readonly #series = new Map<string, Map<string, Count>>();

  /**
   * Counts the series under two keys that together stand for its labels. Two texts that exist
   * already are found faster than one that has to be joined and hashed.
   */
  inc(first: string, second: string, labels: () => Labels): void {
    const series = this.#series.get(first)?.get(second);
    if (series === undefined) this.#begin(first, second, labels());
    else series.value += 1;
  }

  /** Of all series. */
  get total(): number {
    let sum = 0;
    for (const row of this.#series.values()) for (const { value } of row.values()) sum += value;
    return sum;
  }

  #begin(first: string, second: string, labels: Labels): void {
    let row = this.#series.get(first);
    if (row === undefined) this.#series.set(first, (row = new Map()));
    row.set(second, { labels, value: 1 });
  }

  protected samples(): readonly Sample[] {
    return [...this.#series.values()].flatMap((row) =>
      [...row.values()].map(({ labels, value }) => ({ labels, value })),
    );
  }

  reset(): void {
    this.#series.clear();
  }
}

interface Buckets {
  readonly counts: Float64Array;
  sum: number;
  count: number;
}

export class HotHistogram extends HotMetric {
  protected readonly type = "histogram";
  readonly #bounds: readonly number[];
  readonly #label: string | null;
  readonly #series = new Map<string, Buckets>();

  /** @param label the one label, or null. @param bounds upper bounds, rising. */
  constructor(
    registry: Registry,
    name: string,
    help: string,
    label: string | null,
    bounds: readonly number[],
  ) {
    super(registry, name, help, label === null ? [] : [label]);
    this.#bounds = bounds;
    this.#label = label;
  }

  observe(value: number, labelValue = ""): void {
    let series = this.#series.get(labelValue);
    if (series === undefined) {
      series = { counts: new Float64Array(this.#bounds.length + 1), sum: 0, count: 0 };
      this.#series.set(labelValue, series);
    }
    let i = 0;
    while (i < this.#bounds.length && value > this.#bounds[i]!) i += 1;
    series.counts[i]! += 1;
    series.sum += value;
    series.count += 1;
  }

  protected samples(): readonly Sample[] {
    const samples: Sample[] = [];
    for (const [labelValue, { counts, sum, count }] of this.#series) {
      const labels: Labels = this.#label === null ? {} : { [this.#label]: labelValue };
      let below = 0;
      this.#bounds.forEach((bound, i) => {
        below += counts[i]!;
        samples.push({
          metricName: `${this.name}_bucket`,
          labels: { ...labels, le: bound },
          value: below,
        });
      });
      samples.push(
        { metricName: `${this.name}_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
        { metricName: `${this.name}_sum`, labels, value: sum },
        { metricName: `${this.name}_count`, labels, value: count },
      );
    }
    return samples;
  }

  reset(): void {
    this.#series.clear();
  }
}
