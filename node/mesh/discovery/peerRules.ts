/**
 * Who is kept out and who is let in whatever it scores: by peer and by network, for good or for a
 * while, across restarts. What is said of a peer counts before what is said of its network, and of
 * networks the narrowest counts.
 */
import type { Clock, Logger } from "../../../protocol/ports.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { PeerRuleRecord } from "../../../storage/records/records.js";
import type { Store } from "../../../storage/store.js";
import { isWithin, readCidr, type Cidr } from "../host/cidr.js";
import { peerIdOf, publicKeyOf } from "../host/peerKey.js";

/** Rules of the operator, and those that the node made itself. */
const OPERATOR_RULES_MAX = 1_024;
const OWN_RULES_MAX = 4_096;
const LOADED_MAX = 65_536;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

export interface PeerRule extends PeerRuleRecord {
  /** A peer id, or a network as `203.0.113.0/24`. */
  readonly target: string;
}

type Said = Pick<PeerRuleRecord, "rule" | "by" | "reason"> & {
  /** Null: for good. */
  readonly seconds: number | null;
};

interface PeerRulesModules {
  readonly clock: Clock;
  readonly store: Pick<Store, "peers" | "write">;
  readonly log: Logger;
}

/** The one way to write what a rule is about; null for what is neither peer nor network. */
export function ruleTarget(text: string): string | null {
  if (PUBLIC_KEY.test(text)) return peerIdOf(text);
  return publicKeyOf(text) === null ? (readCidr(text)?.text ?? null) : text;
}

export class PeerRules {
  readonly #modules: PeerRulesModules;
  readonly #rules = new Map<string, PeerRuleRecord>();
  /** The narrowest first. */
  #networks: readonly (readonly [Cidr, PeerRuleRecord])[] = [];

  constructor(modules: PeerRulesModules) {
    this.#modules = modules;
  }

  async load(): Promise<void> {
    const { rules } = this.#modules.store.peers;
    for (const [target, record] of await rules.list({ limit: LOADED_MAX })) {
      this.#rules.set(target, record);
    }
    await this.#dropOver();
  }

  /** Those that hold, the newest first. */
  list(): readonly PeerRule[] {
    return [...this.#rules]
      .filter(([, record]) => this.#holds(record))
      .map(([target, record]) => ({ target, ...record }))
      .reverse();
  }

  /** Whether the operator has room for one more. */
  get hasRoom(): boolean {
    return this.#countBy("operator") < OPERATOR_RULES_MAX;
  }

  /** @param target as `ruleTarget` writes it. @throws what the store failed with */
  async set(target: string, { seconds, ...said }: Said): Promise<PeerRule> {
    const now = this.#calcond();
    const record: PeerRuleRecord = {
      ...said,
      sinceCalcond: now,
      untilCalcond: seconds === null ? null : now + calcondsOf(seconds),
    };
    this.#rules.delete(target);
    this.#rules.set(target, record);
    this.#readNetworks();
    const { store } = this.#modules;
    await store.write(store.peers.rules.putOps(target, record));
    await this.#dropOver();
    return { target, ...record };
  }

  /** Gives the rule of one peer to another that has none. @returns whether there was one */
  async follow(from: string, to: string): Promise<boolean> {
    const record = this.#rules.get(from);
    if (record === undefined || !this.#holds(record) || this.#rules.has(to)) return false;
    this.#rules.set(to, record);
    const { store } = this.#modules;
    await store.write(store.peers.rules.putOps(to, record));
    return true;
  }

  /** @returns whether there was one */
  async forget(target: string): Promise<boolean> {
    if (!this.#rules.delete(target)) return false;
    this.#readNetworks();
    const { store } = this.#modules;
    await store.write(store.peers.rules.delOps(target));
    return true;
  }

  /** What counts for a peer that comes from an address, of which either may be unknown yet. */
  ruleFor(peer: string | null, ip: string | null): PeerRuleRecord | null {
    const own = peer === null ? undefined : this.#rules.get(peer);
    if (own !== undefined && this.#holds(own)) return own;
    if (ip === null) return null;
    const found = this.#networks.find(
      ([network, record]) => this.#holds(record) && isWithin(ip, network),
    );
    return found?.[1] ?? null;
  }

  isBanned(peer: string | null, ip: string | null): boolean {
    return this.ruleFor(peer, ip)?.rule === "ban";
  }

  isAllowedByOperator(peer: string): boolean {
    const rule = this.ruleFor(peer, null);
    return rule?.rule === "allow" && rule.by === "operator";
  }

  /** Whether the operator or an invitation lets a peer in by its name. */
  isAllowed(peer: string): boolean {
    return this.ruleFor(peer, null)?.rule === "allow";
  }

  #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  #holds({ untilCalcond }: PeerRuleRecord): boolean {
    return untilCalcond === null || this.#calcond() < untilCalcond;
  }

  #countBy(by: PeerRuleRecord["by"]): number {
    let count = 0;
    for (const record of this.#rules.values()) if (record.by === by) count += 1;
    return count;
  }

  #readNetworks(): void {
    this.#networks = [...this.#rules]
      .flatMap(([target, record]) => {
        const network = readCidr(target);
        return network === null ? [] : [[network, record] as const];
      })
      .sort(([a], [b]) => b.bits - a.bits);
  }

  /** Asks that are over, and the oldest of too many that the node made itself. */
  async #dropOver(): Promise<void> {
    const { store } = this.#modules;
    let tooMany = this.#rules.size - this.#countBy("operator") - OWN_RULES_MAX;
    const gone = [...this.#rules].flatMap(([target, record]) => {
      const isOver = !this.#holds(record) || (record.by !== "operator" && tooMany > 0);
      if (isOver && record.by !== "operator") tooMany -= 1;
      return isOver ? [target] : [];
    });
    for (const target of gone) this.#rules.delete(target);
    this.#readNetworks();
    if (gone.length > 0)
      await store.write(gone.flatMap((target) => store.peers.rules.delOps(target)));
  }
}

function calcondsOf(seconds: number): number {
  return Math.ceil((seconds * 1e9) / Number(CALCOND_NS));
}
