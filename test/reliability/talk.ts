/**
 * Probes that say events in turn, and how long each takes to be heard by all that are to hear it.
 */
import { setTimeout as delay } from "node:timers/promises";
import { arrivalsIn } from "../../scripts/devnet/arrivals.js";
import { digestBody, eventIdIn } from "../../scripts/chaos/probe.js";
import type { Probe } from "../../scripts/chaos/probe.js";
import { percentile, until } from "./checker.js";

export interface TalkFigures {
  readonly said: number;
  /** By whom it was to be heard, summed over all that was said. */
  readonly heard: number;
  readonly wanted: number;
  /** Words said in a second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * Of what was said after the first minute, in which the engine compiles; null where nothing was.
   */
  readonly settledP99Ms: number | null;
}

/** Who listens. */
interface Ears {
  /** How many are to hear what one probe says. */
  readonly count: number;
  /** When each event was heard, by id, in milliseconds of `performance.now`. */
  arrivals(): ReadonlyMap<string, readonly number[]>;
}

const LAST_MS_MAX = 30_000;
const SETTLING_MS = 60_000;

/** All probes hear what the others say. */
export function probeEars(probes: readonly Probe[]): Ears {
  const arrivals = new Map<string, number[]>();
  for (const probe of probes) {
    probe.onArrival = ({ data, atMs }) => {
      const id = eventIdIn(data);
      if (id !== null) noted(arrivals, id, atMs);
    };
  }
  return { count: probes.length - 1, arrivals: () => arrivals };
}

/** All daemons hear what is said at one of them. @param files to which they write what they took */
export function daemonEars(files: readonly string[]): Ears {
  return {
    count: files.length,
    arrivals: () => {
      const arrivals = new Map<string, number[]>();
      for (const file of files)
        for (const [id, atMs] of arrivalsIn(file)) noted(arrivals, id, atMs);
      return arrivals;
    },
  };
}

function noted(arrivals: Map<string, number[]>, id: string, atMs: number): void {
  const before = arrivals.get(id);
  if (before === undefined) arrivals.set(id, [atMs]);
  else before.push(atMs);
}

export class Talk {
  readonly #probes: readonly Probe[];
  readonly #ears: Ears;
  /** All that was said. */
  readonly said = new Set<string>();
  #next = 0;

  private constructor(probes: readonly Probe[], ears: Ears) {
    this.#probes = probes;
    this.#ears = ears;
  }

  static async open(probes: readonly Probe[], ears: Ears): Promise<Talk> {
    for (const probe of probes) await probe.open();
    return new Talk(probes, ears);
  }

  /**
   * Says events at a steady rate for as long as it is to go on, and waits for the last to be heard.
   */
  async run(restMs: number, goesOn: (said: number) => boolean): Promise<TalkFigures> {
    const said = new Map<string, number>();
    const begun = performance.now();
    for (let [i, due] = [0, begun]; goesOn(i); i += 1) {
      const probe = this.#probes[this.#next % this.#probes.length]!;
      const { id, text } = await probe.append("digest", digestBody(this.#next));
      this.#next += 1;
      this.said.add(id);
      said.set(id, performance.now());
      await probe.publishEvent("digest", text);
      // What came late is not made up for by a burst.
      due = Math.max(due + restMs, performance.now());
      await delay(due - performance.now());
    }
    const seconds = (performance.now() - begun) / 1_000;
    const wanted = said.size * this.#ears.count;
    let latencies: readonly number[] = [];
    let settled: readonly number[] = [];
    // A late one is late, not lost: how late is among the figures.
    await until("the last delivery", LAST_MS_MAX, async () => {
      const arrivals = this.#ears.arrivals();
      const heardOf = (some: readonly (readonly [string, number])[]): readonly number[] =>
        some.flatMap(([id, atMs]) => (arrivals.get(id) ?? []).map((at) => at - atMs));
      latencies = heardOf([...said]);
      settled = heardOf([...said].filter(([, atMs]) => atMs - begun > SETTLING_MS));
      return latencies.length >= wanted;
    }).catch(() => undefined);
    return {
      said: said.size,
      heard: latencies.length,
      wanted,
      perSecond: said.size / seconds,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      settledP99Ms: settled.length === 0 ? null : percentile(settled, 0.99),
    };
  }
}
