/** How far a node may be trusted to compute alone: its agreements with others, since its last lie. */
import type { JobFacts } from "./facts.js";
import type { Progress } from "./progress.js";
import { DRAWN_MAX } from "./terms.js";

/** Results of a node at one engine version. */
export interface Record {
  /** Replicated results that agreed with another node's. */
  readonly agreements: number;
  /** Replicated results that differed from the accepted one. */
  readonly disagreements: number;
  /** Jobs whose accepted result is its own, the newest last. */
  readonly accepted: readonly string[];
  /** Some of those that had the same result: other nodes, and the one that keeps this record. */
  readonly agreedWith: readonly string[];
}

const NOTHING: Record = { agreements: 0, disagreements: 0, accepted: [], agreedWith: [] };
/** Stands among nodes for the one that keeps the record. */
const KEEPER = "keeper";
/** More than compute one job, so that of those who agreed with a node one is left beside them. */
const AGREED_WITH_MAX = 2 * DRAWN_MAX;
/** Jobs of one node that are remembered, as long as anybody remembers them. */
const ACCEPTED_MAX = 4_096;
/** Nodes at an engine version; who was counted longest ago is forgotten first. */
const RECORDS_MAX = 8_192;

/** The agreements of nodes, by node and engine version. */
export class Credibility {
  readonly #records = new Map<string, Record>();
  readonly #counted = new Set<string>();

  of(node: string, engineVersion: string): Record {
    return this.#records.get(keyOf(node, engineVersion)) ?? NOTHING;
  }

  /** Counts a job that is done, once. */
  count(facts: JobFacts, { agreed, differing, phase, quorum }: Progress): void {
    if (phase !== "done" || facts.open === null || this.#counted.has(facts.id)) return;
    this.#counted.add(facts.id);
    const { engine_version: version } = facts.open.body;
    for (const node of agreed) {
      const known = this.of(node, version);
      this.#set(node, version, {
        ...known,
        agreements: known.agreements + (quorum > 1 ? 1 : 0),
        accepted: [...known.accepted, facts.id].slice(-ACCEPTED_MAX),
        agreedWith: withMore(known, quorum > 1 ? agreed.filter((one) => one !== node) : []),
      });
    }
    for (const node of differing) {
      const known = this.of(node, version);
      this.#set(node, version, { ...known, agreements: 0, disagreements: known.disagreements + 1 });
    }
  }

  /** A result of a node alone is what the node that asked for it has computed itself. */
  confirm(node: string, engineVersion: string): void {
    const known = this.of(node, engineVersion);
    this.#set(node, engineVersion, { ...known, agreements: known.agreements + 1 });
    this.computed(node, engineVersion);
  }

  /** A result of a node is what the node that keeps the record has computed itself. */
  computed(node: string, engineVersion: string): void {
    const known = this.of(node, engineVersion);
    this.#set(node, engineVersion, { ...known, agreedWith: withMore(known, [KEEPER]) });
  }

  /**
   * How many beside these nodes ever agreed with one of them. Where it is nobody, they vouch for
   * each other alone: all of them may be of one who lies.
   */
  beside(
    nodes: readonly string[],
    engineVersion: string,
    isLiar: (node: string) => boolean,
  ): number {
    const others = nodes.flatMap((node) => this.of(node, engineVersion).agreedWith);
    return new Set(others.filter((one) => !nodes.includes(one) && !isLiar(one))).size;
  }

  /**
   * A lie was found: nothing that the node said before counts any more.
   * @returns the jobs whose accepted result is its own, which are looked at again
   */
  lied(node: string, engineVersion: string): readonly string[] {
    const known = this.of(node, engineVersion);
    this.#set(node, engineVersion, {
      agreements: 0,
      disagreements: known.disagreements + 1,
      accepted: [],
      agreedWith: [],
    });
    return known.accepted;
  }

  /** Forgets which jobs were counted that nobody remembers any more; what they counted for stays. */
  forget(isKept: (job: string) => boolean): void {
    for (const job of this.#counted) if (!isKept(job)) this.#counted.delete(job);
    for (const [key, record] of this.#records) {
      const accepted = record.accepted.filter(isKept);
      if (accepted.length < record.accepted.length) this.#records.set(key, { ...record, accepted });
    }
  }

  /** Figures of one node over all engine versions. */
  total(node: string): Pick<Record, "agreements" | "disagreements"> {
    let agreements = 0;
    let disagreements = 0;
    for (const [key, record] of this.#records) {
      if (!key.startsWith(`${node} `)) continue;
      agreements += record.agreements;
      disagreements += record.disagreements;
    }
    return { agreements, disagreements };
  }

  #set(node: string, engineVersion: string, record: Record): void {
    const key = keyOf(node, engineVersion);
    this.#records.delete(key);
    this.#records.set(key, record);
    if (this.#records.size > RECORDS_MAX) this.#records.delete(this.#records.keys().next().value!);
  }
}

/** Whoever agreed first stays. */
function withMore({ agreedWith }: Record, more: readonly string[]): readonly string[] {
  return [...new Set([...agreedWith, ...more])].slice(0, AGREED_WITH_MAX);
}

function keyOf(node: string, engineVersion: string): string {
  return `${node} ${engineVersion}`;
}
