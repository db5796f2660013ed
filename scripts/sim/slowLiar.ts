/**
 * A member that shows a clock that is off, lists spines nobody wrote, holds whoever asks for them as
 * long as requests live, and says openings of ever new keys, each signed as it should be.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { isObject } from "../../protocol/encoding/json.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import type { Author } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { encodeWire } from "../../protocol/events/wireText.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { JsonValue } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { Frames } from "../../node/mesh/host/frame.js";
import { peerIdOf } from "../../node/mesh/host/peerKey.js";
import { STATUS_PROTOCOL } from "../../node/mesh/sync/status.js";
import { bucketHashes, bucketOf, headsHash, type Tip } from "../../node/mesh/sync/syncHeads.js";
import { HEADS_PROTOCOL, SPINE_PROTOCOL } from "../../node/mesh/sync/syncServer.js";
import { SimClock } from "./clock.js";
import { SimNet } from "./wires/net.js";
import { MESH_SECRET } from "./node.js";
import type { World } from "./world.js";

/** Shorter than the ten seconds for which a request waits for its first byte. */
const HELD_MS = 9_500;
const BYTES_MAX = 65_536;
const INVENTED_SEQ = 1_000_000;

interface SlowLiarOptions {
  readonly place: string;
  /** Spines that nobody wrote. */
  readonly invented: number;
  /** How far the clock that it shows is ahead. */
  readonly aheadMs?: number;
}

export class SlowLiar {
  readonly #world: World;
  readonly #author: Author;
  readonly #net: SimNet;
  readonly #frames: Frames;
  readonly #clock: SimClock;
  readonly #tips: readonly Tip[];
  readonly #aheadNs: bigint;
  /** Requests that it has held. */
  held = 0;

  constructor(world: World, { place, invented, aheadMs = 0 }: SlowLiarOptions) {
    const { crypto, loop, wire } = world;
    this.#world = world;
    this.#aheadNs = BigInt(aheadMs) * 1_000_000n;
    this.#author = this.#newKey(place);
    const { publicKey } = this.#author;
    const identity = { peerId: peerIdOf(publicKey), place, life: 1 };
    this.#net = new SimNet(wire, identity, () => undefined);
    this.#clock = new SimClock(loop, 0, 0);
    this.#frames = new Frames(
      { secrets: new Map([[1, MESH_SECRET]]), kid: 1, publicKey },
      { crypto, clock: this.#clock },
    );
    this.#tips = Array.from({ length: invented }, (_, i) => [
      crypto.sha256Hex(`${place} invents ${i}`),
      INVENTED_SEQ,
      crypto.sha256Hex(`${place} ends ${i}`),
    ]);
  }

  async start(): Promise<void> {
    const { crypto, network, nodes } = this.#world;
    await this.#serve(STATUS_PROTOCOL, async () => this.#status());
    await this.#serve(HEADS_PROTOCOL, async (data) => {
      const buckets = isObject(data) ? data["buckets"] : undefined;
      return canonicalize(
        Array.isArray(buckets)
          ? this.#tips.filter(([of]) => buckets.includes(bucketOf(of)))
          : bucketHashes(crypto, this.#tips),
      );
    });
    await this.#serve(SPINE_PROTOCOL, async () => {
      this.held += 1;
      await this.#world.loop.sleep(HELD_MS);
      throw new Error("nothing there");
    });
    for (const name of TOPIC_NAMES) this.#net.subscribe(topicOf(network, name), () => "ignore");
    for (const { peerId } of nodes) this.#net.dial(SimNet.address(peerId)).catch(() => undefined);
  }

  stop(): void {
    this.#net.crash(false);
  }

  /** How many honest nodes still let it be connected. */
  get connections(): number {
    return this.#net.peers().length;
  }

  /** The opening of a spine by a key that was never seen. */
  async invent(): Promise<void> {
    const { crypto, network } = this.#world;
    const author = this.#newKey(`${this.#net.place} ${this.#world.liars.size}`);
    const { text } = createEvent(crypto, author, {
      net: network,
      kind: "spine.open",
      seq: 0,
      prev: NO_HASH,
      calcond: this.#clock.calcond(),
      body: { engine_version: ENGINE_VERSION, next: NO_HASH },
    });
    const calcond = this.#clock.nowNs() / CALCOND_NS;
    const claim = { kid: 1, sender: author.publicKey, calcond };
    const wire = encodeWire(makeHandshake(crypto, MESH_SECRET, claim, text), text);
    await this.#net.publish(topicOf(network, "node"), wire);
  }

  #newKey(name: string): Author {
    const { crypto, liars } = this.#world;
    const seed = crypto.sha256(`slow liar ${name}`);
    const publicKey = toHex(crypto.ed25519PublicKey(seed));
    liars.add(publicKey);
    return { seed, publicKey };
  }

  #serve(protocol: string, reply: (data: JsonValue) => Promise<string>): Promise<void> {
    const frames = this.#frames;
    return this.#net.serve(
      protocol,
      async (request, from) => frames.seal(await reply(frames.open(request, from, true).data)),
      { bytesMax: BYTES_MAX },
    );
  }

  #status(): string {
    const { crypto, network } = this.#world;
    const nowNs = this.#clock.nowNs() + this.#aheadNs;
    return canonicalize({
      calcond: Number(nowNs / CALCOND_NS),
      engine_versions: [ENGINE_VERSION],
      heads_hash: headsHash(crypto, this.#tips),
      net: network,
      registry_generation: "x",
      unix_ns: nowNs.toString(),
    });
  }
}
