/** Two of three contributors tell the same lie, and one of them is gone before it is found. */
import { expect } from "chai";
import { isObject } from "../../../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { lastBitLie } from "../../../../scripts/market/liar.js";
import { customerOf, heldBy, send, signedOrder } from "../../../../scripts/market/pair.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import { linearGenerator } from "../../../kit/generator.js";
import { isLong, runs } from "../../../kit/runs.js";
import { makeDirectory, removeDirectory } from "../../../kit/temporaryDirectory.js";
import { recordWrites, ReplayedDisk } from "../../../fault/replayedDisk.js";
import { textIn } from "../../../../scripts/cli/tables.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { textOf } from "../../../kit/requests.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
/** F = m a of 3 kg and 7 m/s^2. */
const INPUTS = { m: 3, a: 7 };
const FORCE = 21;
const LIARS = ["one", "two"] as const;

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const SEED = 20_261_127;
/** The free credits of a day buy fewer. */
const FREE_ENVELOPES_MAX = 200;
const TRIALS = runs(10, 500);

describe("the market: most of those who are drawn lie", () => {
  const mesh = new LocalMesh();
  let asker: LocalNode;
  const byKey = new Map<string, LocalNode>();
  let written: ReturnType<typeof recordWrites>;
  before(async () => {
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (const name of [...LIARS, "three"]) {
      const isLiar = name !== "three";
      const node = await mesh.add(name, {
        ...(isLiar ? { result: lastBitLie } : {}),
        transfers: { origins: ["*"] },
      });
      if (name === LIARS[0]) written = recordWrites(node.raw);
      await mesh.contribute(node, name);
      byKey.set(node.publicKey, node);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: `paid:${ASKER}`, delta: 1_000 },
      ],
    });
    // Deposits of the challenges.
    for (let i = 0; i < LIARS.length; i += 1)
      await readAnswer(asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, CALL));
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  async function opened(): Promise<string> {
    const asked = { operators: ["NM19"], inputs: INPUTS, class: "replicated" as const, k: 2 };
    return textIn(await readAnswer(asker.node.handlers.jobOpen(asked, CALL)), "id");
  }

  /** The parts of a job, and who computed them. */
  async function nodesOf(id: string): Promise<readonly JsonObject[]> {
    const job = await readAnswer(asker.node.handlers.jobGet({ id }, CALL));
    const [shard] = objects(job["shards"]);
    return objects(shard?.["nodes"]);
  }

  it("a job ends with what the asker's node finds, honest work is paid, a bond released at once is lost", async () => {
    const { handlers, services } = asker.node;
    const show = (id: string): Promise<JsonObject> => readAnswer(handlers.jobGet({ id }, CALL));
    const { jobs, withheld } = services.marketBook;
    const gone = new Set<string>();
    /** A liar leaves as soon as its result is known, and another one. */
    const leave = async (): Promise<void> => {
      for (const { reveals } of jobs.values())
        for (const node of reveals.keys()) {
          const { name, node: of } = byKey.get(node)!;
          const hashes = [...reveals.values()].map(({ body }) => body.result_hash);
          if (name === "three" || gone.size > 0 || new Set(hashes).size < 2) continue;
          gone.add(node);
          await readAnswer(of.handlers.contributeRelease({}, callOf(principalOf(name))));
        }
    };
    const findings: string[] = [];
    for (let isSplit = false; !isSplit;) {
      expect(findings.length, "jobs until the third node was called").to.be.lessThan(12);
      const id = await opened();
      findings.push(id);
      await mesh.until("the job ends", async () => {
        await leave();
        return (await show(id))["state"] !== "open";
      });
      isSplit = (await nodesOf(id)).some(({ agrees }) => agrees === false);
    }
    expect(gone.size).to.equal(1);
    const id = findings.at(-1)!;
    expect(await show(id)).to.include({ state: "done", value: FORCE, spent: 3, returned: 3 });
    for (const one of await nodesOf(id)) {
      const { agrees, credits } = one;
      const node = textOf(one, "node");
      const isHonest = byKey.get(node)!.name === "three";
      expect([agrees, credits], node).to.deep.equal([isHonest, isHonest ? 3 : 0]);
    }
    await mesh.until("both bonds are withheld", async () =>
      mesh.nodes.every((one) => one.node.services.marketBook.withheld.size === LIARS.length),
    );
    for (const key of withheld.keys()) {
      const { name, node } = byKey.get(key)!;
      expect(name).to.not.equal("three");
      const { bonds } = await node.services.bonds.status(name);
      expect(bonds, name).to.deep.equal([]);
    }
    expect((await marketAtRest(mesh.nodes)).faults).to.deep.equal([]);
  });

  describe("the disk of the liar", () => {
    const random = linearGenerator(SEED);
    let base = "";
    let disk: ReplayedDisk;
    before(async () => {
      base = await makeDirectory();
      disk = new ReplayedDisk(base);
      const [from, to] = [...byKey.values()];
      if (from === undefined || to === undefined) throw new Error("two nodes are needed");
      const paid = async () => (await heldBy(from)).filter(({ bond, free }) => bond === 0 && !free);
      // Free credits go first: how many are left follows from who was drawn.
      for (let i = 0; i < FREE_ENVELOPES_MAX && (await paid()).length === 0; i += 1) {
        await customerOf(from, 1);
        await mesh.pass(2);
      }
      const tokens = await paid();
      const terms = { expires: mesh.time.calcond + 900, nonce: "sent-before-the-power-fails" };
      await send(signedOrder(mesh, [from, to], tokens.slice(0, 1), terms));
      await mesh.pass(3);
      await disk.write(written);
    });
    after(() => removeDirectory(base));

    it("has jobs, work, bonds, disputes and moves of envelopes", () => {
      expect([...disk.kinds]).to.include.members(
        "vault bond jobevent jobwork jobdispute jobdoc xferout xfertoken journal ev".split(" "),
      );
    });

    it(`keeps what it said is kept when the power fails, ${TRIALS} times (seed ${SEED})`, async () => {
      for (let i = 0; i < TRIALS; i += 1) expect(await disk.cut(random)).to.equal(null);
    });

    it(`serves nothing but what was written where one bit flips, ${TRIALS} times (seed ${SEED})`, async () => {
      const outcomes: Record<string, number> = {};
      for (let i = 0; i < TRIALS; i += 1) {
        const outcome = await disk.flip(random);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      // A start on a damaged log is refused in words; a damaged record of a table is named.
      const { named = 0, refused = 0, whole = 0, ...others } = outcomes;
      expect(others).to.deep.equal({});
      expect(named + refused + whole).to.equal(TRIALS);
      if (isLong) process.stdout.write(`      ${JSON.stringify(outcomes)}\n`);
    });
  });
});
