/**
 * SIGKILL of daemons at each step of a job: contributors that are called, compute, have committed or
 * revealed, and the asker's node with its lock. Every job ends, and every lock is spent or returned.
 * Nodes that were never killed still fetch from all others.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { Cluster } from "../../../scripts/devnet/cluster.js";
import { call, listOf, numberOf, textOf, type Fields } from "../../kit/requests.js";
import { print, shareOf } from "../reliability/share.js";

const ASKER = 0;
/** Never killed. */
const WITNESS = 1;
const COUNT = 5;
const CONTRIBUTORS = [2, 3, 4];
const STAGES = ["called", "claimed", "committed", "revealed"] as const;
const EACH = shareOf(5);
const LOOK_MS = 10;
const AWAY_MS = 1_500;
/** Calconds: a node that came back can still answer, and the next of the draw, too. */
const DEADLINE = 90;
const BATCH = 100;
const BOND = 1_000;
const REPLICAS = 2;

describe("the market, long: daemons are killed at each step of a job", () => {
  const dir = temporaryDir("market-kill");
  const environment = new Map(CONTRIBUTORS.map((n) => [n, { CALC_TRANSFERS_ORIGINS: "*" }]));
  let cluster: Cluster;
  const keys = new Map<string, number>();
  const ended: Record<string, number> = {};
  const jobs: string[] = [];

  const asked = async (n: number, method: string, path: string, body?: object): Promise<Fields> => {
    const reply = await call(cluster.node(n), method, path, body);
    expect(reply.status, `${path}: ${reply.text}`).to.be.within(200, 299);
    return reply.body;
  };

  before(async () => {
    const args = ["--rate-limits", "off", "--log-level", "warn"];
    cluster = await Cluster.start({ dir: dir.path, count: COUNT, args, environment });
    for (const n of CONTRIBUTORS) {
      keys.set(cluster.node(n).api.publicKey, n);
      const computations = Array.from({ length: BATCH }, () => ({
        operators: ["KO42"],
        inputs: {},
      }));
      for (let count = 0; count < BOND; count += BATCH)
        await asked(n, "POST", "/api/calc/compute/batch", { computations });
      await asked(n, "POST", "/api/contribute/bond", { count: BOND });
      await asked(n, "POST", "/api/contribute/start", { share: 100 });
    }
    for (;;) {
      const { contributors } = await asked(ASKER, "QUERY", "/api/jobs", orderOf(0));
      if (contributors === CONTRIBUTORS.length) break;
      await delay(200);
    }
  });
  after(async () => {
    await cluster.stop();
    dir.remove();
  });

  function orderOf(n: number): object {
    return { operators: ["NM19"], inputs: { m: 1 + n, a: 3 }, deadline: DEADLINE };
  }

  async function open(): Promise<string> {
    const id = textOf(await asked(ASKER, "POST", "/api/jobs", orderOf(jobs.length)), "id");
    jobs.push(id);
    return id;
  }

  const show = (id: string): Promise<Fields> => asked(ASKER, "GET", `/api/jobs/${id}`);

  async function end(id: string): Promise<Fields> {
    for (;;) {
      const job = await show(id);
      if (job["state"] !== "open") {
        const state = textOf(job, "state");
        ended[state] = (ended[state] ?? 0) + 1;
        return job;
      }
      await delay(200);
    }
  }

  /**
   * A job has its result, or so many of the three were lost that two are not left: on a machine that
   * others use a node may come back too late to claim.
   */
  function mustBeDone(job: Fields): void {
    if (job["state"] === "done") return;
    const [shard] = listOf(job, "shards");
    const lost = listOf(shard, "nodes").filter((one) => textOf(one, "stage") === "lost");
    expect(lost, JSON.stringify(job)).to.have.length.above(CONTRIBUTORS.length - REPLICAS);
  }

  /** A node of the job that stands at a step; null once the job has ended without. */
  async function seen(id: string, wanted: string): Promise<number | null> {
    for (;;) {
      const job = await show(id);
      const [shard] = listOf(job, "shards");
      for (const one of listOf(shard, "nodes"))
        if (textOf(one, "stage") === wanted) return keys.get(textOf(one, "node"))!;
      if (job["state"] !== "open") return null;
      await delay(LOOK_MS);
    }
  }

  async function restarted(n: number): Promise<RunningNode> {
    await cluster.kill(n);
    await delay(AWAY_MS);
    return cluster.restart(n);
  }

  /** A node asks all others for spines and receipts, and for a new shared one of another. */
  async function fetchesAll(n: number, from: number): Promise<void> {
    const others = COUNT - 1;
    for (;;) {
      const round = await asked(n, "POST", "/api/mesh/verify", { peers: others, samples: 8 });
      // Who was killed last may still be on its way back.
      if (round["peers"] !== others) {
        await delay(200);
        continue;
      }
      print({ asks: n, ...round });
      expect(round["coherenceScore"]).to.equal(1);
      break;
    }
    const sealed = await asked(from, "POST", "/api/calc/compute", {
      operators: ["NM19"],
      inputs: { m: 1_000 + n, a: 3 },
      visibility: "shared",
    });
    await asked(n, "GET", `/api/receipts/${textOf(sealed, "receipt_id")}`);
  }

  for (const stage of STAGES)
    it(`a contributor that is ${stage}, ${EACH} times`, async () => {
      let hit = 0;
      for (let i = 0; i < 4 * EACH && hit < EACH; i += 1) {
        const id = await open();
        const n = await seen(id, stage);
        if (n !== null) {
          hit += 1;
          await restarted(n);
        }
        mustBeDone(await end(id));
      }
      print({ stage, hit, ended });
      expect(hit).to.be.greaterThan(0);
    });

  it("and nodes that were never killed fetch from all others", async () => {
    await fetchesAll(ASKER, WITNESS);
    await fetchesAll(WITNESS, CONTRIBUTORS[0]!);
  });

  it(`the asker's node at any time, ${EACH} times`, async () => {
    for (let i = 0; i < EACH; i += 1) {
      const id = await open();
      await delay(i * 400);
      await restarted(ASKER);
      mustBeDone(await end(id));
    }
  });

  it("the asker's node vanishes with its lock until after the deadline", async () => {
    const id = await open();
    await delay(500);
    await cluster.kill(ASKER);
    await delay((DEADLINE + 20) * 777);
    await cluster.restart(ASKER);
    expect((await end(id))["state"]).to.be.oneOf(["done", "failed", "expired"]);
  });

  it("and fetch from the asker's node, too", async () => {
    await fetchesAll(WITNESS, ASKER);
  });

  it("and then all locks are spent or returned, and burned is what was earned", async () => {
    let spent = 0;
    for (const id of jobs) {
      const job = await show(id);
      expect(job, JSON.stringify(job)).to.include({ locked: 0 });
      expect(numberOf(job, "spent") + numberOf(job, "returned")).to.equal(6);
      spent += numberOf(job, "spent");
    }
    for (;;) {
      const works = await Promise.all(
        CONTRIBUTORS.map((n) => asked(n, "GET", "/api/contribute/work")),
      );
      const sum = (name: string): number =>
        works.reduce((all, work) => all + numberOf(work, name), 0);
      expect(sum("earned")).to.be.at.most(spent);
      if (sum("earned") === spent) {
        print({ jobs: jobs.length, ended, spent, minted: sum("minted") });
        expect(ended["done"] ?? 0).to.be.above(jobs.length / 2);
        expect(sum("minted")).to.equal(spent);
        break;
      }
      await delay(200);
    }
    for (const { n } of cluster.members)
      expect(await asked(n, "GET", "/api/ledger/audit")).to.include({ ok: true });
  });
});
