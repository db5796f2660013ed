/** How far a node may be trusted to compute alone: its agreements with others, since its last lie. */
import type { JobFacts } from "./facts.js";
import type { Progress } from "./progress.js";

/** Results of a node at one engine version. */
export interface Record {
  /** Replicated results that agreed with another node's. */
  readonly agreements: number;
  /** Replicated results that differed from the accepted one. */
  readonly disagreements: number;
  /** Jobs whose accepted result is its own, the newest last. */
  readonly accepted: readonly string[];
}

const NOTHING: Record = { agreements: 0, disagreements: 0, accepted: [] };
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

function keyOf(node: string, engineVersion: string): string {
  return `${node} ${engineVersion}`;
}
