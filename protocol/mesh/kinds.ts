/** The kinds of events and notes: where they travel, how large, how often, and what is in them. */
import * as z from "zod";
import { EVENT_BYTES_MAX, KEY_BODY_BYTES_MAX, SEAL_WINDOW_MAX } from "../limits.js";
import type { Crypto, JsonObject } from "../ports.js";
import { evidenceBody, verifyEvidence } from "./evidence.js";
import { keyRevokeBody, keyRotateBody } from "../events/succession.js";
import { faultOfJob, jobCancelBody, jobOpenBody } from "../events/job.js";
import { NAME_BODIES, nameBodyFault } from "../names/bodies.js";
import { faultOfValue, MARKET_BODIES } from "../market/bodies.js";
import { faultOfBurn, firstTokenOf, TRANSFER_BODIES } from "../transfers/bodies.js";
import { isBoundTopic, workTopic, xferTopic, type TopicName } from "../events/topics.js";

/** Handshake, header and signature beside a body: what a message may have over its body's limit. */
export const WIRE_OVERHEAD_BYTES = 2_048;

/** Longest checkpoint of a round that is said: with its frame it fits into the note. */
export const ROUND_CHARS_MAX = 3_584;
/** Calconds of an epoch: what is gathered in it is said to all once. */
export const ROUND_EPOCH_CALCONDS = 120;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const version = z.string().min(1).max(64);

const spineOpenBody = z.strictObject({
  engine_version: version,
  /** sha256 of the next public key, committed to before the first one can be stolen. */
  next: hash,
});

export const sealBody = z.strictObject({
  count: z.int().min(1).max(SEAL_WINDOW_MAX),
  engine_version: version,
  /** RFC 6962 root over the hash-links of the window, in order. */
  root: hash,
});

export const nodeBody = z.strictObject({
  addrs: z.array(z.string().min(1).max(256)).max(8),
  capacity: z.int().min(1).max(16),
  engine_versions: z.array(version).min(1).max(16),
  http: z.string().min(1).max(256).optional(),
  roles: z.array(z.string().min(1).max(32)).max(16),
});

/** Role of a node that keeps a share of the spines. */
export const SHARE_ROLE = "share";
/** The same of one that neither asks for work nor does any: it hears nothing of it. */
export const ASIDE_ROLE = "aside";
/** Role of a node that hands its head to who keeps its spine and does not follow the heads of all. */
export const HANDS_ROLE = "hands";
/** Role of a node that may leave the heads of strangers to others: it takes heads that are handed to it. */
export const QUIET_ROLE = "quiet";

export const digestBody = z.strictObject({
  build: version,
  engine_version: version,
  envelopes: count,
  /** RFC 6962 root of the machine checkpoints. */
  machines: hash,
  min_index: count,
  /** sha256 of the sorted unique operator ids of the envelopes held. */
  operators_hash: hash,
  registry_generation: version,
  root: hash,
  shards: z.strictObject({ held: hash, root: hash }),
  size: count,
});

const SHARDS = /^(?!0{64}$)[0-9a-f]{64}$/;
/** Which shards, as a map of 256 bits with at least one set, and the epoch of the placement. */
export const shardBody = z.strictObject({ epoch: count, shards: z.string().regex(SHARDS) });

export const headNote = z.strictObject({
  author: hash,
  calcond: count,
  /** The signed checkpoint in its own text. */
  checkpoint: z.string().min(1).max(1_536),
  /** Id of the event at `seq`. */
  id: hash,
  kind: z.literal("head"),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  seq: count,
  v: z.literal(1),
});

/** A round of gathered heads, as its gatherer says it to all who name witnesses. */
export const roundNote = z.strictObject({
  author: hash,
  calcond: count,
  /** The checkpoint above the heads, with the cosignatures of a quorum, in its own text. */
  checkpoint: z.string().min(1).max(ROUND_CHARS_MAX),
  kind: z.literal("ckpt"),
  net: z.string().regex(/^[0-9a-f]{8}$/),
  round: z.int().min(1),
  v: z.literal(1),
});

export type NodeBody = z.output<typeof nodeBody>;
export type DigestBody = z.output<typeof digestBody>;
export type ShardBody = z.output<typeof shardBody>;
export type HeadNote = z.output<typeof headNote>;
export type RoundNote = z.output<typeof roundNote>;

export interface KindRow {
  /**
   * The topic it is flooded on; null for what only sync brings, "work" for the one of 16 that
   * follows from the job, "xfer" for that of the envelope.
   */
  readonly topic: TopicName | "work" | "xfer" | null;
  readonly bodyBytesMax: number;
  /** Least calconds between two of one author, unless the content changed; null: as needed. */
  readonly periodCalconds: number | null;
  readonly schema: z.ZodType;
  /** What it says is over once its author says the next of its kind: its body may be forgotten. */
  readonly isSuperseded?: boolean;
  /** It concerns its author and who deals with it: other nodes need not keep it. */
  readonly isQuiet?: boolean;
  /** It is said of work: who neither asks for any nor does any need not hear it. */
  readonly isOfWork?: boolean;
  /** What a body must prove by itself, beyond its shape; why it does not, or null. */
  readonly verify?: (crypto: Crypto, net: string, body: JsonObject) => string | null;
}

function falseEvidence(crypto: Crypto, net: string, body: JsonObject): string | null {
  const result = verifyEvidence(crypto, net, body);
  return result.ok ? null : result.reason;
}

function marketRow(kind: keyof typeof MARKET_BODIES, topic: "job" | "work"): KindRow {
  const schema = MARKET_BODIES[kind];
  return { topic, bodyBytesMax: 4_096, periodCalconds: null, schema, isOfWork: true };
}

function transferRow(kind: keyof typeof TRANSFER_BODIES): KindRow {
  return {
    topic: "xfer",
    bodyBytesMax: 4_096,
    periodCalconds: null,
    schema: TRANSFER_BODIES[kind],
  };
}

function shardRow(): KindRow {
  return {
    topic: "shard",
    bodyBytesMax: 1_024,
    periodCalconds: null,
    schema: shardBody,
    isSuperseded: true,
    isQuiet: true,
  };
}

export const EVENT_KINDS: Readonly<Record<string, KindRow>> = {
  "spine.open": {
    topic: "node",
    bodyBytesMax: 4_096,
    periodCalconds: null,
    schema: spineOpenBody,
    isQuiet: true,
  },
  "key.rotate": {
    topic: "node",
    bodyBytesMax: KEY_BODY_BYTES_MAX,
    periodCalconds: null,
    schema: keyRotateBody,
  },
  "key.revoke": {
    topic: "node",
    bodyBytesMax: KEY_BODY_BYTES_MAX,
    periodCalconds: null,
    schema: keyRevokeBody,
  },
  seal: {
    topic: null,
    bodyBytesMax: 512,
    periodCalconds: null,
    schema: sealBody,
    isQuiet: true,
  },
  node: {
    topic: "node",
    bodyBytesMax: 4_096,
    periodCalconds: 463,
    schema: nodeBody,
    isSuperseded: true,
    isQuiet: true,
  },
  digest: {
    topic: "digest",
    bodyBytesMax: 2_048,
    periodCalconds: 120,
    schema: digestBody,
    isSuperseded: true,
    isQuiet: true,
  },
  evidence: {
    topic: "evid",
    bodyBytesMax: 32_768,
    periodCalconds: null,
    schema: evidenceBody,
    verify: falseEvidence,
  },
  "job.open": {
    topic: "job",
    bodyBytesMax: 16_384,
    periodCalconds: null,
    schema: jobOpenBody,
    isOfWork: true,
    verify: faultOfJob,
  },
  "job.cancel": {
    topic: "job",
    bodyBytesMax: 16_384,
    periodCalconds: null,
    schema: jobCancelBody,
    isOfWork: true,
  },
  "job.draw": marketRow("job.draw", "job"),
  "job.settle": marketRow("job.settle", "job"),
  "work.offer": marketRow("work.offer", "job"),
  "work.beacon": marketRow("work.beacon", "work"),
  "work.vrf": marketRow("work.vrf", "work"),
  "work.claim": marketRow("work.claim", "work"),
  "work.commit": marketRow("work.commit", "work"),
  "work.reveal": { ...marketRow("work.reveal", "work"), verify: faultOfValue },
  "work.challenge": { ...marketRow("work.challenge", "work"), verify: faultOfValue },
  "work.verdict": { ...marketRow("work.verdict", "work"), verify: faultOfValue },
  "xfer.burn": { ...transferRow("xfer.burn"), verify: faultOfBurn },
  "xfer.mint": transferRow("xfer.mint"),
  "xfer.void": transferRow("xfer.void"),
  "xfer.refund": transferRow("xfer.refund"),
  "name.commit": {
    topic: "name",
    bodyBytesMax: 512,
    periodCalconds: null,
    schema: NAME_BODIES["name.commit"],
  },
  "name.claim": {
    topic: "name",
    bodyBytesMax: 10_240,
    periodCalconds: null,
    schema: NAME_BODIES["name.claim"],
    verify: nameBodyFault["name.claim"],
  },
  "name.seen": {
    topic: "name",
    bodyBytesMax: 512,
    periodCalconds: null,
    schema: NAME_BODIES["name.seen"],
  },
  "name.update": {
    topic: "name",
    bodyBytesMax: 10_240,
    periodCalconds: null,
    schema: NAME_BODIES["name.update"],
    verify: nameBodyFault["name.update"],
  },
  "name.revoke": {
    topic: "name",
    bodyBytesMax: 1_024,
    periodCalconds: null,
    schema: NAME_BODIES["name.revoke"],
    verify: nameBodyFault["name.revoke"],
  },
  "shard.claim": shardRow(),
  "shard.release": shardRow(),
};

export const NOTE_KINDS: Readonly<Record<string, KindRow>> = {
  head: { topic: "head", bodyBytesMax: 2_048, periodCalconds: 10, schema: headNote },
  ckpt: {
    topic: "ckpt",
    bodyBytesMax: 4_096,
    periodCalconds: ROUND_EPOCH_CALCONDS,
    schema: roundNote,
  },
};

/** The verdict asked of a kind that a newer version brought. */
export const OPAQUE_KIND: KindRow = {
  topic: null,
  bodyBytesMax: EVENT_BYTES_MAX - WIRE_OVERHEAD_BYTES,
  periodCalconds: null,
  schema: z.record(z.string(), z.unknown()),
};

/** The row of a kind, or null when this version does not know it. */
export function eventKind(kind: string): KindRow | null {
  return Object.hasOwn(EVENT_KINDS, kind) ? EVENT_KINDS[kind]! : null;
}

/** Whether an event of a kind changes what others go by; one of a kind that is not known may. */
export function isBinding(kind: string): boolean {
  return eventKind(kind)?.isQuiet !== true;
}

/** Whether an event of a kind concerns those alone who ask for work or do it. */
export function isOfWork(kind: string): boolean {
  return eventKind(kind)?.isOfWork === true;
}

/** What the events of a spine change for others. */
export interface Binding {
  /** Something on it binds others; absent where an earlier version wrote it, and then it may. */
  readonly binding?: boolean;
  /** All that binds on it is of work. */
  readonly ofWork?: boolean;
}

/** The same with one event more. @param before null: it is the first */
export function bindingWith(before: Binding | null, kind: string): Binding & { binding: boolean } {
  const isBefore = before !== null && before.binding !== false;
  const isNow = isBinding(kind);
  const ofWork = (!isBefore || before.ofWork === true) && (!isNow || isOfWork(kind));
  if (!isBefore && !isNow) return { binding: false };
  return ofWork ? { binding: true, ofWork } : { binding: true };
}

export function noteKind(kind: string): KindRow | null {
  return Object.hasOwn(NOTE_KINDS, kind) ? NOTE_KINDS[kind]! : null;
}

/** The topic of an event by its kind and what it is about; null for what travels on none. */
export function topicOfEvent(kind: string, body: JsonObject | null): TopicName | null {
  const topic = eventKind(kind)?.topic ?? null;
  if (topic === "xfer") {
    const token = body === null ? null : firstTokenOf(body);
    return token !== null && /^[0-9a-f]/.test(token) ? xferTopic(token) : null;
  }
  if (topic !== "work") return topic;
  const job = body?.["job"];
  return typeof job === "string" && /^[0-9a-f]/.test(job) ? workTopic(job) : null;
}

/** Largest message on a topic: the largest body of its kinds, and the overhead. */
export function wireBytesMax(topic: TopicName): number {
  let body = isBoundTopic(topic) ? (NOTE_KINDS["head"]?.bodyBytesMax ?? 0) : 0;
  for (const row of [...Object.values(EVENT_KINDS), ...Object.values(NOTE_KINDS)]) {
    const isSpread = row.topic === "work" || row.topic === "xfer";
    const isOn = isSpread ? topic.startsWith(`${row.topic}/`) : row.topic === topic;
    if (isOn) body = Math.max(body, row.bodyBytesMax);
  }
  return body + WIRE_OVERHEAD_BYTES;
}
