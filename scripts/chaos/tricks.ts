/** What members of a mesh that know its secret may send to harm it. */
import { createHash } from "node:crypto";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { createEvent, NO_HASH } from "../../protocol/seal/event.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import type { TopicName } from "../../protocol/events/topics.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { NETWORK, nowCalcond, wireOf } from "./probe.js";
import type { Probe } from "./probe.js";

/** Order of the base point of Ed25519 (RFC 8032, section 5.1). */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** The neutral element: a key under which anything can be signed. */
const SMALL_ORDER_KEY = `01${"0".repeat(62)}`;
const JUNK_BYTES = 1_000_000;

/** @returns the `i`-th message, or null when there is nothing to say now */
type Trick = (
  probe: HostileProbe,
  i: number,
) => { readonly topic: TopicName; readonly data: Uint8Array } | null;

/** A probe, and the last message of an honest member that it heard. */
export interface HostileProbe extends Pick<Probe, "author" | "secret"> {
  /** Calcond at its start. */
  readonly since: number;
  readonly heard: { readonly topic: TopicName; readonly data: Uint8Array } | null;
}

function opened(probe: HostileProbe, i: number, author = probe.author): EncodedEvent {
  return createEvent(nodeCrypto, author, {
    net: NETWORK,
    kind: "spine.open",
    seq: 0,
    prev: NO_HASH,
    calcond: nowCalcond() - i,
    body: {
      engine_version: ENGINE_VERSION,
      next: nodeCrypto.sha256Hex(`${probe.author.publicKey} ${i}`),
    },
  });
}

function withSignature({ text, event }: EncodedEvent, sig: string): string {
  return text.replace(event.sig, sig);
}

/** S + L: the same signature to a verifier that does not check the range of S. */
function malleated(sig: string): string {
  const bytes = Buffer.from(sig, "hex");
  let s = L;
  for (let i = 63; i >= 32; i -= 1) s += BigInt(bytes[i]!) << BigInt(8 * (i - 32));
  for (let i = 32; i < 64; i += 1) bytes[i] = Number((s >> BigInt(8 * (i - 32))) & 0xffn);
  return bytes.toString("hex");
}

function wired(probe: HostileProbe, text: string): Uint8Array {
  return wireOf(probe.author, probe.secret, text);
}

/** The event in a message of a topic. */
function eventTextIn(data: Uint8Array): string {
  const text = Buffer.from(data).toString("utf8");
  return text.slice(text.indexOf('"msg":') + 6, -1);
}

/** What each hostile member sends; every message of them proves its sender's fault. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  "bad signatures": (probe, i) => {
    const event = opened(probe, i);
    const sig = createHash("sha512").update(event.id).digest("hex");
    return { topic: "node", data: wired(probe, withSignature(event, sig)) };
  },
  "signatures with S + L": (probe, i) => {
    const event = opened(probe, i);
    return { topic: "node", data: wired(probe, withSignature(event, malleated(event.event.sig))) };
  },
  "a key of small order": (probe, i) => {
    const author = { seed: probe.author.seed, publicKey: SMALL_ORDER_KEY };
    const { text, event } = opened(probe, i, author);
    const sig = SMALL_ORDER_KEY + "0".repeat(64);
    return { topic: "node", data: wireOf(author, probe.secret, text.replace(event.sig, sig)) };
  },
  "JSON that is not canonical": (probe, i) => {
    const { text } = opened(probe, i);
    const spaced = Buffer.from(wired(probe, text)).toString("utf8").replace('"msg":', '"msg": ');
    return { topic: "node", data: Buffer.from(spaced, "utf8") };
  },
  "lone surrogates": (probe, i) => {
    const { text } = opened(probe, i);
    const data = Buffer.from(wired(probe, text))
      .toString("utf8")
      .replace(ENGINE_VERSION, "\\ud800");
    return { topic: "node", data: Buffer.from(data, "utf8") };
  },
  "events on a wrong topic": (probe, i) => ({
    topic: "head",
    data: wired(probe, opened(probe, i).text),
  }),
  // No two are the same: what was seen before the gossip library drops before anyone judges it.
  "a megabyte of junk": ({ author }, i) => ({
    topic: "head",
    data: Buffer.alloc(JUNK_BYTES, `${author.publicKey} ${i} `),
  }),
  "what others said, as its own": ({ author, secret, heard, since }, i) =>
    heard === null
      ? null
      : {
          topic: heard.topic,
          data: wireOf(author, secret, eventTextIn(heard.data), since - i),
        },
};
