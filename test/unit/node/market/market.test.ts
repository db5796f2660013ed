/** Whole nodes in one process and in virtual time: jobs from their opening to their settlement. */
import { expect } from "chai";
import { runCli } from "../../../../api/cli/cli.js";
import { EXIT } from "../../../../api/cli/exitCodes.js";
import type { ApiClient, Outcome } from "../../../../api/client/client.js";
import { Ledger } from "../../../../node/ledger/ledger.js";
import { valueBits } from "../../../../protocol/encoding/bits.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import type { MarketBook } from "../../../../node/market/book.js";
import { isObject } from "../../../../protocol/encoding/json.js";
import type { JobOpenBody } from "../../../../protocol/events/job.js";
import { noFacts, takeFact } from "../../../../protocol/market/facts.js";
import type { ResultDocument } from "../../../../protocol/market/result.js";
import { sweepVerb } from "../../../../scripts/cli/compute/sweep.js";
import { verdictOf } from "../../../../scripts/cli/records/verifyVerdict.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import type { JobOrderRecord } from "../../../../storage/records/marketRecords.js";
import type { WrittenColumn, WrittenUncertainty } from "../../../../protocol/table/written.js";
import { JOB_KEPT_CALCONDS, ORDER_KEPT_CALCONDS } from "../../../../protocol/market/terms.js";
import { lastBitLie } from "../../../../scripts/market/liar.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const ASKER = "ada";
const GRAVITY = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
/** G of CODATA 2022 times the masses over the square of the distance, by hand in Python's decimal. */
const FORCE = 1.980558565028028e20;

const LIE = "ab".repeat(32);

interface Asked {
  readonly operators?: string[];
  readonly solver?: string;
  readonly inputs?: JsonObject;
  readonly columns?: Record<string, WrittenColumn>;
  readonly uncertainties?: Record<string, WrittenUncertainty>;
  readonly class?: "replicated" | "economy";
  readonly k?: number;
  readonly deadline?: number;
}

async function open({ node }: LocalNode, asked: Asked, account = ASKER): Promise<string> {
  const { class: kind = "replicated", inputs, k = 2, ...others } = asked;
  const whole = {
    ...others,
    class: kind,
    k,
    ...(inputs === undefined ? {} : { inputs: { ...inputs } }),
  };
  const call = callOf(principalOf(account));
  return text(await readAnswer(node.handlers.jobOpen(whole, call)), "id");
}

function show({ node }: LocalNode, id: string): Promise<JsonObject> {
  return readAnswer(node.handlers.jobGet({ id }, callOf(principalOf(ASKER))));
}

function result({ node }: LocalNode, id: string): Promise<JsonObject> {
  return readAnswer(node.handlers.jobResult({ id }, callOf(principalOf(ASKER))));
}

function text(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}

function list(object: JsonObject, name: string): readonly JsonObject[] {
  const value: JsonValue | undefined = object[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function nodesOf(job: JsonObject): readonly JsonObject[] {
  return list(job, "shards").flatMap((shard) => list(shard, "nodes"));
}

/** Credits of the asker, and whether everything issued is burned or held. */
async function books({ node, store }: LocalNode) {
  const { free = 0, paid = 0 } = (await store.ledger.balance(ASKER)) ?? {};
  const totals = node.services.ledger.totals();
  const sum = totals.free + totals.paid + totals["mint:credits"] + totals["burn:credits"];
  return { free, paid, isBalanced: sum === 0 && node.services.ledger instanceof Ledger };
}

async function grant({ node }: LocalNode, credits: number): Promise<void> {
  await node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -credits },
      { account: `paid:${ASKER}`, delta: credits },
    ],
  });
}

describe("the market of work", () => {
  let mesh: LocalMesh;
  let asker: LocalNode;
  let contributors: LocalNode[];
  /** Nodes that tell another value than they computed. */
  const liars = new Set<string>();
  /** Nodes that hand over a document that fits what they tell. */
  const forgers = new Set<string>();
  let spotCheckChance = 0;

  before(async () => {
    mesh = new LocalMesh();
    asker = await mesh.add("asker", { spotCheckChance: () => spotCheckChance });
    await mesh.add("keeper");
    contributors = [];
    for (const name of ["one", "two", "three", "four", "five"]) {
      const node = await mesh.add(name, {
        result: (document) =>
          forgers.has(name)
            ? lastBitLie(document)
            : liars.has(name)
              ? falsified(document)
              : document,
        transfers: { origins: ["*"] },
      });
      await mesh.contribute(node, name);
      contributors.push(node);
    }
    await grant(asker, 100_000);
    await mesh.pass(3);
  });
  after(() => mesh.stop());

  /** `calc sweep` against the asker's node; time passes while it waits. */
  async function sweepRun(words: readonly string[], isInterrupted = false) {
    let [out, err] = ["", ""];
    const { handlers } = asker.node;
    const call = callOf(principalOf(ASKER));
    const answer = async (value: unknown): Promise<Outcome<JsonObject>> => {
      const read = await readAnswer(value);
      const headers = new Headers({ "content-type": "application/json" });
      return { kind: "result", status: 200, value: read, text: "", headers };
    };
    const client: Partial<Record<keyof ApiClient, unknown>> = {
      jobPrice: (input: Parameters<typeof handlers.jobPrice>[0]) =>
        answer(handlers.jobPrice({ ...input, class: "replicated", k: input.k ?? 2 }, call)),
      jobOpen: (input: Parameters<typeof handlers.jobOpen>[0]) =>
        answer(handlers.jobOpen({ ...input, class: "replicated", k: input.k ?? 2 }, call)),
      jobGet: ({ id }: { readonly id: string }) => {
        if (!isInterrupted) return answer(ended(id));
        // As the keys do that end a program: the verb listens last.
        const [listener] = process.listeners("SIGINT").slice(-1);
        Reflect.apply(listener!, process, ["SIGINT"]);
        return answer(show(asker, id));
      },
      jobCancel: ({ id }: { readonly id: string }) => answer(handlers.jobCancel({ id }, call)),
      jobResult: ({ id }: { readonly id: string }) => answer(result(asker, id)),
    };
    const modules = {
      // A stand-in has only what this verb calls.
      // eslint-disable-next-line typescript/no-unsafe-type-assertion
      client: async () => client as ApiClient,
      readFile: async () => "",
      readStdin: async () => "",
      out: (written: string) => {
        out += written;
      },
      err: (written: string) => {
        err += written;
      },
      isTerminal: false,
    };
    const code = await runCli(["sweep", ...words], modules, [sweepVerb]);
    return { code, out, err };
  }

  async function sweep(words: readonly string[]): Promise<JsonObject> {
    const { code, err, out } = await sweepRun([...words, "--json"]);
    expect(code, err).to.equal(EXIT.ok);
    const job = /job_[0-9a-f]{16}/.exec(err)![0];
    return { ...JSON.parse(out), job };
  }

  async function ended(id: string): Promise<JsonObject> {
    await mesh.until(id, async () => text(await show(asker, id), "state") !== "open");
    return show(asker, id);
  }

  it("a closed form is computed by two drawn nodes, compared and paid", async () => {
    const before = await books(asker);
    const id = await open(asker, { operators: ["NM21"], inputs: GRAVITY });
    expect(await books(asker)).to.include({ paid: before.paid - 6, isBalanced: true });
    const job = await ended(id);
    expect(job).to.include({ state: "done", spent: 6, returned: 0, locked: 0, unit: "N" });
    expect(Number(job["value"]) / FORCE).to.be.closeTo(1, 1e-9);
    expect(nodesOf(job).map(({ agrees }) => agrees)).to.deep.equal([true, true]);
    // Neither has agreed with anybody before: that is told.
    expect(list(job, "shards")[0]).to.include({ others: 0 });
    const keys = new Set(contributors.map(({ publicKey }) => publicKey));
    for (const node of nodesOf(job)) expect(keys.has(text(node, "node"))).to.equal(true);
    const { handlers } = asker.node;
    const result = await readAnswer(handlers.jobResult({ id }, callOf(principalOf(ASKER))));
    expect(result["receipts"]).to.have.length(2);
    const receipt = String(Object(result["receipts"])[0]);
    const fetched = await asker.node.services.receipts.find(receipt);
    expect(JSON.parse(fetched!.text)).to.have.nested.property("envelope.core.value", job["value"]);
    expect(await books(asker)).to.include({ paid: before.paid - 6, isBalanced: true });
  });

  it("a sweep of 2,500 rows is one job in three parts, bit for bit as computed here", async () => {
    const words = ["NM21", "m1=5.9722e24", "m2=7.342e22", "r=0..2499:1", "--u", "m1=1e20"];
    const output = await sweep([...words, "--mesh"]);
    const { handlers } = asker.node;
    const call = callOf(principalOf(ASKER));
    const columns = { m1: 5.9722e24, m2: 7.342e22, r: { from: 0, to: 2_499, step: 1 } };
    const stated = { m1: 1e20 };
    const here = await readAnswer(
      handlers.computeTable({ operators: ["NM21"], columns, uncertainties: stated }, call),
    );
    // Division by zero in row 0: a row without a value, here and there.
    expect(output["rows"]).to.deep.equal(here["rows"]);
    expect(output).to.include({ rows_count: 2_500, credits: 2 * Number(here["credits"]) });
    const { uncertainties, values } = Object(output["rows"]);
    for (const r of [1, 999, 1_000, 2_499]) {
      const inputs = { m1: 5.9722e24, m2: 7.342e22, r };
      const asked = { operators: ["NM21"], inputs, uncertainties: stated };
      const single = await readAnswer(handlers.compute(asked, call));
      expect([single["value"], single["uncertainty"]]).to.deep.equal([values[r], uncertainties[r]]);
    }
    const [, second] = list(await result(asker, text(output, "job")), "parts");
    expect(second).to.include({ from: 1_000, rows: 1_000, state: "done" });
    const receipt = String(Object(second!["receipts"])[0]);
    const row = await readAnswer(handlers.receiptRow({ id: receipt, row: 7 }, call));
    expect(row["value"]).to.equal(values[1_007]);
    expect((await books(asker)).isBalanced).to.equal(true);
  });

  it("a sweep of a solver is one job in parts, bit for bit as computed here", async () => {
    const words = ["acoustic", "length=0.5..0.58:0.01", "c=343", "ends=closed-open"];
    const output = await sweep([...words, "--mesh"]);
    const { handlers } = asker.node;
    const call = callOf(principalOf(ASKER));
    const here = await readAnswer(
      handlers.computeTable(
        {
          solver: "acoustic",
          columns: { length: { from: 0.5, to: 0.58, step: 0.01 } },
          inputs: { c: 343, ends: "closed-open" },
        },
        call,
      ),
    );
    expect(output["rows"]).to.deep.equal(here["rows"]);
    expect(output).to.include({ rows_count: 9, unit: "Hz" });
    const values: unknown[] = Object(output["rows"]).values;
    // Fletcher and Rossing, The Physics of Musical Instruments, 8.2: c / 4L.
    values.forEach((value, row) =>
      expect(Number(value) / (343 / (4 * (0.5 + 0.01 * row)))).to.be.closeTo(1, 1e-6),
    );
    const parts = list(await result(asker, text(output, "job")), "parts");
    expect(parts.map(({ from, rows }) => [from, rows]).slice(-2)).to.deep.equal([
      [6, 2],
      [8, 1],
    ]);
    const receipt = String(Object(parts[3]!["receipts"])[0]);
    const row = await readAnswer(handlers.receiptRow({ id: receipt, row: 1 }, call));
    expect(row["value"]).to.equal(values[7]);
    expect((await books(asker)).isBalanced).to.equal(true);
  });

  it("columns with units go over the wire in SI: hashes and values are those of numbers", async () => {
    const inSI = {
      operators: ["NM21"],
      columns: { m1: 5.9722e24, m2: 1_000, r: [6.4e6, 7.4e6, 8.4e6] },
      uncertainties: { r: [100, 200, 300], m2: 20 },
    };
    const written = {
      operators: ["NM21"],
      columns: { m1: "5.9722e24 kg", m2: "1.00 ± 0.02 t", r: "6400 km..8400 km:1000 km" },
      uncertainties: { r: ["100 m", "0.2 km", "300 m"] },
    };
    const pipe = { solver: "acoustic", inputs: { ends: "open-open" } };
    const jobs: readonly Asked[] = [
      inSI,
      { ...written, columns: { ...written.columns, r: ["6400 km", "7.4e6 m", "8400 km"] } },
      { ...pipe, columns: { length: [0.5, 1], c: 343 } },
      { ...pipe, columns: { length: ["50 cm", "1 m"], c: 343 } },
      { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 1_000, r: 6.4e6 } },
      { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: "1 t", r: "6400 km" } },
    ];
    const ids = await Promise.all(jobs.map((asked) => open(asker, asked)));
    const hashes = await Promise.all(
      ids.map(async (id) =>
        (await asker.store.market.order(id))!.shards.map(({ inputs }) => inputs),
      ),
    );
    expect(hashes[1]).to.deep.equal(hashes[0]);
    expect(hashes[3]).to.deep.equal(hashes[2]);
    expect(hashes[5]).to.deep.equal(hashes[4]);
    const wrong = { operators: ["NM21"], inputs: { m1: 1, m2: 1, r: "6400 kg" } };
    const refused = await open(asker, wrong).catch((error: unknown) => error);
    expect(String(Object(refused).message)).to.match(/r is a length in m/);
    const call = callOf(principalOf(ASKER));
    const { handlers } = asker.node;
    const price = await readAnswer(
      handlers.jobPrice({ ...written, class: "replicated", k: 2 }, call),
    );
    const alike = await readAnswer(handlers.jobPrice({ ...inSI, class: "replicated", k: 2 }, call));
    expect(price["credits"]).to.equal(9).and.equal(alike["credits"]);
    const mixed = { ...inSI, columns: { ...inSI.columns, r: ["6400 km", "7400 kg", "8400 km"] } };
    const failure = await open(asker, mixed).catch((error: unknown) => error);
    expect(String(Object(failure).message)).to.match(/r is a length in m/);
    await Promise.all(ids.map((id) => ended(id)));
    const [plain, read] = await Promise.all(ids.map((id) => result(asker, id)));
    expect(plain!["values"]).to.have.length(3);
    expect(read!["values"]).to.deep.equal(plain!["values"]);
    expect(read!["uncertainties"]).to.deep.equal(plain!["uncertainties"]);
  });

  it("a sweep of a solver that makes no table, or costs nothing, is not opened", async () => {
    const tube = { c: 343, ends: "closed-open" };
    const cases: readonly (readonly [Record<string, WrittenColumn>, JsonObject, RegExp])[] = [
      [{ length: [] }, tube, /Too small/],
      [{ length: 1 }, tube, /all columns are constants/],
      [{ length: [1, 2], c: [1, 2, 3] }, { ends: "closed-open" }, /c has 3 values/],
      [{ length: [1, 2], c: 343 }, tube, /c is a column and was also given/],
      [{ length: [-1, -2] }, tube, /no row of this sweep/],
    ];
    for (const [columns, inputs, message] of cases) {
      const asked = { solver: "acoustic", columns, inputs };
      const failure = await open(asker, asked).catch((error: unknown) => error);
      expect(String(Object(failure).message)).to.match(message);
    }
  });

  it("a sweep that is ended by the keys is cancelled, and all of it comes back", async () => {
    const before = await books(asker);
    const ran = await sweepRun(["NM19", "m=2", "a=1..1500:1", "--mesh"], true);
    expect(ran.code, ran.err).to.equal(EXIT.interrupted);
    const job = await ended(/job_[0-9a-f]{16}/.exec(ran.err)![0]);
    expect(job).to.include({ state: "cancelled", parts: 2, spent: 0 });
    expect(await books(asker)).to.deep.equal(before);
  });

  it("inputs of more than 16 KiB travel by their digest", async () => {
    // 1,000 distances of 17 digits each.
    const r = Array.from({ length: 1_000 }, (_, i) => 1.234_567_890_123_456_7e8 + i / 7);
    const columns = { m1: 5.9722e24, m2: 7.342e22, r };
    const id = await open(asker, { operators: ["NM21"], columns });
    const [shard] = list(await ended(id), "shards");
    const { body } = asker.node.services.marketBook.jobs.get(text(shard!, "job"))!.open!;
    expect(body.inputs).to.equal(undefined);
    for (const node of nodesOf(await show(asker, id))) {
      const { store } = contributors.find(({ publicKey }) => publicKey === node["node"])!;
      const held = await store.market.document(body.inputs_hash);
      expect(held!.length).to.be.greaterThan(16_384);
      expect(nodeCrypto.sha256Hex(held!)).to.equal(body.inputs_hash);
    }
    const remote = await result(asker, id);
    const here = await readAnswer(
      asker.node.handlers.computeTable(
        { operators: ["NM21"], columns },
        callOf(principalOf(ASKER)),
      ),
    );
    expect(remote["values"]).to.deep.equal(Object(here["rows"]).values);
  });

  it("one account of a node contributes: a second one waits until it has stopped", async () => {
    const { node } = contributors[0]!;
    const [first, second] = [principalOf("one", true), principalOf("second")];
    // The operator may take its place, an account may not.
    await mesh.contribute(contributors[0]!, "second");
    await node.handlers.contributeStart({ share: 100 }, callOf(first));
    const start = (): Promise<JsonObject> =>
      readAnswer(node.handlers.contributeStart({ share: 100 }, callOf(second)));
    const refusal = await start().then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).to.include({ code: "CONFLICT" });
    await node.handlers.contributeStop({}, callOf(first));
    expect(await start()).to.include({ account: "second", mode: "contributing" });
    await node.handlers.contributeStop({}, callOf(second));
    await node.handlers.contributeStart({ share: 100 }, callOf(first));
    await mesh.pass(2);
    expect(node.services.marketBook.offers.get(contributors[0]!.publicKey)!.offer).to.include({
      account: "one",
      open: true,
    });
  });

  it("a sweep of which too few nodes are there locks nothing and says so", async () => {
    const before = await books(asker);
    const failed = await sweepRun(["NM19", "m=2", "a=1..3:1", "--mesh", "--k", "6"]);
    expect(failed.code).to.equal(EXIT.refused);
    expect(failed.err).to.include("5 nodes of the mesh offer work, and 6 are needed");
    expect(await books(asker)).to.deep.equal(before);
  });

  it("a solver is a job, too", async function () {
    const id = await open(asker, {
      solver: "acoustic",
      inputs: { length: 0.5, c: 343, ends: "closed-open" },
    });
    // Fletcher and Rossing, The Physics of Musical Instruments, 8.2: c / 4L.
    const job = await ended(id);
    expect(job).to.include({ state: "done", unit: "Hz" });
    expect(Number(job["value"]) / 171.5).to.be.closeTo(1, 1e-6);
  });

  it("one of two lies: a third decides, and who differed is paid nothing", async () => {
    const liar = contributors[0]!;
    liars.add(liar.name);
    let job: JsonObject = {};
    for (let i = 0; i < 30 && !nodesOf(job).some(({ agrees }) => agrees === false); i += 1)
      job = await ended(await open(asker, { operators: ["NM21"], inputs: GRAVITY }));
    liars.clear();
    expect(job).to.include({ state: "done", spent: 6 });
    const differed = nodesOf(job).filter(({ agrees }) => agrees === false);
    expect(differed.map(({ credits, node }) => [node, credits])).to.deep.equal([
      [liar.publicKey, 0],
    ]);
    expect(nodesOf(job)).to.have.length(3);
  });

  it("credits burned for results are minted once where they were earned, also after a crash", async () => {
    const { burned, faults, minted } = await marketAtRest(mesh.nodes);
    expect(faults).to.deep.equal([]);
    expect(minted).to.equal(burned).and.to.be.greaterThan(0);
    for (const one of contributors) {
      const before = await one.store.ledger.balance(one.name);
      await mesh.kill(one);
      expect(await one.store.ledger.balance(one.name)).to.deep.equal(before);
    }
    expect(await marketAtRest(mesh.nodes)).to.deep.include({ faults: [], minted });
  });

  it("is cancelled before anybody commits: all that was locked comes back", async () => {
    const before = await books(asker);
    const id = await open(asker, { operators: ["NM21"], inputs: GRAVITY });
    const call = callOf(principalOf(ASKER));
    await readAnswer(asker.node.handlers.jobCancel({ id }, call));
    expect(await ended(id)).to.include({ state: "cancelled", spent: 0, returned: 6 });
    expect(await books(asker)).to.deep.equal(before);
  });

  it("asks for more nodes than there are: failed, and all of it returned", async () => {
    const before = await books(asker);
    const id = await open(asker, { operators: ["NM21"], inputs: GRAVITY, k: 6 });
    expect(await ended(id)).to.include({ state: "failed", spent: 0, returned: 18 });
    expect(await books(asker)).to.deep.equal(before);
  });

  it("a wrong result costs the whole bond, and a stranger checks the verdict offline", async () => {
    const envelope = await readAnswer(
      asker.node.handlers.compute({ operators: ["KO42"], inputs: {} }, callOf(principalOf(ASKER))),
    );
    for (const { name } of contributors) liars.add(name);
    const done = await ended(await open(asker, { operators: ["NM21"], inputs: GRAVITY }));
    const [first] = nodesOf(done);
    liars.clear();
    const job = text(list(done, "shards")[0]!, "job");
    const { reveals } = asker.node.services.marketBook.jobs.get(job)!;
    expect([...reveals.values()].map(({ body }) => body.result_hash)).to.include(LIE);
    const node = text(first!, "node");
    const call = callOf(principalOf(ASKER));
    const deposit = text(envelope, "receipt_id");
    const opened = await readAnswer(
      asker.node.handlers.contributeChallenge({ job, node, deposit }, call),
    );
    const id = text(opened, "challenge");
    await mesh.until("the verdict", async () =>
      [asker, ...contributors].every(
        (one) => one.node.services.disputes.records.get(id)?.outcome === "upheld",
      ),
    );
    const liar = contributors.find(({ publicKey }) => publicKey === node)!;
    const status = await readAnswer(
      liar.node.handlers.contributeWork({}, callOf(principalOf(liar.name))),
    );
    expect(status).to.include({ withheld: id, stake: 0, offered: false });
    expect((await liar.store.vault.head(liar.name)).count).to.be.lessThan(1_000);

    const held = await readAnswer(asker.node.handlers.contributeVerdict({ challenge: id }, call));
    const found = await verdictOf(JSON.parse(JSON.stringify(held)));
    expect(found, JSON.stringify(found.checks)).to.include({ outcome: "upheld", node });
    expect(found.checks.every(({ ok }) => ok)).to.equal(true);
    const inputs = { ...GRAVITY, r: 1 };
    expect((await verdictOf({ ...held, inputs })).outcome).to.equal(null);
    expect((await verdictOf({ ...held, net: "00000000" })).outcome).to.equal(null);
  });

  it("asker and contributors are killed at every step: the job ends, and the books are in order", async () => {
    const before = await books(asker);
    const id = await open(asker, { operators: ["NM21"], inputs: GRAVITY });
    for (let step = 0; text(await show(asker, id), "state") === "open"; step += 1) {
      await mesh.kill(step % 2 === 0 ? asker : contributors[step % contributors.length]!);
      await mesh.pass(step % 3);
    }
    const job = await show(asker, id);
    expect(job).to.include({ locked: 0 });
    expect(Number(job["spent"]) + Number(job["returned"])).to.equal(6);
    expect(await books(asker)).to.include({
      paid: before.paid - Number(job["spent"]),
      isBalanced: true,
    });
    const operator = callOf(principalOf("operator", true));
    for (const one of [asker, ...contributors])
      expect(await readAnswer(one.node.handlers.ledgerAudit({}, operator))).to.include({
        ok: true,
      });
  });

  it("a lie of a node alone is found and challenged by the asker's node, and its others are found, too", async () => {
    const { marketBook, marketVersion } = asker.node.services;
    const alone = async (): Promise<readonly [id: string, node: string | null]> => {
      const asked: Asked = { operators: ["NM21"], inputs: GRAVITY, class: "economy" };
      const id = await open(asker, asked);
      const [first, ...others] = nodesOf(await ended(id));
      return [id, first === undefined || others.length > 0 ? null : text(first, "node")];
    };
    for (const { name, publicKey } of contributors) {
      forgers.add(name);
      if (!marketBook.withheld.has(publicKey)) trust(marketBook, publicKey, marketVersion);
    }
    // One in ten is computed by two all the same.
    let [unseen, node] = await alone();
    while (node === null) [unseen, node] = await alone();
    expect(list(await show(asker, unseen), "shards")[0]).to.include({ wrong: false });
    forgers.clear();
    forgers.add(contributors.find(({ publicKey }) => publicKey === node)!.name);
    spotCheckChance = 1;
    // It is found alone, or beside another one.
    for (let by: string | null = null; by !== node && !marketBook.withheld.has(node);)
      [, by] = await alone();
    await mesh.until("the bond is withheld", async () =>
      mesh.nodes.every((one) => one.node.services.marketBook.withheld.has(node)),
    );
    forgers.clear();
    expect(list(await show(asker, unseen), "shards")[0]).to.include({ wrong: true });
    await mesh.kill(asker);
    expect(list(await show(asker, unseen), "shards")[0]).to.include({ wrong: true });
  });

  it("what its account cannot pay is refused, and nothing is said of it", async () => {
    const { size } = asker.node.services.spine;
    const opened = open(asker, { operators: ["NM21"], inputs: GRAVITY }, "pauper");
    const code = await opened.then(
      () => "opened",
      (error: unknown) => text(Object(error), "code"),
    );
    expect(code).to.equal("INSUFFICIENT_BALANCE");
    expect(asker.node.services.spine.size).to.equal(size);
  });

  it("forgets a job two hours after its deadline, and an order 30 days after", async () => {
    const { marketBook } = asker.node.services;
    const orders: JobOrderRecord[] = [];
    for await (const [, order] of asker.store.market.orders()) orders.push(order);
    const deadline = Math.min(...orders.map((one) => one.deadline));
    const order = orders[0]!.id;
    const over = Math.max(...[...marketBook.jobs.values()].map((one) => one.open!.body.deadline));
    for (const { node, store } of mesh.nodes) {
      const { contributor, jobDocuments, marketBook: book } = node.services;
      expect(await book.forget(deadline)).to.deep.equal([]);
      const computed = contributor.figures().computed;
      await store.write(await book.forget(over + JOB_KEPT_CALCONDS + 1));
      expect(book.jobs.size).to.equal(0);
      const forgotten = contributor.forget();
      expect(forgotten.length).to.be.at.least(computed);
      await store.write([
        ...forgotten,
        ...(await jobDocuments.forget(over + JOB_KEPT_CALCONDS + 1)),
      ]);
      for await (const [job] of store.market.allWork()) expect.fail(`work for ${job} is left`);
      for await (const [[job]] of store.market.events())
        expect(marketBook.jobs.has(job), job).to.equal(false);
    }
    expect(await result(asker, order)).to.include({ id: order });
    const { jobOrders } = asker.node.services;
    expect(await jobOrders.forget(deadline + ORDER_KEPT_CALCONDS)).to.deep.equal([]);
    await asker.store.write(await jobOrders.forget(over + ORDER_KEPT_CALCONDS + 1));
    expect(await asker.store.market.ordersOf(ASKER)).to.deep.equal([]);
    expect(await asker.store.market.wrongJobs()).to.deep.equal([]);
  });
});

/** Has a node as many agreements as it needs to compute alone. */
function trust({ credibility }: MarketBook, node: string, engineVersion: string): void {
  for (let i = 0; i < 10; i += 1) {
    const facts = noFacts(nodeCrypto.sha256Hex(`agreement ${i} ${node}`));
    const body: Partial<JobOpenBody> = { engine_version: engineVersion };
    takeFact(facts, "job.open", { id: facts.id, author: node, calcond: 0, body });
    const progress = { phase: "done", quorum: 2, callers: [], accepted: null } as const;
    credibility.count(facts, { ...progress, agreed: [node], differing: [] });
  }
}

/** The next double: the smallest lie there is. */
function falsified(document: ResultDocument): ResultDocument {
  const value = document.value! * (1 + Number.EPSILON);
  return { ...document, hash: LIE, value, valueBits: valueBits(value) };
}
