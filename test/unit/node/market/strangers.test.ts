/** Keys without credits say whatever they like, in any order: honest jobs end as they would alone. */
import { expect } from "chai";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import { LooseSpine, noise, poison, type Strangers } from "../../../../scripts/market/strangers.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
} from "../../../../scripts/market/localMesh.js";
import type { LocalNode } from "../../../../scripts/market/localMesh.js";
import type { AcceptedEvent } from "../../../../protocol/mesh/judgement.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import { runs } from "../../../kit/runs.js";
import { textOf } from "../../../kit/requests.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const SEED = 20_261_129;
const POISONS = runs(12, 60);
const JOBS = 3;
/** Columns that make no table: the computation throws. */
const NO_TABLE = canonicalize({ columns: { bad: 0 } });
const GRAVITY = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };

describe("the market: strangers of every kind", () => {
  const mesh = new LocalMesh();
  const random = new SeededRandom(String(SEED));
  let asker: LocalNode;
  let quiet = 0;
  let strangers = 0;
  before(async () => {
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (const name of ["one", "two"]) {
      const node = await mesh.add(name, { transfers: { origins: ["*"] } });
      await mesh.contribute(node, name);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -10_000 },
        { account: `paid:${ASKER}`, delta: 10_000 },
      ],
    });
    await mesh.pass(3);
    // Inputs that throw are there; those that never come are nobody's.
    const { store } = asker;
    const hash = nodeCrypto.sha256Hex(NO_TABLE);
    await store.write(store.market.documentOps(hash, NO_TABLE, Number.MAX_SAFE_INTEGER));
    quiet = await longest(async () => undefined);
  });
  after(() => mesh.stop());

  /** Calconds of the longest of some jobs, each opened after something was heard. */
  async function longest(hear: () => Promise<void>): Promise<number> {
    let most = 0;
    for (let n = 0; n < JOBS; n += 1) {
      await hear();
      const asked = { operators: ["NM21"], inputs: GRAVITY, class: "replicated" as const, k: 2 };
      const id = textOf(await readAnswer(asker.node.handlers.jobOpen(asked, CALL)), "id");
      let state = "open";
      const took = await mesh.until("an honest job ends", async () => {
        if (state === "open") await hear();
        state = textOf(await readAnswer(asker.node.handlers.jobGet({ id }, CALL)), "state");
        return state !== "open";
      });
      expect(state).to.equal("done");
      most = Math.max(most, took);
    }
    return most;
  }

  function spineOf(name: string): LooseSpine {
    strangers += 1;
    const { net } = asker.node.services.spine;
    return new LooseSpine(`${name} ${strangers}`, net, () => mesh.time.calcond);
  }

  async function poisons(): Promise<readonly EncodedEvent[]> {
    const { marketBook, marketVersion, spine } = asker.node.services;
    const said: EncodedEvent[] = [];
    for (let n = 0; n < POISONS; n += 1) {
      const by: Strangers = {
        asker: spineOf("asker"),
        contributor: spineOf("contributor"),
        challenger: spineOf("challenger"),
        executor: spineOf("executor"),
      };
      const isAbsent = random.chance(0.5);
      said.push(
        ...(await poison(by, {
          net: spine.net,
          calcond: mesh.time.calcond,
          engineVersion: marketVersion,
          chain: ["KO42", "NM19"],
          inputsHash: nodeCrypto.sha256Hex(isAbsent ? `absent ${strangers}` : NO_TABLE),
          isWhole: random.chance(0.7),
        })),
      );
      const known = [...marketBook.jobs.keys()];
      const job = random.chance(0.5) ? random.pick(known) : nodeCrypto.sha256Hex(`${strangers}`);
      said.push(...(await noise(spineOf("noise"), job, spine.net)));
    }
    return said;
  }

  /** As if it had come over the mesh: kept, then taken in. */
  async function heardBy({ node, store }: LocalNode, event: EncodedEvent): Promise<void> {
    const { market, marketBook } = node.services;
    const accepted: AcceptedEvent = { ...event, type: "event", state: "linked" };
    await store.write(marketBook.effect(accepted));
    market.take(accepted);
  }

  const all: EncodedEvent[] = [];
  let left: EncodedEvent[] = [];
  async function hearSome(): Promise<void> {
    for (const event of left.splice(0, POISONS))
      for (const node of random.shuffled(mesh.nodes)) await heardBy(node, event);
  }

  it(`hold up no job beyond twice its time, in any order (seed ${SEED})`, async () => {
    all.push(...(await poisons()));
    left = random.shuffled(all);
    expect(await longest(hearSome)).to.be.at.most(2 * quiet);
    while (left.length > 0) await hearSome();
    expect(await longest(async () => undefined)).to.be.at.most(2 * quiet);
  });

  it("neither over a restart of every node", async () => {
    for (const node of mesh.nodes) await mesh.kill(node);
    await mesh.pass(2);
    expect(await longest(async () => undefined)).to.be.at.most(2 * quiet);
  });

  it("neither where all of it makes sense", async () => {
    left = [...(await poisons())];
    expect(await longest(hearSome)).to.be.at.most(2 * quiet);
  });

  it("take nothing from anybody: no bond is withheld, and the books are in order", async () => {
    await mesh.pass(20);
    for (const { name, node } of mesh.nodes) {
      const { disputes, marketBook } = node.services;
      // Those that check are taken part in: they were no empty talk.
      expect(disputes.records.size, name).to.be.greaterThan(POISONS / 2);
      const upheld = [...disputes.records.values()].filter(({ outcome }) => outcome === "upheld");
      expect(upheld, name).to.deep.equal([]);
      expect(marketBook.withheld.size, name).to.equal(0);
    }
    expect((await marketAtRest(mesh.nodes)).faults).to.deep.equal([]);
  });
});
