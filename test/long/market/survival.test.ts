/** A market whose network parts, whose nodes stop, and whose asker vanishes or does not pay. */
import { expect } from "chai";
import { isObject } from "../../../protocol/encoding/json.js";
import { marketAtRest } from "../../../scripts/market/rest.js";
import { lastBitLie } from "../../../scripts/market/liar.js";
import { textIn } from "../../../scripts/cli/tables.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../scripts/market/localMesh.js";
import { CHALLENGE_CALCONDS } from "../../../protocol/market/terms.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const INPUTS = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
/** Calconds in which a job goes through all of its steps. */
const STEPS = 7;
const PARTED_CALCONDS = 40;
/** As long as a job may take, and as an asker may take to settle it. */
const OVER_CALCONDS = 80;
const UNPAID_JOBS = 8;

describe("a market in trouble", () => {
  let mesh: LocalMesh;
  let asker: LocalNode;
  let contributors: LocalNode[];
  let isLying = false;

  beforeEach(async () => {
    mesh = new LocalMesh();
    isLying = false;
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    contributors = [];
    for (const name of ["one", "two", "three", "four"]) {
      const node = await mesh.add(name, {
        result: (document) => (isLying ? lastBitLie(document) : document),
        transfers: { origins: ["*"] },
      });
      await mesh.contribute(node, name);
      contributors.push(node);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -100_000 },
        { account: `paid:${ASKER}`, delta: 100_000 },
      ],
    });
    await mesh.pass(3);
  });
  afterEach(() => mesh.stop());

  async function open(deadline = 772): Promise<string> {
    const asked = { operators: ["NM21"], inputs: INPUTS, class: "replicated" as const, k: 2 };
    return textIn(
      await readAnswer(asker.node.handlers.jobOpen({ ...asked, deadline }, CALL)),
      "id",
    );
  }

  async function stateOf(id: string): Promise<unknown> {
    return (await readAnswer(asker.node.handlers.jobGet({ id }, CALL)))["state"];
  }

  async function ended(id: string): Promise<unknown> {
    await mesh.until(id, async () => (await stateOf(id)) !== "open");
    return stateOf(id);
  }

  async function mustRest(): Promise<void> {
    await mesh.pass(3);
    expect((await marketAtRest(mesh.nodes)).faults).to.deep.equal([]);
  }

  it("ends every job whose network parted at any of its steps", async () => {
    for (let step = 0; step < STEPS; step += 1) {
      for (const named of [[asker], [contributors[step % contributors.length]!]]) {
        const id = await open();
        await mesh.pass(step);
        mesh.part(named);
        await mesh.pass(PARTED_CALCONDS);
        mesh.heal();
        expect(await ended(id)).to.be.oneOf(["done", "failed", "expired"]);
      }
    }
    await mustRest();
  });

  it("ends every job of which a contributor stopped at any of its steps", async () => {
    for (let step = 0; step < STEPS; step += 1) {
      const id = await open();
      await mesh.pass(step);
      const stopped = contributors[step % contributors.length]!;
      // Nobody hears it any more, and then it begins again on what its disk had.
      mesh.part([stopped]);
      await mesh.pass(PARTED_CALCONDS);
      await mesh.kill(stopped);
      mesh.heal();
      expect(await ended(id)).to.equal("done");
    }
    await mustRest();
  });

  it("gives a lock back whose node vanished until after the deadline", async () => {
    const id = await open(OVER_CALCONDS);
    await mesh.pass(2);
    mesh.part([asker]);
    await mesh.pass(OVER_CALCONDS + 10);
    await mesh.kill(asker);
    mesh.heal();
    expect(await ended(id)).to.be.oneOf(["done", "failed", "expired"]);
    await mustRest();
  });

  it("counts what an asker leaves unpaid, which is paid when its node goes on", async () => {
    const { jobOrders } = asker.node.services;
    const step = jobOrders.step.bind(jobOrders);
    const ids: string[] = [];
    for (let i = 0; i < UNPAID_JOBS; i += 1) ids.push(await open(OVER_CALCONDS));
    // Two of four for each of eight jobs: somebody has four of them.
    const revealed = (): number =>
      [...asker.node.services.marketBook.jobs.values()].filter(({ reveals }) => reveals.size >= 2)
        .length;
    jobOrders.step = async (now) => {
      const { jobs } = asker.node.services.marketBook;
      const isDrawn = [...jobs.values()].every(({ draws }) => draws.size > 0);
      if (jobs.size < UNPAID_JOBS || !isDrawn) await step(now);
    };
    await mesh.until("results are revealed", async () => revealed() === ids.length);
    await mesh.time.pass(400 * 777, () => mesh.settle());
    jobOrders.step = step;
    const owed = contributors.map(({ node: { services } }) =>
      services.earnings.owedBy(asker.publicKey, services.market.calcond),
    );
    expect(Math.max(...owed)).to.be.at.least(3);
    // It pays now, and is served again.
    for (const id of ids) expect(await ended(id)).to.equal("done");
    expect(await ended(await open())).to.equal("done");
    await mustRest();
  });

  it("takes the bond for a lie that is challenged at the last calcond", async () => {
    isLying = true;
    const id = await open();
    expect(await ended(id)).to.equal("done");
    isLying = false;
    const envelope = await readAnswer(
      asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, CALL),
    );
    const [facts] = [...asker.node.services.marketBook.jobs.values()];
    const [node, reveal] = [...facts!.reveals][0]!;
    const left = reveal.calcond + CHALLENGE_CALCONDS - asker.node.services.market.calcond;
    await mesh.time.pass(left * 777.000777, () => mesh.settle());
    expect(asker.node.services.market.calcond).to.equal(reveal.calcond + CHALLENGE_CALCONDS);
    const deposit = textIn(envelope, "receipt_id");
    const asked = { job: facts!.id, node, deposit };
    const opened = await readAnswer(asker.node.handlers.contributeChallenge(asked, CALL));
    await mesh.until("the bond is withheld", async () =>
      mesh.nodes.every((one) => one.node.services.marketBook.withheld.has(node)),
    );
    const shown = await readAnswer(
      asker.node.handlers.contributeVerdict({ challenge: textIn(opened, "challenge") }, CALL),
    );
    expect(isObject(shown) && shown["outcome"]).to.equal("upheld");
    await mustRest();
  });
});
