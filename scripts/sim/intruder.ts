/**
 * Somebody who knows the mesh secret and keeps none of the rules: forged and malleated signatures,
 * other bytes for the same message, messages on the wrong topic, junk, and false answers to sync.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { createEvent } from "../../protocol/seal/event.js";
import type { Author } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { encodeWire } from "../../protocol/events/wireText.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { JsonObject } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { Frames } from "../../node/mesh/host/frame.js";
import { peerIdOf } from "../../node/mesh/host/peerKey.js";
import { StatusExchange } from "../../node/mesh/sync/status.js";
import { HEADS_PROTOCOL, IDS_PROTOCOL, SPINE_PROTOCOL } from "../../node/mesh/sync/syncServer.js";
import { SimClock, SimScheduler } from "./clock.js";
import { SimNet } from "./wires/net.js";
import { MESH_SECRET } from "./node.js";
import type { SeededRandom } from "./random.js";
import type { World } from "./world.js";

const HEARD_MAX = 64;
const FRAME_BYTES_MAX = 65_536;
const SECRETS = new Map([[1, MESH_SECRET]]);
/** Order of the base point of Ed25519 (RFC 8032), which added to S gives a second signature. */
const GROUP_ORDER = (1n << 252n) + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const SIGNATURE_HALF_CHARS = 64;

interface Heard {
  readonly topic: string;
  readonly data: Uint8Array;
}

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

/** One identity after the other: each is cut off sooner or later. */
export class Intruder {
  readonly #world: World;
  readonly #random: SeededRandom;
  readonly #heard: Heard[] = [];
  #net: SimNet | null = null;
  #scheduler: SimScheduler;
  #author: Author;
  #identities = 0;
  #stopped = false;

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random.stream("intruder");
    this.#scheduler = new SimScheduler(world.loop, 0);
    this.#author = this.#newAuthor();
  }

  start(): void {
    void this.#enter();
    this.#again();
  }

  stop(): void {
    this.#stopped = true;
    this.#leave();
  }

  #leave(): void {
    this.#scheduler.kill();
    this.#net?.crash(false);
  }

  #newAuthor(): Author {
    const seed = this.#random.bytes(32);
    const publicKey = toHex(this.#world.crypto.ed25519PublicKey(seed));
    this.#world.liars.add(publicKey);
    return { seed, publicKey };
  }

  #again(): void {
    this.#world.loop.after(this.#random.between(100, 1_500), () => {
      if (this.#stopped) return;
      void this.#act();
      this.#again();
    });
  }

  async #enter(): Promise<void> {
    const { wire, loop, network, crypto, nodes } = this.#world;
    this.#identities += 1;
    this.#author = this.#newAuthor();
    const { publicKey } = this.#author;
    this.#scheduler = new SimScheduler(loop, 0);
    const net = new SimNet(
      wire,
      { peerId: peerIdOf(publicKey), place: `x${this.#identities}`, life: 1 },
      () => undefined,
    );
    this.#net = net;
    const clock = new SimClock(loop, 0, 0);
    const frames = new Frames({ secrets: SECRETS, kid: 1, publicKey }, { crypto, clock });
    const status = new StatusExchange(
      { network, engineVersion: ENGINE_VERSION, registryGeneration: "x" },
      {
        net,
        frames,
        clock,
        crypto,
        scheduler: this.#scheduler,
        log: SILENT,
        tips: () => [],
        refuse: (peer) => net.disconnect(peer),
      },
      () => undefined,
    );
    await status.start();
    for (const protocol of [HEADS_PROTOCOL, IDS_PROTOCOL, SPINE_PROTOCOL]) {
      await net.serve(protocol, async () => this.#falseAnswer(frames), {
        bytesMax: FRAME_BYTES_MAX,
      });
    }
    for (const name of TOPIC_NAMES) {
      const topic = topicOf(network, name);
      net.subscribe(topic, (data) => {
        this.#heard.push({ topic, data });
        if (this.#heard.length > HEARD_MAX) this.#heard.shift();
        return "ignore";
      });
    }
    for (const { peerId } of nodes) net.dial(SimNet.address(peerId)).catch(() => undefined);
  }

  async #act(): Promise<void> {
    const net = this.#net;
    if (net === null) return;
    if (net.peers().length === 0 && this.#random.chance(0.3)) {
      this.#leave();
      await this.#enter();
      return;
    }
    const said = this.#random.pick([
      () => this.#forged(),
      () => this.#forged(),
      () => this.#junk(),
      () => this.#malleated(),
      () => this.#elsewhere(),
      () => this.#otherBytes(),
      () => this.#ahead(),
    ])();
    if (said === null) return;
    await net.publish(said.topic, said.data);
  }

  #wire(author: string, text: string): Uint8Array {
    const calcond = new SimClock(this.#world.loop, 0, 0).nowNs() / CALCOND_NS;
    const claim = { kid: 1, sender: author, calcond };
    return encodeWire(makeHandshake(this.#world.crypto, MESH_SECRET, claim, text), text);
  }

  /** The next event of an honest author, signed with another key. */
  #forged(): Heard | null {
    const { crypto, nodes, network } = this.#world;
    const victim = this.#random.pick(nodes);
    const tip = victim.up?.spine.tip;
    if (tip === null || tip === undefined) return null;
    const body: JsonObject = {
      addrs: [],
      capacity: 1,
      engine_versions: [ENGINE_VERSION],
      roles: ["forged"],
    };
    const { text } = createEvent(
      crypto,
      { ...victim.author, seed: this.#author.seed },
      {
        net: network,
        kind: "node",
        seq: tip.seq + 1,
        prev: tip.id,
        calcond: tip.calcond,
        body,
      },
    );
    return {
      topic: topicOf(network, "node"),
      data: this.#wire(victim.author.publicKey, text),
    };
  }

  /** A valid event of its own, in a calcond that is not yet. */
  #ahead(): Heard {
    const { crypto, network } = this.#world;
    const calcond = new SimClock(this.#world.loop, 0, 0).calcond() + 5 + this.#random.int(1_000);
    const { text } = createEvent(crypto, this.#author, {
      net: network,
      kind: "spine.open",
      seq: 0,
      prev: "0".repeat(64),
      calcond,
      body: { engine_version: ENGINE_VERSION, next: "0".repeat(64) },
    });
    return { topic: topicOf(network, "node"), data: this.#wire(this.#author.publicKey, text) };
  }

  #junk(): Heard {
    const topic = topicOf(this.#world.network, this.#random.pick(TOPIC_NAMES));
    return { topic, data: this.#random.bytes(1 + this.#random.int(300)) };
  }

  #drawHeard(): Heard | null {
    return this.#heard.length === 0 ? null : this.#random.pick(this.#heard);
  }

  /** The second signature that libraries without a check of S accept. */
  #malleated(): Heard | null {
    const heard = this.#drawHeard();
    const message = heard === null ? null : messageOf(heard.data);
    if (heard === null || message === null) return null;
    const { sig } = message;
    const signed = message["header"] ?? message["note"];
    if (typeof sig !== "string" || !isObject(signed) || typeof signed["author"] !== "string") {
      return null;
    }
    const s = littleEndian(sig.slice(SIGNATURE_HALF_CHARS)) + GROUP_ORDER;
    const text = canonicalize({ ...message, sig: sig.slice(0, SIGNATURE_HALF_CHARS) + hexOf(s) });
    return { topic: heard.topic, data: this.#wire(signed["author"], text) };
  }

  #elsewhere(): Heard | null {
    const heard = this.#drawHeard();
    return heard === null
      ? null
      : { topic: topicOf(this.#world.network, this.#random.pick(TOPIC_NAMES)), data: heard.data };
  }

  /** The same message with a space more. */
  #otherBytes(): Heard | null {
    const heard = this.#drawHeard();
    return heard === null
      ? null
      : { topic: heard.topic, data: Buffer.concat([heard.data, Buffer.from(" ")]) };
  }

  #falseAnswer(frames: Frames): Uint8Array {
    const { honest } = this.#world;
    const author = this.#random.pick(honest).author.publicKey;
    return this.#random.pick([
      () => this.#random.bytes(64),
      () => frames.seal("[]"),
      () => frames.seal(canonicalize([[author, this.#random.int(1_000), "0".repeat(64)]])),
      () =>
        frames.seal(canonicalize(Array.from({ length: 256 }, () => toHex(this.#random.bytes(32))))),
      () => {
        const message = messageOf(this.#drawHeard()?.data ?? new Uint8Array());
        return frames.seal(canonicalize(message === null ? [] : [message]));
      },
    ])();
  }
}

function messageOf(data: Uint8Array): JsonObject | null {
  const read = parseJson(data);
  const message = read.ok && isObject(read.value) ? read.value["msg"] : undefined;
  return isObject(message) ? message : null;
}

function littleEndian(hex: string): bigint {
  return BigInt(`0x${Buffer.from(fromHex(hex)!).reverse().toString("hex")}`);
}

function hexOf(value: bigint): string {
  return Buffer.from(value.toString(16).padStart(SIGNATURE_HALF_CHARS, "0"), "hex")
    .reverse()
    .toString("hex");
}
