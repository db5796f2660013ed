/**
 * Who challenges an honest result and who computes it again say the same, and everything that a
 * stranger can check about them checks: no node believes it, and no bond is lost (R14).
 */
import { expect } from "chai";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
} from "../../../../scripts/market/localMesh.js";
import type { LocalNode } from "../../../../scripts/market/localMesh.js";
import { collusion, LooseSpine } from "../../../../scripts/market/strangers.js";
import type { AcceptedEvent } from "../../../../protocol/mesh/judgement.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import { runs } from "../../../kit/runs.js";
import { textOf } from "../../../kit/requests.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const GRAVITY = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
const PAIRS = runs(40, 1_000);
/** Disputes that are begun before the nodes have looked at them. */
const AT_ONCE = 4;

describe("the market: a challenger and who computes again collude", () => {
  const mesh = new LocalMesh();
  let asker: LocalNode;
  before(async () => {
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (const name of ["one", "two"]) await mesh.contribute(await mesh.add(name), name);
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: `paid:${ASKER}`, delta: 1_000 },
      ],
    });
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  /** @returns the job and its two honest results */
  async function honestJob(): Promise<readonly [job: string, reveals: readonly string[]]> {
    const asked = { operators: ["NM21"], inputs: GRAVITY, class: "replicated" as const, k: 2 };
    const id = textOf(await readAnswer(asker.node.handlers.jobOpen(asked, CALL)), "id");
    await mesh.until("the job ends", async () => {
      const { state } = await readAnswer(asker.node.handlers.jobGet({ id }, CALL));
      return state === "done";
    });
    const [facts] = asker.node.services.marketBook.jobs.values();
    return [facts!.id, [...facts!.reveals.values()].map((said) => said.id)];
  }

  /** As if it had come over the mesh: kept, then taken in. */
  async function heardBy({ node, store }: LocalNode, event: EncodedEvent): Promise<void> {
    const { market, marketBook } = node.services;
    const accepted: AcceptedEvent = { ...event, type: "event", state: "linked" };
    await store.write(marketBook.effect(accepted));
    market.take(accepted);
  }

  it(`${PAIRS} times: each node finds for the honest one, and its bond stays`, async () => {
    const [job, reveals] = await honestJob();
    expect(reveals).to.have.length(2);
    const { marketVersion: engineVersion, spine } = asker.node.services;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const spineOf = (name: string): LooseSpine =>
        new LooseSpine(`${name} ${pair}`, spine.net, () => mesh.time.calcond);
      const by = { challenger: spineOf("challenger"), executor: spineOf("executor") };
      const about = { job, reveal: reveals[pair % 2]! };
      const { calcond } = mesh.time;
      const words = { calcond, engineVersion, isWhole: true, net: spine.net };
      for (const event of await collusion(by, about, words))
        for (const node of mesh.nodes) await heardBy(node, event);
      if (pair % AT_ONCE === AT_ONCE - 1) await mesh.pass(1);
    }
    await mesh.pass(3);
    for (const { name, node } of mesh.nodes) {
      const { disputes, marketBook } = node.services;
      const found = [...disputes.records.values()].map(({ outcome }) => outcome);
      // Neither did the honest node lie, nor is there a job in which the challenger was right.
      expect(found, name).to.deep.equal(Array.from({ length: PAIRS }, () => "rejected"));
      expect([...marketBook.withheld.keys()], name).to.deep.equal([]);
    }
    for (const one of mesh.nodes.filter(({ name }) => ["one", "two"].includes(name))) {
      const { bonds } = await one.node.services.bonds.status(one.name);
      expect(
        bonds.map(({ state }) => state),
        one.name,
      ).to.deep.equal(["bonded"]);
    }
  });
});
