/**
 * The mesh: judging, verifying, writing, delivering, joining, and the memory of a node with many
 * peers.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { appendLeaf, EMPTY_FRONTIER } from "../../protocol/seal/merkle.js";
import type { Frontier } from "../../protocol/seal/merkle.js";
import { verifySignature } from "../../protocol/seal/signature.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Operation } from "../../storage/kv/kv.js";
import { openStore } from "../../storage/store.js";
import { temporaryDir } from "../devnet/daemons.js";
import { cpuSeconds, judge, newBook, spines, wires } from "./meshEvents.js";
import { benchGossipMesh, benchGossipPair } from "./meshGossip.js";
import type { Delivered } from "./meshGossip.js";
import { benchJoin } from "./meshJoin.js";
import { median, type Row } from "./report.js";

const AUTHORS = 16;
const EVENTS = 10_000;
const ROUNDS = 3;
const VERIFIED = 4_000;
/** Writes that wait at the same time. */
const WRITERS = 1_024;
const COMMITTED = 20_000;
const HOSTS = 12;
const PEERS = 24;
const JOINED_EVENTS = 100_000;

function perSecond(count: number, work: () => void): number {
  const begun = process.cpuUsage();
  work();
  return count / cpuSeconds(begun);
}

export async function benchMeshJudge(): Promise<readonly Row[]> {
  const events = spines(AUTHORS, EVENTS);
  const validation = median(
    Array.from({ length: ROUNDS }, () => {
      const messages = wires(events);
      const book = newBook();
      return perSecond(messages.length, () => {
        if (!messages.every((message) => judge(book, message)))
          throw new Error("a message was refused");
      });
    }),
  );
  const { normative, bare } = signatures(events);
  return [
    {
      name: "whole validation of a gossiped event",
      value: validation,
      unit: "events/cpu-s",
      target: "at least 5000 a core",
    },
    { name: "normative signature check", value: normative, unit: "checks/cpu-s" },
    { name: "bare signature check", value: bare, unit: "checks/cpu-s" },
    { name: "normative / bare", value: normative / bare, unit: "ratio", target: "at least 0.85" },
  ];
}

/** Normative and bare check in turns. */
function signatures(events: readonly EncodedEvent[]): {
  readonly normative: number;
  readonly bare: number;
} {
  const checks = events.slice(0, VERIFIED).map(({ event, headerText }) => ({
    key: fromHex(event.header.author)!,
    sig: fromHex(event.sig)!,
    text: utf8Encode(`calc-event-sig/1\u0000${headerText}`),
  }));
  const rates = { normative: [] as number[], bare: [] as number[] };
  const run = (verify: (check: (typeof checks)[number]) => boolean): number =>
    perSecond(checks.length, () => {
      if (!checks.every((check) => verify(check))) throw new Error("a good signature was refused");
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.normative.push(run(({ key, text, sig }) => verifySignature(nodeCrypto, key, text, sig)));
    rates.bare.push(run(({ key, text, sig }) => nodeCrypto.ed25519Verify(key, text, sig)));
  }
  return { normative: median(rates.normative), bare: median(rates.bare) };
}

/**
 * Events with their indexes and the new end of their spine, from many writers that each wait for
 * the disk.
 */
export async function benchMeshCommit(): Promise<readonly Row[]> {
  const events = spines(AUTHORS, COMMITTED);
  const edges = edgesOf(events);
  const dir = temporaryDir("commit");
  const store = await openStore({ dir: dir.path });
  const operations = (i: number): readonly Operation[] => {
    const { event, id, headerText, bodyText } = events[i]!;
    const { author, seq, calcond, body_hash: bodyHash } = event.header;
    return store.spine.appendOps(
      { author, seq, id, header: headerText, sig: event.sig, bodyHash, body: bodyText },
      { seq, id, calcond, edge: edges[i]! },
    );
  };
  try {
    const [begun, begunCpu] = [performance.now(), process.cpuUsage()];
    let next = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (next < events.length) {
          const i = next;
          next += 1;
          await store.write(operations(i));
        }
      }),
    );
    const [seconds, cpu] = [(performance.now() - begun) / 1_000, cpuSeconds(begunCpu)];
    return [
      {
        name: "synced group commit of events, 1024 writers",
        value: events.length / seconds,
        unit: "events/s",
        target: "at least 20000",
      },
      {
        name: "processor time of one, LevelDB's threads with it",
        value: (1e6 * cpu) / events.length,
        unit: "us",
      },
    ];
  } finally {
    await store.close();
    dir.remove();
  }
}

/** The right edge of each event's tree. */
function edgesOf(events: readonly EncodedEvent[]): readonly (readonly string[])[] {
  const frontiers = new Map<string, Frontier>();
  return events.map(
    ({
      event: {
        header: { author },
      },
      leaf,
    }) => {
      const frontier = appendLeaf(nodeCrypto, frontiers.get(author) ?? EMPTY_FRONTIER, leaf);
      frontiers.set(author, frontier);
      return frontier.hashes.map(toHex);
    },
  );
}

export async function benchMeshGossip(): Promise<readonly Row[]> {
  return [
    ...gossipRows(`${HOSTS} hosts`, await benchGossipMesh(HOSTS), "at least 0.8"),
    ...gossipRows("two hosts", await benchGossipPair()),
  ];
}

function gossipRows(
  among: string,
  { judged, bare, plain }: Delivered,
  target?: string,
): readonly Row[] {
  const wanted = target === undefined ? {} : { target };
  return [
    { name: `gossip among ${among}, judged`, value: judged.perSecond, unit: "deliveries/s" },
    { name: "the same hosts, taken as it comes", value: bare.perSecond, unit: "deliveries/s" },
    {
      name: "hosts with the library alone, taken as it comes",
      value: plain.perSecond,
      unit: "deliveries/s",
    },
    {
      name: "judged / the library alone",
      value: judged.perSecond / plain.perSecond,
      unit: "ratio",
      ...wanted,
    },
    {
      name: "the same by processor time of all threads",
      value: judged.perCpuSecond / plain.perCpuSecond,
      unit: "ratio",
    },
    {
      name: "judged / as it comes to the same hosts",
      value: judged.perSecond / bare.perSecond,
      unit: "ratio",
    },
    {
      name: "the same by processor time of all threads",
      value: judged.perCpuSecond / bare.perCpuSecond,
      unit: "ratio",
    },
  ];
}

export async function benchMeshJoin(): Promise<readonly Row[]> {
  const join = await benchJoin(PEERS, JOINED_EVENTS);
  return [
    {
      name: `cold join of a daemon, ${PEERS} peers, ${join.joined} events`,
      value: join.perSecond,
      unit: "events/s",
      target: "at least 3000",
    },
    { name: "processor time of the daemon for one", value: join.cpuUs, unit: "us" },
    {
      name: "resident memory afterwards, at rest",
      value: join.residentMb,
      unit: "MB",
      target: "at most 150",
    },
    { name: "resident memory, highest", value: join.highestMb, unit: "MB" },
  ];
}

export async function benchMesh(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const part of [benchMeshJudge, benchMeshCommit, benchMeshGossip, benchMeshJoin]) {
    rows.push(...(await part()));
  }
  return rows;
}
