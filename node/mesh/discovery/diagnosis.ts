/**
 * Why this node and another do not talk: one answer for one command and one screen. It gathers what
 * dialing, first words, clocks and comparisons have found, and names what an operator can act upon.
 */
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { isLoopbackOnly } from "./addressFilter.js";
import { DIAL_FAULTS, type DialFault } from "./dialFault.js";
import type { Reconnect, TargetView } from "./reconnect.js";
import { REFUSALS, type RefusalCode, type Refusals } from "../host/refusals.js";
import type { Net } from "../host/net.js";
import { peerIdOf, peerInAddress } from "../host/peerKey.js";
import type { KnownHead } from "../intake/announcements.js";

/** Without a bootstrap peer for so long, the reasons are written to the log, once. */
const WARN_MS = 30_000;
/** Peers of which there is no target but something was said. */
const STRANGERS_MAX = 64;
const BACKLOG_MAX = 64;
/** Announced events of an author that are not here: fewer are fetched in a moment. */
const BEHIND_EVENTS_MIN = 1_000;
const MS_PER_NS = 1e-6;
/** A node says something each two minutes; a witness of which nothing came for ten is away. */
const WITNESS_AWAY_CALCONDS = 772;

export type FindingCode =
  | DialFault
  | RefusalCode
  | "NO_OWN_SECRET"
  | "FORKED"
  | "NOBODY"
  | "BOOTSTRAP"
  | "LOOPBACK_ONLY"
  | "NOT_LISTENING"
  | "CLOCK"
  | "LARGE_PACKETS"
  | "BEHIND"
  | "WITNESS"
  | "HELD_BY_NOBODY";

export interface Finding {
  readonly code: FindingCode;
  /** Whom it is about; null: this node. */
  readonly peer: string | null;
  readonly detail: string;
}

export interface TriedAddress {
  readonly address: string;
  readonly failures: number;
  readonly fault: DialFault | null;
  /** The fault in words. */
  readonly means: string | null;
  readonly detail: string | null;
  readonly secondsAgo: number | null;
}

export interface Reached {
  readonly peer: string | null;
  /** configured, signed or hinted; met: it came by itself. */
  readonly source: TargetView["source"] | "met";
  readonly connected: boolean;
  /** It let this node in. */
  readonly greeted: boolean;
  readonly failures: number;
  readonly nextTrySeconds: number | null;
  readonly refusal: {
    readonly code: RefusalCode;
    readonly means: string;
    readonly by: "peer" | "self";
    readonly secondsAgo: number;
  } | null;
  readonly clockOffsetMs: number | null;
  /** Number of the newest event of this node that it held when that was compared last. */
  readonly heldSeq: number | null;
  readonly addresses: readonly TriedAddress[];
}

export interface Backlog {
  readonly author: string;
  readonly announced: number;
  /** -1: nothing. */
  readonly held: number;
}

export interface DiagnosisView {
  readonly findings: readonly Finding[];
  readonly listening: readonly string[];
  readonly ownSeq: number;
  /** Connected peers that held all of this node's spine when that was compared last. */
  readonly heldBy: number;
  readonly newestHeldSeq: number | null;
  readonly peers: readonly Reached[];
  /** Authors whose events are announced and not here, the furthest behind first. */
  readonly backlog: readonly Backlog[];
}

interface DiagnosisModules {
  readonly net: Net;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly reconnect: Reconnect;
  readonly refusals: Refusals;
  readonly bootstrap: readonly string[];
  readonly hasSecret: boolean;
  readonly isGreeted: (peer: string) => boolean;
  readonly clockOffsetOf: (peer: string) => number | null;
  /** By how far peers are ahead, where this clock is off. */
  readonly ownOffMs: () => number | null;
  /** Keys of nodes that the operator named as witnesses, hex. */
  readonly witnesses: () => readonly string[];
  readonly publicKey: string;
  /** By what is known that two histories are signed with this node's key. */
  readonly ownFork: () => string | null;
  readonly ownSeq: () => number;
  readonly heads: () => readonly KnownHead[];
  readonly heldSeqOf: (author: string) => number;
  readonly ownHeld: {
    seqOf(peer: string): number | null;
    isLackedBy(peers: readonly string[]): boolean;
    among(peers: readonly string[]): { readonly all: number; readonly newest: number | null };
  };
}

export class Diagnosis {
  readonly #modules: DiagnosisModules;
  #offPeer: Cancel = () => undefined;
  #timer: Cancel | null = null;
  #isWarned = false;
  #stopped = false;

  constructor(modules: DiagnosisModules) {
    this.#modules = modules;
  }

  start(): void {
    if (this.#modules.bootstrap.length === 0) return;
    this.#offPeer = this.#modules.net.onPeer((_, connected) => {
      if (!connected && !this.hasBootstrap) this.#arm();
    });
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#offPeer();
    this.#timer?.();
  }

  /** To be called when a peer has let this node in. */
  greeted(): void {
    if (this.#isWarned && this.hasBootstrap) this.#isWarned = false;
  }

  /** Whether one of the configured peers has let this node in, or there are none. */
  get hasBootstrap(): boolean {
    const { bootstrap } = this.#modules;
    return bootstrap.length === 0 || this.#configured().some((target) => this.#isIn(target));
  }

  /** Configured peers that have not let this node in. */
  get bootstrapMissing(): number {
    return this.#configured().filter((target) => !this.#isIn(target)).length;
  }

  backlog(): readonly Backlog[] {
    const { heads, heldSeqOf } = this.#modules;
    return heads()
      .map(({ author, seq }) => ({ author, announced: seq, held: heldSeqOf(author) }))
      .filter(({ announced, held }) => announced > held)
      .sort((a, b) => b.announced - b.held - (a.announced - a.held));
  }

  heldBy(): { readonly all: number; readonly newest: number | null } {
    return this.#modules.ownHeld.among(this.#modules.net.peers());
  }

  /** The words by which readiness tells of the mesh. */
  warnings(): readonly string[] {
    const codes = new Set(this.#findings().map(({ code }) => code));
    return [...codes].filter((code) => WARNED.has(code)).map((code) => code.toLowerCase());
  }

  view(): DiagnosisView {
    const { net, ownSeq } = this.#modules;
    const { all, newest } = this.heldBy();
    return {
      findings: this.#findings(),
      listening: net.addresses(),
      ownSeq: ownSeq(),
      heldBy: all,
      newestHeldSeq: newest,
      peers: this.#peers(),
      backlog: this.backlog().slice(0, BACKLOG_MAX),
    };
  }

  #arm(): void {
    if (this.#stopped || this.#timer !== null || this.#isWarned) return;
    this.#timer = this.#modules.scheduler.after(WARN_MS, () => {
      this.#timer = null;
      if (this.hasBootstrap) return;
      this.#isWarned = true;
      const reasons = this.#findings().map(({ code, detail }) => `${code}: ${detail}`);
      this.#modules.log.warn("no bootstrap peer has let this node in for 30 s", { reasons });
    });
  }

  #configured(): readonly TargetView[] {
    return this.#modules.reconnect.targets().filter(({ source }) => source === "configured");
  }

  #isIn({ peer }: Pick<TargetView, "peer">): boolean {
    const { net, isGreeted } = this.#modules;
    return peer !== null && net.peers().includes(peer) && isGreeted(peer);
  }

  #peers(): readonly Reached[] {
    const { net, reconnect, refusals } = this.#modules;
    const targets = reconnect.targets();
    const known = new Set(targets.map(({ peer }) => peer));
    const others = [...net.peers(), ...refusals.all().map(([peer]) => peer)];
    const strangers = [...new Set(others)].filter((peer) => !known.has(peer));
    return [
      ...targets.map((target) => this.#reached(target)),
      ...strangers.slice(0, STRANGERS_MAX).map((peer) =>
        this.#reached({
          peer,
          source: "met",
          isConnected: net.peers().includes(peer),
          failures: 0,
          nextInMs: null,
          addresses: [],
        }),
      ),
    ];
  }

  #reached(target: Omit<TargetView, "source"> & { readonly source: Reached["source"] }): Reached {
    const { isGreeted, clockOffsetOf, ownHeld, refusals } = this.#modules;
    const { peer, source, isConnected, failures, nextInMs, addresses } = target;
    const refusal = peer === null ? null : refusals.lastOf(peer);
    return {
      peer,
      source,
      connected: isConnected,
      greeted: peer !== null && isConnected && isGreeted(peer),
      failures,
      nextTrySeconds: nextInMs === null ? null : Math.ceil(nextInMs / 1_000),
      refusal:
        refusal === null
          ? null
          : {
              code: refusal.code,
              means: REFUSALS[refusal.code],
              by: refusal.by,
              secondsAgo: this.#ago(refusal.atNs),
            },
      clockOffsetMs: peer === null ? null : clockOffsetOf(peer),
      heldSeq: peer === null ? null : ownHeld.seqOf(peer),
      addresses: addresses.map(({ address, failures: count, fault, detail, atNs }) => ({
        address,
        failures: count,
        fault,
        means: fault === null ? null : DIAL_FAULTS[fault],
        detail: fault === null ? null : detail,
        secondsAgo: fault === null ? null : this.#ago(atNs),
      })),
    };
  }

  #ago(atNs: bigint): number {
    const ns = Number(this.#modules.clock.nowNs() - atNs);
    return Math.max(0, Math.round((ns * MS_PER_NS) / 1_000));
  }

  #findings(): readonly Finding[] {
    return [...this.#ownFindings(), ...this.#configured().flatMap((one) => this.#why(one))];
  }

  #ownFindings(): readonly Finding[] {
    const { net, bootstrap, hasSecret, ownFork, ownOffMs } = this.#modules;
    const own = (code: FindingCode, detail: string): Finding => ({ code, peer: null, detail });
    const found: Finding[] = [];
    const fork = ownFork();
    if (fork !== null)
      found.push(
        own(
          "FORKED",
          `nothing is sealed any more: ${fork}. A copy of its directory or of its key runs, or ran, elsewhere; ` +
            "see 'When a node is forked' in operate.md",
        ),
      );
    if (!hasSecret && bootstrap.length > 0)
      found.push(
        own("NO_OWN_SECRET", "this node has no mesh secret: name one by --mesh-secret-file"),
      );
    if (hasSecret && !this.hasBootstrap)
      found.push(own("BOOTSTRAP", "none of the configured peers has let this node in"));
    if (hasSecret && net.peers().length === 0) found.push(own("NOBODY", "no peer is connected"));
    if (isLoopbackOnly(net.addresses()) && this.#looksElsewhere())
      found.push(
        own(
          "LOOPBACK_ONLY",
          "this node listens on loopback only: nobody else can reach it; see --p2p",
        ),
      );
    for (const address of net.unheard?.() ?? [])
      found.push(
        own(
          "NOT_LISTENING",
          `${address} was asked for and is not listened at: it is taken, or not of this machine; see --p2p`,
        ),
      );
    const offset = ownOffMs();
    if (offset !== null)
      found.push(
        own(
          "CLOCK",
          `this clock is ${timeInWords(offset)} ${offset < 0 ? "ahead of" : "behind"} its peers'`,
        ),
      );
    for (const peer of net.largePacketsLost?.() ?? []) {
      const detail =
        "large packets seem to be lost on the way from this peer, small ones come: " +
        "see the MTU of tunnels and firewalls between";
      found.push({ code: "LARGE_PACKETS", peer, detail });
    }
    const [furthest] = this.backlog();
    if (furthest !== undefined && furthest.announced - furthest.held >= BEHIND_EVENTS_MIN) {
      const { author, announced, held } = furthest;
      const detail = `${announced - held} events of ${author} are announced and not here`;
      found.push(own("BEHIND", detail));
    }
    if (hasSecret && net.peers().length > 0) found.push(...this.#witnessFindings());
    if (hasSecret && this.#isHeldByNobody())
      found.push(
        own(
          "HELD_BY_NOBODY",
          "no connected peer holds the newest events of this node: their clocks or this one are " +
            "off, or they have no place for a new node (an invitation or a key that shows work has)",
        ),
      );
    return found;
  }

  /** Named witnesses that are nobody, or are away: without a quorum nothing is witnessed. */
  #witnessFindings(): readonly Finding[] {
    const { clock, heads, net, publicKey, witnesses } = this.#modules;
    const connected = new Set(net.peers());
    const now = Number(clock.nowNs() / CALCOND_NS);
    const known = new Map(heads().map(({ author, calcond }) => [author, calcond]));
    const away = witnesses().filter((key) => key !== publicKey && !connected.has(peerIdOf(key)));
    return away.flatMap((key): readonly Finding[] => {
      const heardAt = known.get(key);
      if (heardAt !== undefined && now <= heardAt + WITNESS_AWAY_CALCONDS) return [];
      const detail =
        heardAt === undefined
          ? `no node with the key ${key}, which is named as a witness, was ever heard of here: is the key right?`
          : `the witness ${key} is not connected, and nothing was heard of it for ` +
            timeInWords(Number(BigInt(now - heardAt) * CALCOND_NS) / 1e6);
      return [{ code: "WITNESS", peer: peerIdOf(key), detail }];
    });
  }

  #isHeldByNobody(): boolean {
    const { net, ownHeld } = this.#modules;
    return ownHeld.isLackedBy(net.peers());
  }

  #looksElsewhere(): boolean {
    return this.#modules.bootstrap.some((address) => !isLoopbackOnly([address]));
  }

  /** What keeps a configured peer and this node apart. */
  #why(target: TargetView): readonly Finding[] {
    if (this.#isIn(target)) return [];
    const { refusals, hasSecret } = this.#modules;
    const { peer, addresses, isConnected } = target;
    const named = peer ?? peerInAddress(addresses[0]?.address ?? "");
    const refusal = peer === null ? null : refusals.lastOf(peer);
    // Without a secret of its own a node is told so already.
    if (refusal !== null && hasSecret)
      return [{ code: refusal.code, peer: named, detail: this.#refusalText(target, refusal) }];
    if (isConnected) return [];
    return addresses
      .filter(({ fault }) => fault !== null)
      .map(({ address, fault, detail }) => ({
        code: fault ?? "OTHER",
        peer: named,
        detail: `${address}: ${DIAL_FAULTS[fault ?? "OTHER"]} (${detail})`,
      }));
  }

  #refusalText(
    { addresses }: TargetView,
    { code, by }: { readonly code: RefusalCode; readonly by: "peer" | "self" },
  ): string {
    const where = addresses[0]?.address ?? "a configured peer";
    const who = by === "peer" ? "sends this node away" : "is sent away by this node";
    return `${where} ${who}: ${REFUSALS[code]}`;
  }
}

const HOUR_S = 3_600;
const MINUTE_S = 60;

/** As "1 h 0 min 2 s", without its sign; of less than a minute with a digit behind the point. */
export function timeInWords(ms: number): string {
  const all = Math.abs(ms) / 1_000;
  if (all < MINUTE_S) return `${all.toFixed(1)} s`;
  const seconds = Math.round(all);
  const [hours, minutes] = [
    Math.floor(seconds / HOUR_S),
    Math.floor((seconds % HOUR_S) / MINUTE_S),
  ];
  return `${hours === 0 ? "" : `${hours} h `}${minutes} min ${seconds % MINUTE_S} s`;
}

/** Which findings a probe of readiness is told of: what an operator should see to. */
const WARNED: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "NO_OWN_SECRET",
  "FORKED",
  "BOOTSTRAP",
  "SECRET",
  "KID",
  "NETWORK",
  "BANNED",
  "FULL",
  "SILENT",
  "CLOCK",
  "LOOPBACK_ONLY",
  "NOT_LISTENING",
  "LARGE_PACKETS",
  "BEHIND",
  "WITNESS",
  "HELD_BY_NOBODY",
]);
