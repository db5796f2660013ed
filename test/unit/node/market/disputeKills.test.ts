/**
 * A dispute whose nodes are killed behind each single write: every deposit and every bond is free or
 * lost once, whatever a crash leaves half done.
 */
import { expect } from "chai";
import { isObject } from "../../../../protocol/encoding/json.js";
import { textOf } from "../../../kit/requests.js";
import { lastBitLie } from "../../../../scripts/market/liar.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const ENVELOPES = 2;
/** Writes of a life, and lives of both nodes: more than a dispute has. */
const WRITES_MAX = 8;
const LIVES_MAX = 60;

describe("a dispute: its nodes are killed behind each write", () => {
  const mesh = new LocalMesh();
  let asker: LocalNode;
  let liar: LocalNode;
  before(async () => {
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    liar = await mesh.add("liar", { result: lastBitLie });
    await mesh.contribute(liar, "liar");
    const honest = await mesh.add("honest");
    await mesh.contribute(honest, "honest");
    const third = await mesh.add("third");
    await mesh.contribute(third, "third");
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: `paid:${ASKER}`, delta: 1_000 },
      ],
    });
    for (let i = 0; i < ENVELOPES; i += 1)
      await readAnswer(asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, CALL));
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  async function lockedOf({ node }: LocalNode): Promise<number> {
    const query = { folder: null, prefix: "", after: null, offset: 0, limit: 64 };
    const { tokens } = await node.services.vault.page(ASKER, query);
    expect(tokens).to.have.length(ENVELOPES);
    return tokens.filter(({ locked }) => locked).length;
  }

  it("the liar loses its bond once, the asker nothing, and the market goes on", async () => {
    const inputs = { m: 3, a: 7 };
    const asked = { operators: ["NM19"], inputs, class: "replicated" as const, k: 2 };
    const isLied = (): boolean =>
      [...asker.node.services.marketBook.jobs.values()].some(({ reveals }) =>
        reveals.has(liar.publicKey),
      );
    for (let jobs = 0; !isLied(); jobs += 1) {
      expect(jobs, "jobs until the liar was drawn").to.be.lessThan(12);
      const opened = await readAnswer(asker.node.handlers.jobOpen(asked, CALL));
      await mesh.until("the job is computed", async () => {
        const job = await readAnswer(
          asker.node.handlers.jobGet({ id: textOf(opened, "id") }, CALL),
        );
        return isLied() || job["state"] !== "open";
      });
    }
    const isClosed = ({ node }: LocalNode): boolean =>
      [...node.services.disputes.records.values()].some(({ outcome }) => outcome === "upheld");
    let lives = 0;
    for (; !isClosed(asker) || !isClosed(liar); lives += 1) {
      expect(lives, "lives until the verdict is acted on").to.be.lessThan(LIVES_MAX);
      const of = lives % 2 === 0 ? liar : asker;
      await mesh.kill(of, 1 + ((lives >> 1) % WRITES_MAX));
      await mesh.pass(1);
    }
    for (const of of [liar, asker]) await mesh.kill(of);
    expect(lives).to.be.greaterThan(4);
    await mesh.pass(3);
    expect(await lockedOf(asker)).to.equal(0);
    expect((await liar.node.services.bonds.status("liar")).bonds).to.deep.equal([]);
    expect(await liar.store.vaultOrders.bond("liar", 1)).to.include({
      state: "slashed",
      challenges: 0,
    });
    const operator = callOf(principalOf("operator", true));
    for (const { name, node } of mesh.nodes) {
      const audit = await readAnswer(node.handlers.ledgerAudit({}, operator));
      expect(audit["ok"], `${name} ${JSON.stringify(audit["findings"])}`).to.equal(true);
      expect([...node.services.marketBook.withheld.keys()], name).to.deep.equal([liar.publicKey]);
    }
    const opened = await readAnswer(asker.node.handlers.jobOpen(asked, CALL));
    await mesh.until("a job after it ends", async () => {
      const job = await readAnswer(asker.node.handlers.jobGet({ id: textOf(opened, "id") }, CALL));
      return isObject(job) && job["state"] === "done";
    });
  });
});
