/**
 * A verdict of the market, checked by the second verifier: a program in Python, without a node and
 * without a line of this project's code, computes the job to the digest of its whole result.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { verdictOf } from "../../../scripts/cli/records/verifyVerdict.js";
import { textIn } from "../../../scripts/cli/tables.js";
import { lastBitLie } from "../../../scripts/market/liar.js";
import { callOf, principalOf, readAnswer, LocalMesh } from "../../../scripts/market/localMesh.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";

const CALL = callOf(principalOf("ada"));
const JOBS = {
  "a closed form": { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } },
  "a table": { operators: ["NM19"], columns: { m: 2, a: { from: 1, to: 50, count: 50 } } },
};

describe("scripts/seal/verify_verdict.py", () => {
  const dir = temporaryDir("second-verdict");
  after(() => dir.remove());

  function python(held: JsonObject, ...args: readonly string[]) {
    const path = join(dir.path, "verdict.json");
    writeFileSync(path, JSON.stringify(held));
    const run = spawnSync("python3", ["scripts/seal/verify_verdict.py", path, ...args], {
      encoding: "utf8",
    });
    expect(run.stderr).to.equal("");
    return run;
  }

  /** Of three contributors one lies in the last bit: the asker's node finds and challenges it. */
  async function verdictAbout(asked: (typeof JOBS)[keyof typeof JOBS]): Promise<JsonObject> {
    const mesh = new LocalMesh();
    const asker = await mesh.add("asker");
    await mesh.add("keeper");
    for (const name of ["one", "two", "liar"]) {
      const node = await mesh.add(name, name === "liar" ? { result: lastBitLie } : {});
      await mesh.contribute(node, name);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -10_000 },
        { account: "paid:ada", delta: 10_000 },
      ],
    });
    const { handlers, services } = asker.node;
    await readAnswer(handlers.compute({ operators: ["KO42"], inputs: {} }, CALL));
    const decided = (): string | undefined =>
      [...services.disputes.records].find(([, { outcome }]) => outcome !== null)?.[0];
    while (decided() === undefined) {
      const order = { ...asked, class: "replicated" as const, k: 2 };
      const id = textIn(await readAnswer(handlers.jobOpen(order, CALL)), "id");
      const state = async () => (await readAnswer(handlers.jobGet({ id }, CALL)))["state"];
      await mesh.until("the job ends", async () => (await state()) !== "open");
      await mesh.pass(30);
    }
    const held = await readAnswer(handlers.contributeVerdict({ challenge: decided()! }, CALL));
    await mesh.stop();
    // As it is exported: a file.
    const read = parseJson(JSON.stringify(held));
    if (!read.ok || !isObject(read.value)) throw new Error("no document");
    return read.value;
  }

  for (const [what, asked] of Object.entries(JOBS))
    it(`finds who lied about ${what}, and sees each change of the evidence`, async () => {
      const held = await verdictAbout(asked);
      const own = await verdictOf(held);
      expect(own.outcome).to.equal("upheld");
      const found = python(held);
      expect(found.stdout).to.match(new RegExp(`^valid .*upheld: node ${own.node}$`, "m"));
      expect(found.status).to.equal(EXIT.ok);
      const inputs = held["inputs"];
      const events = held["events"];
      if (!isObject(inputs) || !Array.isArray(events)) throw new Error("no evidence");
      const invalid = [
        { ...held, inputs: { ...inputs, r: 1 } },
        { ...held, net: "00000000" },
        { ...held, challenge: "00".repeat(32) },
        ...[0, Math.floor(events.length / 2), events.length - 1].map((at) => ({
          ...held,
          events: events.map((event, i) =>
            i === at && isObject(event) ? { ...event, sig: "11".repeat(64) } : event,
          ),
        })),
      ];
      for (const changed of invalid) {
        expect(python(changed).status).to.equal(EXIT.notVerified);
        expect((await verdictOf(changed)).outcome).to.equal(null);
      }
      // Without the commitment nobody knows that the result was this node's own.
      const kinds = (event: JsonValue): unknown =>
        isObject(event) && isObject(event["header"]) ? event["header"]["kind"] : null;
      const bare = { ...held, events: events.filter((one) => kinds(one) !== "work.commit") };
      expect(python(bare).status).to.equal(EXIT.notVerified);
      expect((await verdictOf(bare)).outcome).to.equal(null);
    });
});
