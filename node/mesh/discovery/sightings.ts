/**
 * When each node was last there. A connection says it of who is at its other end; of all others
 * `/calc/seen/1` asks peers how long ago somebody had one. Nothing of it is an event, so a mesh at
 * rest keeps nothing for it.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { Clock, JsonValue, Logger } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";
import { rubbish, type ServiceExchange } from "../host/exchange.js";
import type { Net } from "../host/net.js";
import { publicKeyOf } from "../host/peerKey.js";
import { calcondOf } from "../intake/calcond.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../../runtime/scheduler.js";

const SEEN_PROTOCOL = "/calc/seen/1";
const NODES_MAX = 4_096;
/** Of one question: those who were not seen for longest come first. */
const ASKED_MAX = 1_000;
/** Digits of a public key that name its node: a chance meeting of two would make one seem there. */
const NAME_DIGITS = 16;
const REQUEST_BYTES_MAX = 32_768;
const ANSWER_BYTES_MAX = 16_384;
/** Whoever was seen longer ago is not told of: it has gone. */
const AGE_CALCONDS_MAX = 360;
const PERIOD_CALCONDS = 60;
/** Of nodes that have gone: they may be back. */
const GONE_PERIOD_CALCONDS = 120;
/** From hearing of a node that nobody here has seen to asking for it. */
const SOON_CALCONDS = 2;
const PEERS_ASKED = 2;

const seenRequest = z.strictObject({
  nodes: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(ASKED_MAX),
});
const ages = z.array(z.int().min(0).max(AGE_CALCONDS_MAX).nullable()).max(ASKED_MAX);

interface SightingsModules {
  readonly net: Net;
  readonly clock: Clock;
  readonly exchange: ServiceExchange;
  readonly scheduler: Scheduler;
  readonly random: RandomNumbers;
  readonly log: Logger;
  /** Public keys of the nodes that said who they are, this one not among them. */
  readonly known: () => readonly string[];
}

export class Sightings {
  readonly #modules: SightingsModules;
  readonly #calcond: () => number;
  readonly #connected = new Set<string>();
  /** By public key, of those who are not connected. */
  readonly #seen = new RecentMap<string, number>(NODES_MAX);
  #goneAskedCalcond = 0;
  #offPeer: Cancel = () => undefined;
  #timer: Cancel = () => undefined;
  #isSoon = false;
  #stopped = false;

  constructor(modules: SightingsModules) {
    this.#modules = modules;
    this.#calcond = calcondOf(modules.clock);
  }

  async start(): Promise<void> {
    const { net, exchange } = this.#modules;
    this.#offPeer = net.onPeer((peer, connected) => this.#peer(peer, connected));
    for (const peer of net.peers()) this.#peer(peer, true);
    await exchange.serve(SEEN_PROTOCOL, REQUEST_BYTES_MAX, async (data) => this.#answer(data));
    this.#schedule(PERIOD_CALCONDS);
  }

  stop(): void {
    this.#stopped = true;
    this.#offPeer();
    this.#timer();
  }

  /** When a node was last there, by the clock of this one; -1 for never. @param node public key */
  at(node: string): number {
    return this.#connected.has(node) ? this.#calcond() : (this.#seen.get(node) ?? -1);
  }

  /** A node was heard of: somebody may have seen it. */
  heardOf(node: string): void {
    if (!this.#isSoon && this.#age(node) > AGE_CALCONDS_MAX) this.#schedule(SOON_CALCONDS);
  }

  #peer(peer: string, connected: boolean): void {
    const node = publicKeyOf(peer);
    if (node === null) return;
    if (connected) this.#connected.add(node);
    else {
      this.#connected.delete(node);
      this.#seen.set(node, this.#calcond());
    }
    // Whoever comes may have seen others, and what went over who left is asked of who is left.
    if (!this.#isSoon) this.#schedule(SOON_CALCONDS);
  }

  #age(node: string): number {
    const at = this.at(node);
    return at < 0 ? Infinity : this.#calcond() - at;
  }

  #schedule(calconds: number): void {
    if (this.#stopped) return;
    this.#timer();
    this.#isSoon = calconds === SOON_CALCONDS;
    this.#timer = this.#modules.scheduler.after(calconds * CALCOND_MS, () => {
      this.#isSoon = false;
      this.#ask();
      if (!this.#isSoon) this.#schedule(PERIOD_CALCONDS);
    });
  }

  #ask(): void {
    const now = this.#calcond();
    const unseen = this.#modules.known().filter((node) => this.#age(node) >= PERIOD_CALCONDS);
    const isGone = (node: string): boolean => this.#age(node) > AGE_CALCONDS_MAX;
    const isTime = now - this.#goneAskedCalcond >= GONE_PERIOD_CALCONDS;
    const wanted = isTime ? unseen : unseen.filter((node) => !isGone(node));
    if (wanted.length === 0) return;
    if (isTime) this.#goneAskedCalcond = now;
    const longest = wanted.toSorted((a, b) => this.at(a) - this.at(b)).slice(0, ASKED_MAX);
    for (const peer of this.#drawn()) {
      this.#askPeer(peer, longest).catch((error: unknown) => {
        this.#modules.log.debug("a peer did not say whom it has seen", { error: String(error) });
      });
    }
  }

  #drawn(): readonly string[] {
    const { random } = this.#modules;
    const undrawn = [...this.#connected];
    const drawn: string[] = [];
    while (drawn.length < PEERS_ASKED && undrawn.length > 0) {
      drawn.push(...undrawn.splice(Math.floor(random.next() * undrawn.length), 1));
    }
    return drawn;
  }

  async #askPeer(peer: string, nodes: readonly string[]): Promise<void> {
    const request = canonicalize({ nodes: nodes.map(nameOf) });
    const answer = ages.safeParse(
      await this.#modules.exchange.ask(peer, SEEN_PROTOCOL, request, ANSWER_BYTES_MAX),
    );
    if (!answer.success || answer.data.length !== nodes.length)
      throw new FrameError("not an answer of this protocol");
    const now = this.#calcond();
    for (const [i, age] of answer.data.entries()) {
      const node = nodes[i]!;
      if (age !== null && age < this.#age(node)) this.#seen.set(node, now - age);
    }
  }

  #answer(data: JsonValue): string {
    const read = seenRequest.safeParse(data);
    if (!read.success) throw rubbish("not a request of this protocol");
    const byName = new Map<string, number>();
    for (const node of [...this.#seen.entries()].map(([name]) => name))
      byName.set(nameOf(node), this.#age(node));
    for (const node of this.#connected) byName.set(nameOf(node), 0);
    return canonicalize(
      read.data.nodes.map((name) => {
        const age = byName.get(name) ?? Infinity;
        return age <= AGE_CALCONDS_MAX ? Math.max(0, age) : null;
      }),
    );
  }
}

function nameOf(node: string): string {
  return node.slice(0, NAME_DIGITS);
}
