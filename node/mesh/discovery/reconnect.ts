/**
 * Keeps trying to reach every known peer, for ever: the library gives a lost peer up after half a
 * minute. Waits are drawn anew each time between one calcond and a bound that doubles, so that a
 * restarted cluster does not knock in step. What anyone may have said of a peer (hints) is tried
 * beside what the peer itself signed, and never takes its place.
 */
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Net } from "../host/net.js";
import { ipIn } from "../host/networks.js";
import { dialFaultOf, type DialFault } from "./dialFault.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { Dials } from "./dials.js";
import type { RandomNumbers } from "../../runtime/random.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";

const WAIT_MS_MIN = 777;
const WAIT_MS_MAX = 77 * 777;
/** Behind the loss of the last peer the configured ones are tried as after so few failures. */
const ALONE_FAILURES = 2;
/** Where a peer keeps this node out, and a restart of either is what would change that. */
const BANNED_WAIT_MS_MAX = 10 * WAIT_MS_MAX;
/**
 * Who was never met may well be where this node cannot call: behind a translator of addresses, or
 * made up. It is tried ever less, and calls here itself when it can.
 */
const NEVER_MET_WAIT_MS_MAX = 5 * WAIT_MS_MAX;
const NEVER_MET_GROWTH = 4;
/**
 * Who had no room for this node is left alone for so long, whom the operator named less long; twice
 * as long each further time, as others take the place of whoever is let in.
 */
const FULL_REST_MS = 60_000;
const FULL_REST_CONFIGURED_MS = 5_000;
const FULL_REST_MS_MAX = 600_000;
/** A peer that keeps this node for so long has room. */
const STAYED_NS = 600_000_000_000n;
/** Peers kept in the loop beside the configured ones. */
const LEARNED_MAX = 64;
/** Of these, those of which only hints are known. */
const HINTED_MAX = 32;
/** A hint may well be about a node that has gone: so many failures, about ten seconds. */
const HOPELESS_HINT_FAILURES = 4;
const RESTING_MAX = 256;
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
  readonly clock: Clock;
  /** Whether peers say that they let this node in; who closes before did not. */
  readonly greets?: boolean;
  /** What bounds calls to addresses that others told. */
  readonly dials?: Dials;
  /** Whether room for more is left to those who call: only configured peers are dialed then. */
  readonly hasEnough?: () => boolean;
}

/** How trying an address went. */
interface Tried {
  failures: number;
  fault: DialFault | null;
  detail: string;
  atNs: bigint;
}

/** The tried address, for who asks why it is not connected. */
export interface TargetView {
  readonly peer: string | null;
  readonly source: Source;
  readonly isConnected: boolean;
  readonly failures: number;
  /** Milliseconds to the next try; null where none is planned. */
  readonly nextInMs: number | null;
  readonly addresses: readonly ({ readonly address: string } & Readonly<Tried>)[];
}

/** Configured peers are never given up; of a hinted one nothing is known but hints. */
export type Source = "configured" | "signed" | "hinted";

interface Target {
  source: Source;
  addresses: readonly string[];
  hints: readonly string[];
  /** Known once it was reached, or from its address. */
  peer: string | null;
  failures: number;
  next: number;
  timer: Cancel | null;
  dueNs: bigint;
  dialing: boolean;
  /** Whether a connection ever came about. */
  wasReached: boolean;
  /** Whether it let this node in on the present connection. */
  isGreeted: boolean;
  /** Longest wait, where the peer has said that it keeps this node out. */
  waitMsMax: number;
  restUntilNs: bigint;
  /** How often in a row it had no room. */
  fulls: number;
  cameNs: bigint;
  readonly tried: Map<string, Tried>;
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

/** Anyone can make such peers up. */
function isNeverMet({ source, wasReached }: Target): boolean {
  return source === "signed" && !wasReached;
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
  readonly #dials: Dials;
  /** Until when peers are left alone, those too of which nothing is known yet. */
  readonly #resting = new RecentMap<string, bigint>(RESTING_MAX);
  #offPeer: Cancel = () => undefined;
  #stopped = false;

  /** @param addresses configured ones, tried from the start */
  constructor(addresses: readonly string[], modules: ReconnectModules) {
    this.#modules = modules;
    this.#dials = modules.dials ?? new Dials(modules);
    for (const address of addresses) this.#add("configured", { addresses: [address] });
  }

  start(): void {
    this.#offPeer = this.#modules.net.onPeer((peer, connected) => {
      for (const target of this.#targets) {
        if (target.peer !== peer) continue;
        if (connected) this.#came(target);
        else this.#went(target);
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
    const found = this.#acceptable(peer, this.#dials.dialable(addresses));
    if (found.length === 0) return;
    const known = this.#targets.find((target) => target.peer === peer);
    if (known !== undefined) {
      const isNews = found.some((address) => !known.addresses.includes(address));
      known.addresses = merged(found, known.addresses, ADDRESSES_MAX);
      if (isNews) this.#trySooner(known);
      if (known.source === "hinted") known.source = "signed";
    } else if (this.#hasRoom()) {
      this.#try(this.#add("signed", { peer, addresses: found }));
    }
  }

  /** It says that it is somewhere else: how often it failed where it was tells nothing. */
  #trySooner(target: Target): void {
    target.failures = 0;
    if (target.timer === null) return;
    target.timer();
    target.timer = null;
    this.#schedule(target);
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

  /** A peer lets this node in. */
  greeted(peer: string): void {
    for (const target of this.#of(peer)) {
      target.isGreeted = true;
      target.failures = 0;
      target.waitMsMax = WAIT_MS_MAX;
    }
  }

  /** A peer has said that it keeps this node out for good. */
  banned(peer: string): void {
    for (const target of this.#of(peer)) target.waitMsMax = BANNED_WAIT_MS_MAX;
  }

  /** A peer is not dialed for a while. */
  rest(peer: string, ms: number): void {
    const untilNs = this.#modules.clock.nowNs() + BigInt(ms) * 1_000_000n;
    this.#resting.set(peer, untilNs);
    for (const target of this.#of(peer)) {
      target.restUntilNs = untilNs;
      target.timer?.();
      target.timer = null;
      if (!this.#isConnected(target)) this.#schedule(target);
    }
  }

  /** A peer has no room for this node. */
  full(peer: string): void {
    let restMs = FULL_REST_MS;
    for (const target of this.#of(peer)) {
      const isNamed = target.source === "configured";
      // Of whom the operator named one may be all that there is.
      const isNeeded = isNamed && this.#modules.hasEnough?.() !== true;
      const most = isNeeded ? FULL_REST_MS : FULL_REST_MS_MAX;
      const first = isNamed ? FULL_REST_CONFIGURED_MS : FULL_REST_MS;
      restMs = Math.min(most, first * 2 ** Math.min(target.fulls, 10));
      target.fulls += 1;
    }
    this.rest(peer, restMs);
  }

  resume(peer: string): void {
    this.#resting.delete(peer);
    for (const target of this.#of(peer)) target.restUntilNs = 0n;
  }

  targets(): readonly TargetView[] {
    const nowNs = this.#modules.clock.nowNs();
    return this.#targets.map((target) => ({
      peer: target.peer,
      source: target.source,
      isConnected: this.#isConnected(target),
      failures: target.failures,
      nextInMs: target.timer === null ? null : Math.max(0, Number(target.dueNs - nowNs) / 1e6),
      addresses: [...target.addresses, ...target.hints].map((address) => ({
        address,
        ...(target.tried.get(address) ?? { failures: 0, fault: null, detail: "", atNs: 0n }),
      })),
    }));
  }

  #of(peer: string): readonly Target[] {
    return this.#targets.filter((target) => target.peer === peer);
  }

  #came(target: Target): void {
    target.wasReached = true;
    target.isGreeted = false;
    target.cameNs = this.#modules.clock.nowNs();
    if (this.#modules.greets !== true) target.failures = 0;
  }

  /** Who closed before it let this node in has sent it away: that is a failure, too. */
  #went(target: Target): void {
    const wasIn = this.#modules.greets !== true || target.isGreeted;
    target.failures = wasIn ? 0 : target.failures + 1;
    if (wasIn && this.#modules.clock.nowNs() - target.cameNs > STAYED_NS) target.fulls = 0;
    target.isGreeted = false;
    this.#schedule(target);
    if (wasIn && this.#modules.net.peers().length === 0) this.#tryOthersSooner(target);
  }

  /** Nobody is left: those that were away may be back, and their next try a minute off. */
  #tryOthersSooner(lost: Target): void {
    for (const target of this.#targets) {
      if (target === lost || target.source !== "configured" || target.timer === null) continue;
      target.failures = Math.min(target.failures, ALONE_FAILURES);
      target.timer();
      target.timer = null;
      this.#schedule(target);
    }
  }

  /** Whether the operator named the peer. */
  isConfigured(peer: string): boolean {
    return this.#targets.some((target) => target.source === "configured" && target.peer === peer);
  }

  /** Whether the operator named an address of that IP. */
  isConfiguredAt(ip: string): boolean {
    return this.#targets.some(
      ({ source, addresses }) =>
        source === "configured" && addresses.some((address) => ipIn(address) === ip),
    );
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
      this.#dropHopeless(isNeverMet, HOPELESS_HINT_FAILURES) ||
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
      dueNs: 0n,
      dialing: false,
      wasReached: false,
      isGreeted: false,
      waitMsMax: WAIT_MS_MAX,
      fulls: 0,
      cameNs: 0n,
      restUntilNs: (peer === undefined || peer === null ? null : this.#resting.get(peer)) ?? 0n,
      tried: new Map(),
    };
    this.#targets.push(target);
    return target;
  }

  #schedule(target: Target): void {
    if (this.#stopped || target.timer !== null) return;
    const isStrange = isNeverMet(target) && !this.#dials.isMet(target.peer);
    const growth = isStrange ? NEVER_MET_GROWTH : 2;
    const most = isStrange ? NEVER_MET_WAIT_MS_MAX : target.waitMsMax;
    const bound = Math.min(most, 2 * WAIT_MS_MIN * growth ** Math.min(target.failures, 10));
    this.#after(target, WAIT_MS_MIN + this.#modules.random.next() * (bound - WAIT_MS_MIN));
  }

  #after(target: Target, ms: number): void {
    const { clock, scheduler } = this.#modules;
    const nowNs = clock.nowNs();
    const restMs = Math.max(0, Number(target.restUntilNs - nowNs) / 1e6);
    const wait = Math.max(ms, restMs);
    target.dueNs = nowNs + BigInt(Math.round(wait * 1e6));
    target.timer = scheduler.after(wait, () => {
      target.timer = null;
      this.#try(target);
    });
  }

  #try(target: Target): void {
    if (this.#stopped || target.dialing || this.#isConnected(target)) return;
    if (target.restUntilNs > this.#modules.clock.nowNs()) {
      if (target.timer === null) this.#after(target, WAIT_MS_MIN);
      return;
    }
    const address = this.#nextAddress(target);
    if (address === null || !this.#mayDial(target, address)) {
      if (target.timer === null) this.#after(target, WAIT_MS_MAX);
      return;
    }
    target.dialing = true;
    this.#modules.net.dial(address).then(
      (peer) => this.#reached(target, address, peer),
      (error: unknown) => this.#failed(target, address, error),
    );
  }

  /** They take turns; those of other places are passed over while they are to be left alone. */
  #nextAddress(target: Target): string | null {
    const addresses = [...target.addresses, ...target.hints];
    const from = target.next % addresses.length;
    const turns = [...addresses.slice(from), ...addresses.slice(0, from)];
    const next = target.source === "configured" ? turns[0]! : this.#dials.callable(turns);
    target.next += 1 + (next === null ? 0 : turns.indexOf(next));
    return next;
  }

  #mayDial({ source, wasReached, peer }: Target, address: string): boolean {
    if (source === "configured") return true;
    if (this.#modules.hasEnough?.() === true) return false;
    return wasReached || this.#dials.takeNeverMet(address, peer);
  }

  #reached(target: Target, address: string, peer: string): void {
    target.dialing = false;
    target.peer = peer;
    target.wasReached = true;
    if (this.#modules.greets !== true) target.failures = 0;
    target.tried.delete(address);
    this.#dials.reached(address);
    // It may have gone again before its name was known here.
    if (!this.#isConnected(target)) this.#went(target);
  }

  #failed(target: Target, address: string, error: unknown): void {
    const { log, clock } = this.#modules;
    target.dialing = false;
    target.failures += 1;
    const detail = error instanceof Error ? error.message : String(error);
    const before = target.tried.get(address)?.failures ?? 0;
    const tried = { failures: before + 1, fault: dialFaultOf(error), detail, atNs: clock.nowNs() };
    target.tried.set(address, tried);
    this.#dials.failed(address, target.peer);
    this.#forgetTries(target);
    log.debug("a known peer was not reached", { address, error: String(error) });
    this.#schedule(target);
  }

  /** Of addresses that are not tried any more. */
  #forgetTries({ tried, addresses, hints }: Target): void {
    for (const address of tried.keys())
      if (!addresses.includes(address) && !hints.includes(address)) tried.delete(address);
  }

  #isConnected({ peer }: Target): boolean {
    return peer !== null && this.#modules.net.peers().includes(peer);
  }
}
