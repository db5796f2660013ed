/**
 * Keeps trying to reach every known peer, for ever: the library gives a lost peer up after half a
 * minute. Waits are drawn anew each time between one calcond and a bound that doubles, so that a
 * restarted cluster does not knock in step. What anyone may have said of a peer (hints) is tried
 * beside what the peer itself signed, and never takes its place.
 */
import type { Logger } from "../../../protocol/ports.js";
import type { Net } from "../host/net.js";
import type { RandomNumbers } from "../../runtime/random.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";

const WAIT_MS_MIN = 777;
const WAIT_MS_MAX = 77 * 777;
/** Peers kept in the loop beside the configured ones. */
const LEARNED_MAX = 64;
/** Of these, those of which only hints are known. */
const HINTED_MAX = 32;
/** A hint may well be about a node that has gone: so many failures, about ten seconds. */
const HOPELESS_HINT_FAILURES = 4;
const ADDRESSES_MAX = 8;
const HINTS_MAX = 4;
/**
 * After so many failures in a row, about ten minutes, a peer only heard of makes room for another.
 */
const HOPELESS_FAILURES = 12;

interface ReconnectModules {
  readonly net: Net;
  readonly scheduler: Scheduler;
  readonly random: RandomNumbers;
  readonly log: Logger;
}

/** Configured peers are never given up; of a hinted one nothing is known but hints. */
type Source = "configured" | "signed" | "hinted";

interface Target {
  source: Source;
  addresses: readonly string[];
  hints: readonly string[];
  /** Known once it was reached, or from its address. */
  peer: string | null;
  failures: number;
  next: number;
  timer: Cancel | null;
  dialing: boolean;
}

function peerOf(address: string): string | null {
  return /\/p2p\/([^/]+)$/.exec(address)?.[1] ?? null;
}

/** Addresses that lead to `peer` by its own id, with the id. */
function full(peer: string, addresses: readonly string[]): readonly string[] {
  return addresses
    .map((address) => (peerOf(address) === null ? `${address}/p2p/${peer}` : address))
    .filter((address) => peerOf(address) === peer);
}

/** The newest first, none twice. */
function merged(
  newer: readonly string[],
  older: readonly string[],
  count: number,
): readonly string[] {
  return [...new Set([...newer, ...older])].slice(0, count);
}

export class Reconnect {
  readonly #modules: ReconnectModules;
  readonly #targets: Target[] = [];
  #offPeer: Cancel = () => undefined;
  #stopped = false;

  /** @param addresses configured ones, tried from the start */
  constructor(addresses: readonly string[], modules: ReconnectModules) {
    this.#modules = modules;
    for (const address of addresses) this.#add("configured", { addresses: [address] });
  }

  start(): void {
    this.#offPeer = this.#modules.net.onPeer((peer, connected) => {
      for (const target of this.#targets) {
        if (target.peer !== peer) continue;
        target.failures = 0;
        if (!connected) this.#schedule(target);
      }
    });
    for (const target of this.#targets) this.#try(target);
  }

  stop(): void {
    this.#stopped = true;
    this.#offPeer();
    for (const target of this.#targets) target.timer?.();
  }

  /** A peer whose own word of its addresses came joins the loop, or gets newer addresses. */
  learn(peer: string, addresses: readonly string[]): void {
    const found = this.#acceptable(peer, addresses);
    if (found.length === 0) return;
    const known = this.#targets.find((target) => target.peer === peer);
    if (known !== undefined) {
      known.addresses = merged(found, known.addresses, ADDRESSES_MAX);
      if (known.source === "hinted") known.source = "signed";
    } else if (this.#hasRoom()) {
      this.#try(this.#add("signed", { peer, addresses: found }));
    }
  }

  /** Somebody says where a peer is: worth a try, and no more. */
  hint(peer: string, addresses: readonly string[]): void {
    const found = this.#acceptable(peer, addresses);
    if (found.length === 0) return;
    const known = this.#targets.find((target) => target.peer === peer);
    if (known !== undefined) {
      known.hints = merged(found, known.hints, HINTS_MAX);
    } else if (this.#hasRoomForHinted()) {
      this.#try(this.#add("hinted", { peer, hints: found.slice(0, HINTS_MAX) }));
    }
  }

  /** Whether the operator named the peer. */
  isConfigured(peer: string): boolean {
    return this.#targets.some((target) => target.source === "configured" && target.peer === peer);
  }

  #acceptable(peer: string, addresses: readonly string[]): readonly string[] {
    return peer === this.#modules.net.peerId || this.#stopped ? [] : full(peer, addresses);
  }

  get #learned(): number {
    return this.#targets.filter(({ source }) => source !== "configured").length;
  }

  #hasRoom(): boolean {
    return (
      this.#learned < LEARNED_MAX ||
      this.#dropHopeless((target) => target.source === "hinted", 0) ||
      this.#dropHopeless((target) => target.source === "signed", HOPELESS_FAILURES)
    );
  }

  #hasRoomForHinted(): boolean {
    const hinted = this.#targets.filter(({ source }) => source === "hinted");
    return (
      (hinted.length < HINTED_MAX && this.#learned < LEARNED_MAX) ||
      this.#dropHopeless((target) => target.source === "hinted", HOPELESS_HINT_FAILURES)
    );
  }

  /** Makes room in place of the peer that failed most often, if one is hopeless. */
  #dropHopeless(isOne: (target: Target) => boolean, failuresMin: number): boolean {
    const [hopeless] = this.#targets
      .filter(
        (target) =>
          isOne(target) &&
          !target.dialing &&
          !this.#isConnected(target) &&
          target.failures >= failuresMin,
      )
      .sort((a, b) => b.failures - a.failures);
    if (hopeless === undefined) return false;
    hopeless.timer?.();
    this.#targets.splice(this.#targets.indexOf(hopeless), 1);
    return true;
  }

  #add(
    source: Source,
    { peer, addresses = [], hints = [] }: Partial<Pick<Target, "peer" | "addresses" | "hints">>,
  ): Target {
    const target: Target = {
      source,
      addresses,
      hints,
      peer: peer ?? peerOf(addresses[0] ?? ""),
      failures: 0,
      next: 0,
      timer: null,
      dialing: false,
    };
    this.#targets.push(target);
    return target;
  }

  #schedule(target: Target): void {
    if (this.#stopped || target.timer !== null) return;
    const bound = Math.min(WAIT_MS_MAX, 2 * WAIT_MS_MIN * 2 ** Math.min(target.failures, 10));
    const wait = WAIT_MS_MIN + this.#modules.random.next() * (bound - WAIT_MS_MIN);
    target.timer = this.#modules.scheduler.after(wait, () => {
      target.timer = null;
      this.#try(target);
    });
  }

  #try(target: Target): void {
    if (this.#stopped || target.dialing || this.#isConnected(target)) return;
    target.dialing = true;
    const addresses = [...target.addresses, ...target.hints];
    const address = addresses[target.next % addresses.length]!;
    target.next += 1;
    this.#modules.net.dial(address).then(
      (peer) => {
        target.dialing = false;
        target.peer = peer;
        target.failures = 0;
        // It may have gone again before its name was known here.
        if (!this.#isConnected(target)) this.#schedule(target);
      },
      (error: unknown) => {
        target.dialing = false;
        target.failures += 1;
        this.#modules.log.debug("a known peer was not reached", { address, error: String(error) });
        this.#schedule(target);
      },
    );
  }

  #isConnected({ peer }: Target): boolean {
    return peer !== null && this.#modules.net.peers().includes(peer);
  }
}
