/** A node that works for others: what ends its work, what makes it begin anew, and its share of time. */
import { expect } from "chai";
import { isObject } from "../../../../protocol/encoding/json.js";
import { BusyError } from "../../../../storage/kv/errors.js";
import { restNs } from "../../../../node/market/contributor.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { textIn } from "../../../../scripts/cli/tables.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const ASKER = callOf(principalOf("ada"));

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

describe("contributing", () => {
  let mesh: LocalMesh;
  let asker: LocalNode;
  let contributors: LocalNode[];

  before(async () => {
    mesh = new LocalMesh();
    asker = await mesh.add("asker");
    await mesh.add("keeper");
    contributors = [];
    for (const name of ["one", "two", "three"]) {
      const node = await mesh.add(name, { transfers: { origins: ["*"] } });
      await mesh.contribute(node, name);
      contributors.push(node);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -1_000 },
        { account: "paid:ada", delta: 1_000 },
      ],
    });
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  async function done(): Promise<readonly JsonObject[]> {
    const asked = { operators: ["NM19"], inputs: { m: 2, a: 3 }, class: "replicated" as const };
    const opened = await readAnswer(asker.node.handlers.jobOpen({ ...asked, k: 2 }, ASKER));
    const id = textIn(opened, "id");
    const show = () => readAnswer(asker.node.handlers.jobGet({ id }, ASKER));
    await mesh.until("the job ends", async () => (await show())["state"] !== "open");
    const job = await show();
    expect(job).to.include({ state: "done", locked: 0, spent: 6, value: 6 });
    return objects(objects(job["shards"])[0]!["nodes"]);
  }

  /** Every contributor computes by this in place of its engine. */
  function computing(instead: (node: LocalNode) => Promise<void>): () => void {
    const executions = contributors.map((node) => {
      const { jobExecution } = node.node.services;
      const run = jobExecution.run.bind(jobExecution);
      jobExecution.run = async (task, by) => {
        await instead(node);
        if (by.signal.aborted) throw new Error("stopped");
        return run(task, by);
      };
      return { jobExecution, run };
    });
    return () => {
      for (const { jobExecution, run } of executions) jobExecution.run = run;
    };
  }

  it("a worker that an own caller takes makes it begin anew, and its result counts", async () => {
    const bumped = new Set<string>();
    const restore = computing(async ({ name }) => {
      if (bumped.has(name)) return;
      bumped.add(name);
      throw new BusyError("the part of the workers that is free");
    });
    const nodes = await done();
    restore();
    expect(bumped.size).to.equal(2);
    expect(nodes.map(({ stage }) => stage)).to.deep.equal(["revealed", "revealed"]);
  });

  it("another mode ends the job that runs: the next of the draw steps in", async () => {
    let switched: LocalNode | null = null;
    const restore = computing(async (node) => {
      if (switched !== null) return;
      switched = node;
      const call = callOf(principalOf(node.name));
      const set = await readAnswer(
        node.node.handlers.contributeMode({ mode: "experimenting" }, call),
      );
      expect(set).to.deep.include({ mode: "experimenting", preempted: "contributing" });
    });
    const nodes = await done();
    restore();
    const { name, node, publicKey } = switched!;
    expect(nodes.map(({ stage }) => stage)).to.deep.equal(
      nodes.map((one) => (one["node"] === publicKey ? "lost" : "revealed")),
    );
    expect(nodes).to.have.length(3);
    const own = callOf(principalOf(name));
    const status = await readAnswer(node.handlers.contributeWork({}, own));
    expect(status).to.include({ mode: "experimenting", running: null, offered: false });
    // The one excludes the other in both directions.
    expect(await readAnswer(node.handlers.contributeStart({ share: 100 }, own))).to.include({
      mode: "contributing",
    });
    await mesh.until("all is paid and minted", async () => {
      const { earned, minted } = await marketAtRest(mesh.nodes);
      return earned === minted;
    });
  });

  it("a job that lacks an input calls nobody and locks nothing", async () => {
    const before = await asker.node.services.ledger.balance("ada");
    const asked = { operators: ["NM19"], inputs: { m: 2 }, class: "replicated" as const, k: 2 };
    const refusal = await readAnswer(asker.node.handlers.jobOpen(asked, ASKER)).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).to.be.an("error");
    expect(refusal).to.include({ code: "INVALID_INPUT" });
    expect(String(refusal)).to.include("Missing input a");
    expect(await asker.node.services.ledger.balance("ada")).to.deep.equal(before);
  });

  it("rests after work, so that its share is kept", () => {
    const second = 1_000_000_000n;
    for (const share of [1, 10, 25, 50, 100]) {
      const rest = restNs(60n * second, share);
      expect((60n * second * 100n) / (60n * second + rest)).to.equal(BigInt(share));
    }
    // The clock may be set back meanwhile.
    expect(restNs(-second, 10)).to.equal(0n);
  });
});
