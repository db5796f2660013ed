/**
 * Daemons of two versions of the program in one mesh, with jobs, a lie and its verdict, moves and
 * witnessed heads: nobody rejects what another says, and all end with the same.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { eventId } from "../../protocol/seal/event.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { calc } from "../kit/calc.js";
import { call, listOf, numberOf, parseFields, textOf } from "../kit/requests.js";
import { checkSpines, equalHeads, until } from "./checker.js";
import {
  asked,
  contribute,
  CONTRIBUTOR_ENV,
  endOfJob,
  knowsContributors,
  openJob,
} from "./marketWork.js";

/**
 * One of each version asks. Who computes has to have the same operators as the asker, so there are some
 * of each version; a liar among those of the new one.
 */
const [NEW_ASKER, OLD_ASKER, NEW_WORKER, OLD_WORKER, LIAR, OTHER_OLD, OTHER_NEW] = [
  0, 1, 2, 3, 4, 5, 6,
];
const COUNT = 7;
const WORKERS = [NEW_WORKER, OLD_WORKER, LIAR, OTHER_OLD, OTHER_NEW];
const OLD = [OLD_ASKER, OLD_WORKER, OTHER_OLD];
const NEW = [NEW_ASKER, NEW_WORKER, LIAR, OTHER_NEW];
/** The liar computes its own lie again, and finds it right. */
const HONEST = NEW.filter((n) => n !== LIAR);
const WITNESSES = [NEW_ASKER, OLD_ASKER, NEW_WORKER];
/** Envelopes of a gift of credits do not move. */
const ENVIRONMENT = { ...CONTRIBUTOR_ENV, CALC_CREDITS_WELCOME: "0" };
const QUORUM = 2;
const LIAR_CALC = fileURLToPath(new URL("./liarDaemon.js", import.meta.url));
const EVENTS_MAX = 1_024;
const WAIT_MS = 600_000;

export interface MixedMarket {
  readonly jobs: Readonly<Record<string, number>>;
  /** Kinds of events that the daemons have said, and how often. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Messages that any daemon rejected. */
  readonly rejected: number;
  /** What each honest daemon of the new version found of the challenge. */
  readonly outcomes: readonly string[];
  /** Envelopes moved each way, between a daemon of either version. */
  readonly moved: readonly number[];
  readonly equalHeadsMs: number;
}

interface Person {
  readonly data: string;
  readonly key: string;
  readonly account: string;
  readonly equation: string;
}

/**
 * @param old the program of the older version
 * @param jobs of each asker
 */
export async function mixedMarket(old: string, jobs: number): Promise<MixedMarket> {
  const dir = temporaryDir("versions-market");
  const environment = new Map<number, Readonly<Record<string, string>>>(
    Array.from({ length: COUNT }, (_, n) => [n, ENVIRONMENT]),
  );
  const cluster = await Cluster.start({
    dir: dir.path,
    count: COUNT,
    args: ["--rate-limits", "off", "--log-level", "warn"],
    environment,
    calcs: new Map([...OLD.map((n) => [n, old] as const), [LIAR, LIAR_CALC]]),
  });
  const probe = await Probe.start(97, secretIn(cluster.secretFile));
  try {
    const keys = WITNESSES.map((n) => cluster.node(n).api.publicKey).join(",");
    for (let n = 0; n < COUNT; n += 1)
      environment.set(n, {
        ...ENVIRONMENT,
        CALC_WITNESS_KEYS: keys,
        CALC_WITNESS_QUORUM: String(QUORUM),
      });
    for (let n = 0; n < COUNT; n += 1) await cluster.restart(n);
    const states = await jobsOfAll(cluster, jobs);
    const outcomes = await verdicts(cluster, probe);
    const moved = [
      await moves(cluster, dir.path, NEW_ASKER, OLD_ASKER),
      await moves(cluster, dir.path, OLD_ASKER, NEW_ASKER),
    ];
    const equalHeadsMs = await equalHeads(probe, cluster.nodes, WAIT_MS);
    await checkSpines(cluster.nodes);
    return {
      jobs: states,
      kinds: await kindsOf(cluster, probe),
      rejected: await rejectedBy(cluster.nodes),
      outcomes,
      moved,
      equalHeadsMs,
    };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}

async function jobsOfAll(cluster: Cluster, jobs: number): Promise<Record<string, number>> {
  const askers = [cluster.node(NEW_ASKER), cluster.node(OLD_ASKER)];
  // The deposit of a challenge is an envelope.
  for (const node of askers)
    await asked(node, "POST", "/api/calc/compute", { operators: ["KO42"], inputs: {} });
  for (const n of WORKERS) await contribute(cluster.node(n));
  await knowsContributors(askers[0]!, NEW.length - 1);
  await knowsContributors(askers[1]!, OLD.length - 1);
  const ended: Record<string, number> = {};
  for (let n = 0; n < jobs; n += 1) {
    const ids = await Promise.all(askers.map((node) => openJob(node, n)));
    for (const [at, id] of ids.entries()) {
      const state = textOf(await endOfJob(askers[at]!, id), "state");
      ended[state] = (ended[state] ?? 0) + 1;
    }
  }
  return ended;
}

/** Kinds of what a daemon has said, with ids, from its own copy. */
async function saidBy(
  probe: Probe,
  node: RunningNode,
): Promise<readonly [kind: string, id: string][]> {
  const all: [string, string][] = [];
  for (;;) {
    const events = await probe.events(node, node.api.publicKey, all.length, EVENTS_MAX);
    if (events.length === 0) return all;
    for (const { header } of events)
      all.push([header.kind, eventId(nodeCrypto, canonicalize({ ...header }))]);
  }
}

async function kindsOf(cluster: Cluster, probe: Probe): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const node of cluster.nodes)
    for (const [kind] of await saidBy(probe, node)) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

/** Waits for a challenge to the liar, and for what each daemon finds of it. */
async function verdicts(cluster: Cluster, probe: Probe): Promise<readonly string[]> {
  const challenges: string[] = [];
  await until("a challenge", WAIT_MS, async () => {
    for (const n of [NEW_ASKER, OLD_ASKER])
      for (const [kind, id] of await saidBy(probe, cluster.node(n)))
        if (kind === "work.challenge") challenges.push(id);
    return challenges.length > 0;
  });
  const outcomes = new Map<RunningNode, string>();
  await until("a verdict at each", WAIT_MS, async () => {
    for (const node of HONEST.map((n) => cluster.node(n))) {
      const reply = await call(node, "GET", `/api/contribute/verdicts/${challenges[0]!}`);
      if (reply.status === 200 && typeof reply.body["outcome"] === "string")
        outcomes.set(node, reply.body["outcome"]);
    }
    return outcomes.size === HONEST.length;
  });
  return [...outcomes.values()];
}

async function rejectedBy(nodes: readonly RunningNode[]): Promise<number> {
  let rejected = 0;
  for (const node of nodes) {
    const { topics } = await asked(node, "GET", "/api/mesh/topics");
    for (const topic of listOf({ topics: topics! }, "topics"))
      rejected += numberOf(topic, "rejected");
  }
  return rejected;
}

async function person(node: RunningNode, data: string, name: string, dir: string): Promise<Person> {
  const text = newEquation();
  const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), text);
  if (identity.kind === "problem") throw new Error(identity.problem.detail);
  const { key } = identity.value;
  const equation = join(dir, `${name}.equation`);
  writeFileSync(equation, text);
  const account = textOf(await ask(data, key, ["ledger", "balance"]), "account");
  return { data, key, account, equation };
}

async function ask(data: string, key: string | null, args: readonly string[]) {
  const env: Record<string, string> = key === null ? {} : { CALC_TOKEN: key };
  const ran = await calc([...args, "--data-dir", data, "--json"], { env });
  if (ran.code !== 0) throw new Error(`${args.join(" ")}: ${ran.err}${ran.out}`);
  return parseFields(ran.out);
}

/** Two envelopes of a new account go to a new account of another daemon. @returns how many came */
async function moves(cluster: Cluster, dir: string, from: number, to: number): Promise<number> {
  const [here, there] = [cluster.members[from]!.dataDir, cluster.members[to]!.dataDir];
  const name = `${from}-${to}`;
  const ada = await person(cluster.node(from), here, `ada-${name}`, dir);
  const bob = await person(cluster.node(to), there, `bob-${name}`, dir);
  await ask(here, null, ["ledger", "grant", ada.account, "10", `invoice ${name}`]);
  for (let i = 0; i < 3; i += 1) await ask(here, ada.key, ["compute", "NM19", `m=${i + 1}`, "a=2"]);
  const send = ["transfer", "send", cluster.node(to).api.publicKey, bob.account, "--count", "2"];
  await ask(here, ada.key, [...send, "--equation", ada.equation]);
  let came = 0;
  await until("a move", WAIT_MS, async () => {
    const list = listOf(await ask(there, bob.key, ["transfer", "list"]), "transfers");
    const [one] = list;
    if (one === undefined || textOf(one, "state") !== "minted") return false;
    came = numberOf(one, "count");
    return true;
  });
  return came;
}
