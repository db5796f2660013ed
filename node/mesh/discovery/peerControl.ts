/** What the operator does about single peers and networks while the node runs. */
import type { Logger } from "../../../protocol/ports.js";
import type { Cancel } from "../../runtime/scheduler.js";
import { NetError, type Net } from "../host/net.js";
import { DIAL_FAULTS, dialFaultOf, type DialFault } from "./dialFault.js";
import { peerIdOf, peerInAddress, publicKeyOf } from "../host/peerKey.js";
import type { PeerRule, PeerRules } from "./peerRules.js";
import type { Refusals } from "../host/refusals.js";
import type { Reconnect } from "./reconnect.js";
import type { Reputation } from "./reputation.js";

/** A peer that the operator disconnected is not dialed for so long, unless told to. */
const REST_MS = 600_000;

/** What came of dialing an address. */
interface Connected {
  readonly connected: boolean;
  readonly peer: string | null;
  readonly fault: DialFault | null;
  readonly detail: string | null;
}

const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/** The peer that a peer id or a public key in hex names, or null. */
export function peerNamed(text: string): string | null {
  if (PUBLIC_KEY.test(text)) return peerIdOf(text);
  return publicKeyOf(text) === null ? null : text;
}

/** The public key of a peer that `peerNamed` gave, in hex. */
export function publicKeyNamed(peer: string): string {
  return publicKeyOf(peer) ?? peer;
}

/** The one way to write what a rule is about; null for what is neither peer nor network. */
export { ruleTarget } from "./peerRules.js";

interface PeerControlModules {
  readonly net: Net;
  readonly log: Logger;
  readonly rules: PeerRules;
  readonly reputation: Reputation;
  readonly reconnect: Reconnect;
  readonly refusals: Refusals;
}

export class PeerControl {
  readonly #modules: PeerControlModules;
  #offPeer: Cancel = () => undefined;

  constructor(modules: PeerControlModules) {
    this.#modules = modules;
  }

  start(): void {
    const { net, rules } = this.#modules;
    // Not every network asks before it lets a peer in.
    this.#offPeer = net.onPeer((peer, connected) => {
      if (connected && rules.isBanned(peer, this.#ipOf(peer))) this.#close(peer);
    });
  }

  stop(): void {
    this.#offPeer();
  }

  rules(): readonly PeerRule[] {
    return this.#modules.rules.list();
  }

  /** Whether one more rule may be made. */
  get hasRoom(): boolean {
    return this.#modules.rules.hasRoom;
  }

  /** Keeps a peer or a network out. @param seconds null: for good */
  async ban(target: string, reason: string, seconds: number | null): Promise<PeerRule> {
    const { net, rules, log } = this.#modules;
    const rule = await rules.set(target, { rule: "ban", by: "operator", reason, seconds });
    log.info("the operator banned a peer or a network", { target, reason });
    for (const peer of net.peers()) if (rules.isBanned(peer, this.#ipOf(peer))) this.#close(peer);
    return rule;
  }

  /** Lets a peer or a network in, whatever was held against it. */
  async allow(target: string, reason: string): Promise<PeerRule> {
    const { net, rules, reputation, log } = this.#modules;
    const rule = await rules.set(target, { rule: "allow", by: "operator", reason, seconds: null });
    net.admit(target);
    reputation.pardoned(target);
    log.info("the operator allowed a peer or a network", { target, reason });
    return rule;
  }

  /** A peer has another key now: what the operator said of the old one is said of the new one. */
  async follow(old: string, successor: string): Promise<void> {
    const { net, rules, log } = this.#modules;
    if (!(await rules.follow(old, successor))) return;
    log.info("a rule about a peer follows its new key", { old, successor });
    for (const peer of net.peers()) if (rules.isBanned(peer, this.#ipOf(peer))) this.#close(peer);
  }

  /** @returns whether there was a rule */
  async forget(target: string): Promise<boolean> {
    const { net, rules, reputation } = this.#modules;
    const wasOwn = rules.list().some((rule) => rule.target === target && rule.by === "points");
    if (wasOwn) {
      net.admit(target);
      reputation.pardoned(target);
    }
    return rules.forget(target);
  }

  async connect(address: string): Promise<Connected> {
    const { net, reconnect } = this.#modules;
    const named = peerInAddress(address);
    if (named !== null) reconnect.resume(named);
    try {
      return { connected: true, peer: await net.dial(address), fault: null, detail: null };
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
      const fault = dialFaultOf(error);
      const detail = `${DIAL_FAULTS[fault]} (${error.message})`;
      return { connected: false, peer: null, fault, detail };
    }
  }

  /** @returns whether it was connected */
  async disconnect(peer: string): Promise<boolean> {
    const { net, reconnect } = this.#modules;
    reconnect.rest(peer, REST_MS);
    if (!net.peers().includes(peer)) return false;
    await net.disconnect(peer);
    return true;
  }

  #ipOf(peer: string): string | null {
    return this.#modules.net.ipOf?.(peer) ?? null;
  }

  #close(peer: string): void {
    void this.#modules.refusals.refuse(peer, "BANNED");
  }
}
