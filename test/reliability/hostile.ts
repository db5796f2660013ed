/**
 * Members of the mesh that do everything wrong, beside honest ones whose events must not suffer.
 */
import { expect } from "chai";
import { HostileMembers, MESSAGES_MAX } from "../../scripts/chaos/hostile.js";
import type { Attack } from "../../scripts/chaos/hostile.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { call, listOf } from "../kit/requests.js";
import { checkSpines, equalHeads, residentMb, until, verdicts } from "./checker.js";
import { probeEars, Talk } from "./talk.js";
import type { TalkFigures } from "./talk.js";

export interface HostileOptions {
  /** Daemons, each with an honest probe. */
  readonly nodes: number;
  /** Members that are hostile at the same time. */
  readonly members: number;
  /**
   * How long honest events are said without and then among hostile members; 0: until each trick was
   * tried.
   */
  readonly seconds: number;
  readonly eventsPerSecond: number;
  readonly floodTopics: number;
}

export interface HostileFigures {
  readonly attacks: readonly Attack[];
  readonly quiet: TalkFigures | null;
  readonly among: TalkFigures;
  /** Most by which the memory of a node grew while it was attacked. */
  readonly grownMb: number;
  readonly flooded: number;
  /** Messages that the nodes refused, in which all that liars sent is counted. */
  readonly refused: number;
}

/** A new key is tried so long after the one before was cut off. */
const AGAIN_MS = 2_000;

export async function hostileMesh(options: HostileOptions): Promise<HostileFigures> {
  const { nodes, members, seconds, eventsPerSecond, floodTopics } = options;
  const dir = temporaryDir("hostile");
  const cluster = await Cluster.start({
    dir: dir.path,
    count: nodes,
    args: ["--log-level", "error", "--metrics", "127.0.0.1:0"],
  });
  const probes: Probe[] = [];
  const secret = secretIn(cluster.secretFile);
  let hostile: HostileMembers | null = null;
  try {
    for (const node of cluster.nodes) {
      const probe = await Probe.start(200 + probes.length, secret);
      probes.push(probe);
      await probe.join(node);
    }
    const talk = await Talk.open(probes, probeEars(probes));
    const restMs = 1_000 / eventsPerSecond;
    const count = seconds * eventsPerSecond;
    const quiet = count === 0 ? null : await talk.run(restMs, (said) => said < count);
    const before = cluster.nodes.map(residentMb);
    hostile = new HostileMembers({
      secret,
      members,
      floodTopics,
      targets: cluster.nodes,
      againMs: count === 0 ? 0 : AGAIN_MS,
    });
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    void hostile.done.then(over, over);
    const among = await talk.run(restMs, (said) => (count === 0 ? !isOver : said < count));
    await hostile.stop();
    const grownMb = Math.max(...cluster.nodes.map((node, i) => residentMb(node) - before[i]!));
    await equalHeads(probes[0]!, cluster.nodes, 60_000);
    await checkOnlyHonest(probes, cluster.nodes);
    await checkSpines(cluster.nodes);
    await checkDenied(hostile.attacks, cluster.nodes);
    let refused = 0;
    for (const node of cluster.nodes) refused += await verdicts(node, "reject");
    const { attacks, flooded } = hostile;
    return { attacks, quiet, among, grownMb, flooded, refused };
  } finally {
    // What it failed with was told above; the daemons have to end all the same.
    await hostile?.stop().catch(() => undefined);
    await Promise.all(probes.map((probe) => probe.stop()));
    await cluster.stop();
    dir.remove();
  }
}

/** Every spine a node holds is an honest one's. */
async function checkOnlyHonest(
  honest: readonly Probe[],
  nodes: readonly RunningNode[],
): Promise<void> {
  const known = new Set([
    ...honest.map(({ author }) => author.publicKey),
    ...nodes.map(({ api }) => api.publicKey),
  ]);
  for (const node of nodes) {
    const authors = (await honest[0]!.tips(node)).map(([author]) => author);
    expect(authors.filter((author) => !known.has(author))).to.deep.equal([]);
    expect(authors).to.have.length(known.size);
  }
}

/** Every offender is refused by the one it attacked. */
async function checkDenied(
  attacks: readonly Attack[],
  nodes: readonly RunningNode[],
): Promise<void> {
  await until("refusing every offender", 10_000, async () => {
    const denied = await Promise.all(
      nodes.map(async (node) =>
        listOf((await call(node, "GET", "/api/mesh/scores")).body, "denied"),
      ),
    );
    const all = new Set(denied.flat());
    return attacks.every(({ peerId }) => all.has(peerId));
  });
}

/** What holds for every attack and every honest event, whatever the machine is busy with. */
export function expectHarmless({ attacks, among, quiet, refused }: HostileFigures): void {
  for (const { trick, wasCut, cameBack, sent } of attacks) {
    expect({ trick, wasCut, cameBack }).to.deep.equal({ trick, wasCut: true, cameBack: false });
    // The eleventh on one topic cuts off; a few more are under way by then.
    expect(sent, trick).to.be.within(11, MESSAGES_MAX);
  }
  // What a liar costs a node is so many messages to judge, however long it goes on: none is passed on.
  expect(refused).to.be.within(1, MESSAGES_MAX * attacks.length);
  expect(among.heard).to.equal(among.wanted);
  expect(quiet?.heard).to.equal(quiet?.wanted);
}
