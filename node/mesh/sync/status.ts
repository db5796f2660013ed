/**
 * `/calc/status/1`: the first words between two peers. Who has none, or is of another network, does
 * not stay.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import type { ClockBounds } from "../intake/clockVotes.js";
import { FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import { NetError } from "../host/net.js";
import type { Net } from "../host/net.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import type { RefusalCode } from "../host/refusals.js";
import { HeadHashes } from "./syncHeads.js";
import type { Tip } from "./syncHeads.js";

export const STATUS_PROTOCOL = "/calc/status/1";
/** A peer without a valid status after so long is disconnected. */
const STATUS_MS_MAX = 10_000;
/** A peer that has just come up may not serve it yet. */
const RETRY_MS = 500;
const statusData = z.strictObject({
  calcond: z.int().min(0),
  engine_versions: z.array(z.string().min(1).max(64)).min(1).max(16),
  heads_hash: z.string().regex(/^[0-9a-f]{64}$/),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  registry_generation: z.string().min(1).max(64),
  unix_ns: z.string().regex(/^(0|[1-9]\d{0,24})$/),
});
export type PeerStatus = z.output<typeof statusData>;

interface StatusOptions {
  readonly network: string;
  readonly engineVersion: string;
  readonly registryGeneration: string;
}

interface StatusModules {
  readonly net: Net;
  readonly frames: Frames;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Every spine held, the own one too. */
  readonly tips: () => readonly Tip[];
  /** Shared with others who ask for the hashes of the same tips. */
  readonly heads?: HeadHashes;
  /** Says why, and closes. */
  readonly refuse: (peer: string, code: RefusalCode) => Promise<void>;
  /** Whether a peer is kept out: it is closed by whoever keeps it out, and told nothing here. */
  readonly isBanned?: (peer: string) => boolean;
}

/** Peers whose clocks are remembered, and for how long after they were compared. */
const CLOCKS_KEPT_MAX = 256;
const CLOCK_KEPT_NS = 600_000_000_000n;

interface Measured {
  readonly offsetNs: number;
  /** Half the round trip: by so much the offset may be wrong, either way. */
  readonly errorNs: number;
  /** Own clock when it was compared. */
  readonly atNs: bigint;
}

export class StatusExchange {
  readonly #options: StatusOptions;
  readonly #modules: StatusModules;
  readonly #heads: HeadHashes;
  readonly #known = new Map<string, PeerStatus>();
  /** Nanoseconds a connected peer's clock is ahead of ours, half the round trip taken off. */
  readonly #offsets = new RecentMap<string, Measured>(CLOCKS_KEPT_MAX);
  readonly #timers = new Map<string, Cancel>();
  readonly #onGreeted: (peer: string) => void;
  readonly #onMeasured: () => void;
  readonly #onLeft: () => void;
  #offPeer: Cancel = () => undefined;

  /**
   * @param onGreeted called when a peer has shown a valid status
   * @param onMeasured called when a peer's clock was compared
   * @param onLeft called when the clock of a peer that left was forgotten
   */
  constructor(
    options: StatusOptions,
    modules: StatusModules,
    onGreeted: (peer: string) => void,
    onMeasured: () => void = () => undefined,
    onLeft: () => void = () => undefined,
  ) {
    this.#options = options;
    this.#modules = modules;
    this.#heads = modules.heads ?? new HeadHashes(modules.crypto);
    this.#onGreeted = onGreeted;
    this.#onMeasured = onMeasured;
    this.#onLeft = onLeft;
  }

  async start(): Promise<void> {
    const { net } = this.#modules;
    await net.serve(STATUS_PROTOCOL, async (request, from) => this.#answer(request, from), {
      bytesMax: REQUEST_BYTES_MAX,
    });
    this.#offPeer = net.onPeer((peer, connected) => {
      if (connected) this.#greet(peer);
      else this.#forget(peer);
    });
    for (const peer of net.peers()) this.#greet(peer);
  }

  stop(): void {
    this.#offPeer();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Peers whose status is known and valid. */
  greeted(): readonly string[] {
    return [...this.#known.keys()];
  }

  /**
   * Asks a peer anew, which also measures its clock.
   * @throws FrameError, NetError
   */
  async ask(peer: string): Promise<PeerStatus> {
    const { net, frames, clock } = this.#modules;
    const sentNs = clock.nowNs();
    const request = frames.seal(canonicalize(this.#own()));
    const answer = await net.request(peer, STATUS_PROTOCOL, request, {
      timeoutMs: STATUS_MS_MAX,
      bytesMax: REQUEST_BYTES_MAX,
    });
    const status = this.#read(frames.open(answer, peer, true).data);
    const nowNs = clock.nowNs();
    const errorNs = Number(nowNs - sentNs) / 2;
    const offsetNs = Number(BigInt(status.unix_ns) - sentNs) - errorNs;
    // An answer that comes after its peer has left counts no more than the peer.
    if (net.peers().includes(peer)) {
      this.#offsets.set(peer, { offsetNs, errorNs: Math.abs(errorNs), atNs: nowNs });
      this.#onMeasured();
    }
    return status;
  }

  /** What a peer said last, or null. */
  statusOf(peer: string): PeerStatus | null {
    return this.#known.get(peer) ?? null;
  }

  /** How far the peer's clock is ahead, in milliseconds; null when it was not measured. */
  clockOffsetOf(peer: string): number | null {
    const measured = this.#offsets.get(peer);
    return measured === undefined ? null : Math.round(measured.offsetNs / 1e6);
  }

  /** Round trip of a peer's last answer, its own work among it, in milliseconds; null for none. */
  latencyOf(peer: string): number | null {
    const measured = this.#offsets.get(peer);
    return measured === undefined ? null : Math.round(measured.errorNs / 5e4) / 10;
  }

  /**
   * Between which each connected peer's clock is ahead, in milliseconds: any part of the round trip
   * may have been the way there. A peer that was too busy to answer for seconds tells little.
   */
  clocks(): readonly (readonly [peer: string, bounds: ClockBounds])[] {
    const nowNs = this.#modules.clock.nowNs();
    return [...this.#offsets.entries()]
      .filter(([, { atNs }]) => nowNs >= atNs && nowNs - atNs < CLOCK_KEPT_NS)
      .map(([peer, { offsetNs, errorNs }]) => [
        peer,
        { low: (offsetNs - errorNs) / 1e6, high: (offsetNs + errorNs) / 1e6 },
      ]);
  }

  /** The own clock has been set since they were compared. */
  forgetClocks(): void {
    for (const peer of [...this.#offsets.entries()].map(([name]) => name))
      this.#offsets.delete(peer);
  }

  /** Compares the clocks of all connected peers again. */
  measureAll(): void {
    const { net, log } = this.#modules;
    for (const peer of net.peers()) {
      this.ask(peer).catch((error: unknown) => {
        log.debug("a peer's clock could not be compared", { peer, error: String(error) });
      });
    }
  }

  #forget(peer: string): void {
    this.#known.delete(peer);
    this.#timers.get(peer)?.();
    this.#timers.delete(peer);
    if (this.#offsets.has(peer)) {
      this.#offsets.delete(peer);
      this.#onLeft();
    }
  }

  #greet(peer: string): void {
    if (this.#modules.isBanned?.(peer) === true) return;
    const deadlineNs = this.#modules.clock.nowNs() + BigInt(STATUS_MS_MAX) * 1_000_000n;
    void this.#exchange(peer, deadlineNs);
  }

  async #exchange(peer: string, deadlineNs: bigint): Promise<void> {
    const { net, clock } = this.#modules;
    try {
      this.#welcome(peer, await this.ask(peer));
    } catch (error) {
      if (this.#known.has(peer) || !net.peers().includes(peer)) return;
      if (!(error instanceof FrameError) && clock.nowNs() < deadlineNs) {
        this.#again(peer, deadlineNs);
        return;
      }
      await this.#sendAway(peer, error);
    }
  }

  async #sendAway(peer: string, why: unknown): Promise<void> {
    const { refuse, log } = this.#modules;
    log.debug("a peer without a valid status is sent away", { peer, error: String(why) });
    await refuse(peer, codeOf(why));
  }

  #again(peer: string, deadlineNs: bigint): void {
    this.#timers.get(peer)?.();
    this.#timers.set(
      peer,
      this.#modules.scheduler.after(RETRY_MS, () => {
        this.#timers.delete(peer);
        void this.#exchange(peer, deadlineNs);
      }),
    );
  }

  #welcome(peer: string, status: PeerStatus): void {
    const isNew = !this.#known.has(peer);
    if (!this.#modules.net.peers().includes(peer)) return;
    this.#known.set(peer, status);
    if (isNew) this.#onGreeted(peer);
  }

  #answer(request: Uint8Array, from: string): Uint8Array {
    const { frames, isBanned } = this.#modules;
    if (isBanned?.(from) === true) throw new FrameError("kept out");
    try {
      this.#welcome(from, this.#read(frames.open(request, from, true).data));
    } catch (error) {
      void this.#sendAway(from, error);
      throw error;
    }
    return frames.seal(canonicalize(this.#own()));
  }

  #own(): PeerStatus {
    const { clock, tips } = this.#modules;
    const { network, engineVersion, registryGeneration } = this.#options;
    const nowNs = clock.nowNs();
    return {
      calcond: Number(nowNs / CALCOND_NS),
      engine_versions: [engineVersion],
      heads_hash: this.#heads.all(tips()),
      net: network,
      registry_generation: registryGeneration,
      unix_ns: nowNs.toString(),
    };
  }

  /** @throws FrameError */
  #read(data: JsonValue): PeerStatus {
    const read = statusData.safeParse(data);
    if (!read.success) throw new FrameError("not a status");
    if (read.data.net !== this.#options.network)
      throw new FrameError("of another network", false, "NETWORK");
    return read.data;
  }
}

function codeOf(why: unknown): RefusalCode {
  // A first answer that does not begin is no word of whom it was asked of.
  if (why instanceof NetError && why.code === "TIMEOUT") return "SILENT";
  if (!(why instanceof FrameError)) return "NO_SECRET";
  return why.differs ?? "STATUS";
}
