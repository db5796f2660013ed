/** Probes that say events in turn, and how long each takes to be heard by all others. */
import { setTimeout as delay } from "node:timers/promises";
import { digestBody, eventIdIn } from "../../scripts/chaos/probe.js";
import type { Probe } from "../../scripts/chaos/probe.js";
import { percentile, until } from "./checker.js";

export interface TalkFigures {
  readonly said: number;
  /** Events heard, of said times the probes that did not say them. */
  readonly heard: number;
  readonly wanted: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const LAST_MS_MAX = 30_000;

export class Talk {
  readonly #probes: readonly Probe[];
  /** When each event of this round was said, and when it was heard. */
  #said = new Map<string, { readonly atMs: number; readonly heardMs: number[] }>();
  #next = 0;

  private constructor(probes: readonly Probe[]) {
    this.#probes = probes;
  }

  static async open(probes: readonly Probe[]): Promise<Talk> {
    const talk = new Talk(probes);
    for (const probe of probes) {
      probe.onArrival = ({ data, atMs }) => {
        const id = eventIdIn(data);
        if (id !== null) talk.#said.get(id)?.heardMs.push(atMs);
      };
    }
    for (const probe of probes) await probe.open();
    return talk;
  }

  /** Says events at a steady rate for as long as it is to go on, and waits for the last to be heard. */
  async run(restMs: number, goesOn: (said: number) => boolean): Promise<TalkFigures> {
    this.#said = new Map();
    for (let i = 0; goesOn(i); i += 1) {
      const probe = this.#probes[this.#next % this.#probes.length]!;
      const { id, text } = await probe.append("digest", digestBody(this.#next));
      this.#next += 1;
      this.#said.set(id, { atMs: performance.now(), heardMs: [] });
      await probe.publishEvent("digest", text);
      await delay(restMs);
    }
    const wanted = this.#said.size * (this.#probes.length - 1);
    // A late one is late, not lost: how late is among the figures.
    await until("the last delivery", LAST_MS_MAX, async () => this.#heard() >= wanted).catch(() => undefined);
    const latencies = [...this.#said.values()].flatMap(({ atMs, heardMs }) => heardMs.map((at) => at - atMs));
    return {
      said: this.#said.size, heard: this.#heard(), wanted,
      p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99),
    };
  }

  #heard(): number {
    return [...this.#said.values()].reduce((sum, { heardMs }) => sum + heardMs.length, 0);
  }
}
