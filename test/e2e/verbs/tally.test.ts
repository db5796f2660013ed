/**
 * The public part of a running node: the record, the supply, the rules, and the check of any
 * envelope.
 */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import * as fc from "fast-check";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { newPublicKey } from "../../kit/accounts.js";
import {
  call,
  canonical,
  expectProblem,
  EARTH_MOON,
  fieldsOf,
  force,
  listOf,
  nextLink,
  numberOf,
  parseFields,
  sealed,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../../kit/requests.js";

const SEED = 20_261_121;
const PREFERENCE = "/api/tally/settings/publish-default";

/** A quarter of a calcond: what is sealed in one of them is one row. */
const ROW_MS = 200;

describe("public readings of a running node", () => {
  const dir = temporaryDir("tally");
  let node: RunningNode;
  let key: string;
  let cid: string;
  let machineKey: string;
  before(async () => {
    node = await startNode({ dataDir: dir.path });
    cid = createHash("sha256").update("x = v t + a t^2/2").digest("hex").slice(0, 32);
    const identity = await open("POST", "/api/identity/register", {
      cid,
      publicKey: newPublicKey(),
    });
    key = textOf(identity.body, "key");
    machineKey = textOf(fieldsOf(identity.body, "machine"), "key");
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const open = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key: null });
  const record = async (query = ""): Promise<Fields> => {
    const { status, body, text } = await open("GET", `/api/tally/record${query}`);
    expect(status, text).to.equal(200);
    return body;
  };
  const ids = (page: Fields): readonly Json[] =>
    listOf(page, "entries").map((entry) => textOf(entry, "receipt_id"));

  it("the clock is constant and exact, and can be cached", async () => {
    const { status, body, headers } = await open("GET", "/api/tally/clock");
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      pulse_hz: 1.287,
      calcond_sec: 0.777,
      calcond_sec_exact: 0.777000777,
      calcond_ns: 777_000_777,
      finality_calconds: 2,
      finality_ns: 1_554_001_554,
      finality_sec: 1.554001554,
      calconds_per_day: 111_197,
    });
    const tag = headers.get("etag");
    expect(tag).to.match(/^"/);
    expect(
      (
        await call(node, "GET", "/api/tally/clock", undefined, {
          key: null,
          headers: { "if-none-match": tag! },
        })
      ).status,
    ).to.equal(304);
  });

  it("the rules give the payer all, and consensus claims no more than there is", async () => {
    const rules = (await open("GET", "/api/tally/transparency")).body;
    expect(rules).to.include({
      paid_funded_user_bps: 10_000,
      paid_funded_house_bps: 0,
      free_funded_user_bps: 0,
      free_funded_house_bps: 10_000,
      face_value_per_credit: 1,
      free_before_paid: true,
    });
    const consensus = (await open("GET", "/api/tally/consensus")).body;
    expect(consensus).to.include({
      global_consensus: false,
      finality_sec: 1.554001554,
      finality_ns: 1_554_001_554,
      witnesses: 0,
      witness_faults_tolerated: null,
    });
    expect(listOf(consensus, "guarantees").length).to.be.greaterThan(5);
    for (const guarantee of listOf(consensus, "guarantees")) {
      for (const name of ["property", "holds", "fails"])
        expect(textOf(guarantee, name).length).to.be.greaterThan(3);
    }
  });

  it("nothing is published unless its owner says so: by the request, or by the preference", async () => {
    const preference = async (): Promise<Fields> =>
      (await call(node, "GET", PREFERENCE, undefined, { key })).body;
    expect(await preference()).to.deep.equal({ publish: false, visibility: "private" });
    const silent = await sealed(node, force(), { key });
    expect((await record())["total"]).to.equal(0);
    const stated = await sealed(node, force("record"), { key });
    for (const [publish, visibility] of [
      [true, "record"],
      [false, "private"],
      ["record", "record"],
      ["private", "private"],
      [true, "record"],
    ]) {
      const saved = await call(node, "POST", PREFERENCE, { publish }, { key });
      expect(saved.body).to.deep.equal({ publish: visibility === "record", visibility });
      expect(await preference()).to.deep.equal(saved.body);
    }
    const byPreference = await sealed(node, force(), { key });
    const held = await sealed(node, force("private"), { key });
    expect(ids(await record())).to.deep.equal([
      textOf(byPreference, "receipt_id"),
      textOf(stated, "receipt_id"),
    ]);
    await call(node, "POST", PREFERENCE, { publish: false }, { key });
    const later = await sealed(node, force(), { key });
    const page = await record();
    expect(ids(page)).to.deep.equal([
      textOf(byPreference, "receipt_id"),
      textOf(stated, "receipt_id"),
    ]);
    const text = JSON.stringify(page);
    for (const secret of [silent, held, later].map((answer) => textOf(answer, "receipt_id")))
      expect(text).to.not.contain(secret);
    for (const secret of [cid, key, String(EARTH_MOON.m1), "1.98"])
      expect(text).to.not.contain(secret);
  });

  it("the preference is the account's: its key saves it once for each Idempotency-Key, a machine's key may not", async () => {
    const saved = (publish: boolean, name: string): Promise<Reply> =>
      call(node, "POST", PREFERENCE, { publish }, { key, headers: { "idempotency-key": name } });
    expect((await saved(true, "first")).body["publish"]).to.equal(true);
    expect((await saved(false, "second")).body["publish"]).to.equal(false);
    const again = await saved(true, "first");
    expect([again.body["publish"], again.headers.get("idempotent-replayed")]).to.deep.equal([
      true,
      "true",
    ]);
    expect((await call(node, "GET", PREFERENCE, undefined, { key })).body["publish"]).to.equal(
      false,
    );
    expectProblem(await saved(false, "first"), 422, "IDEMPOTENCY_KEY_REUSED");
    expectProblem(
      await call(node, "POST", PREFERENCE, { publish: true }, { key: machineKey }),
      403,
      "FORBIDDEN",
    );
    expect((await call(node, "GET", PREFERENCE, undefined, { key })).body["publish"]).to.equal(
      false,
    );
  });

  it("in any order of preferences and requests, the record holds exactly what was to be published", async () => {
    const known = numberOf(await record(), "total");
    const change = fc.oneof(
      fc.record({ set: fc.boolean() }),
      fc.record({ compute: fc.constantFrom(undefined, "private", "record") }),
    );
    const expected: string[] = [];
    let publish = false;
    for (const one of fc.sample(change, { seed: SEED, numRuns: 24 })) {
      if ("set" in one) {
        publish = one.set;
        expect((await call(node, "POST", PREFERENCE, { publish }, { key })).status).to.equal(200);
        continue;
      }
      const answer = await sealed(
        node,
        {
          operators: ["NM19"],
          inputs: { m: 2, a: 3 },
          ...(one.compute === undefined ? {} : { visibility: one.compute }),
        },
        { key: node.api.token },
      );
      // The operator has set nothing: what it does not publish by the request stays private.
      if (one.compute === "record") expected.unshift(textOf(answer, "receipt_id"));
    }
    const page = await record("?operator=NM19");
    expect(ids(page)).to.deep.equal(expected);
    expect((await record())["total"]).to.equal(known + expected.length);
    await call(node, "POST", PREFERENCE, { publish: false }, { key });
  });

  it("pages newest first by a true total, by GET and QUERY, with a link to the next", async () => {
    const all = await record();
    const total = numberOf(all, "total");
    expect(total).to.be.greaterThan(3);
    const first = await open("GET", "/api/tally/record?limit=2");
    expect(first.headers.get("link")).to.match(
      /^<\/api\/tally\/record\?limit=2&before=\d+&offset=0>; rel="next"$/,
    );
    const [, next] = /^<([^>]+)>/.exec(first.headers.get("link")!)!;
    const second = await open("GET", next!);
    expect([...ids(first.body), ...ids(second.body)]).to.deep.equal(ids(all).slice(0, 4));
    expect([first.body["total"], second.body["total"], first.body["next"]]).to.deep.equal([
      total,
      total,
      2,
    ]);
    // By `next` as by `before_next` a client comes to the end, also behind a cursor.
    const cursor = numberOf(first.body, "before_next");
    const rest: Json[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: Fields = await record(`?limit=1&before=${cursor}&offset=${offset}`);
      rest.push(...ids(page));
      offset = page["next"] === null ? null : numberOf(page, "next");
    }
    expect(rest).to.deep.equal(ids(all).slice(2));
    const asked = await open("QUERY", "/api/tally/record", { limit: 2, offset: 1 });
    expect(ids(asked.body)).to.deep.equal(ids(all).slice(1, 3));
    const calcond = numberOf(listOf(all, "entries")[0], "calcond");
    expect((await record(`?from=${calcond + 1}`))["total"]).to.equal(0);
    expect((await record(`?to=${calcond}`))["total"]).to.equal(total);
  });

  it("the supply adds up, and every calcond in which something changed has a row", async () => {
    const now = (await open("GET", "/api/transparency/now")).body;
    expect(now["scope"]).to.equal("node");
    expect(numberOf(now, "credits_issued")).to.equal(
      numberOf(now, "credits_free") +
        numberOf(now, "credits_paid") +
        numberOf(now, "credits_burned"),
    );
    expect(numberOf(now, "envelope_value_minted")).to.equal(numberOf(now, "credits_burned"));
    const history = (await open("GET", "/api/transparency/history?order=oldest&limit=1000")).body;
    const rows = listOf(history, "rows");
    expect(history["total"]).to.equal(now["snapshots"]).and.to.equal(rows.length);
    const calconds = rows.map((row) => numberOf(row, "calcond"));
    expect([...new Set(calconds)].sort((a, b) => a - b)).to.deep.equal(calconds);
    const sums: Record<string, number> = {};
    for (const row of rows) {
      for (const [name, change] of Object.entries(fieldsOf(row, "changes")))
        sums[name] = (sums[name] ?? 0) + Number(change);
    }
    for (const [name, total] of Object.entries(sums))
      expect(total, name).to.equal(numberOf(now, name));
    const breakdown = (await open("QUERY", "/api/transparency/breakdown", {})).body;
    const issued = Object.values(fieldsOf(breakdown, "issued")).reduce<number>(
      (all, credits) => all + Number(credits),
      0,
    );
    expect(issued).to.equal(now["credits_issued"]);
    const revenue = (await open("GET", "/api/transparency/revenue")).body;
    expect(revenue).to.include({ scope: "node", currency: null, paid_funded_user_bps: 10_000 });
    expect(numberOf(revenue, "user_value") + numberOf(revenue, "house_value")).to.equal(
      now["envelope_value_minted"],
    );
  });

  it("the history pages on by calcond in both orders, with links, while new rows arrive", async () => {
    const calconds = (page: Fields): readonly number[] =>
      listOf(page, "rows").map((row) => numberOf(row, "calcond"));
    const rows = async (order: string): Promise<readonly number[]> =>
      calconds((await open("GET", `/api/transparency/history?order=${order}&limit=1000`)).body);
    // A calcond lasts 0.777 s: what is sealed in one of them is one row.
    // Asked without a pause, this alone would meet the limit of an address.
    while ((await rows("newest")).length < 5) {
      await sealed(node, force("private"));
      await delay(ROW_MS);
    }
    for (const [order, cursor] of [
      ["newest", "before"],
      ["oldest", "after"],
    ] as const) {
      const known = await rows(order);
      const seen: number[] = [];
      for (
        let path: string | undefined = `/api/transparency/history?order=${order}&limit=2`;
        path !== undefined && seen.length < known.length;
      ) {
        const page: Reply = await open("GET", path);
        expect(page.status, page.text).to.equal(200);
        seen.push(...calconds(page.body));
        if (seen.length === 2) await sealed(node, force("private"), { key });
        path = nextLink(page.headers) ?? undefined;
        expect(page.body[`${cursor}_next`]).to.equal(path === undefined ? null : seen.at(-1));
        if (path !== undefined)
          expect(path)
            .to.contain(`${cursor}=${seen.at(-1)}`)
            .and.to.contain("offset=0");
      }
      expect(seen.slice(0, known.length)).to.deep.equal(known);
    }
    expectProblem(await open("GET", "/api/transparency/history?after=1"), 400, "INVALID_INPUT");
    expectProblem(
      await open("GET", "/api/transparency/history?order=oldest&before=1"),
      400,
      "INVALID_INPUT",
    );
  });

  it("who holds a receipt computes the record's digests as the documentation says", async () => {
    const jobs = [
      { ...force("record"), domain: "celestial mechanics" },
      {
        operators: ["NM19"],
        inputs: { m: 2, a: 3 },
        uncertainties: { m: 0.5 },
        visibility: "record",
      },
      { operators: ["NM19"], inputs: { m: 7, a: 3 }, visibility: "record" },
    ];
    for (const job of jobs) {
      const id = textOf(await sealed(node, job, { key }), "receipt_id");
      const receipt = parseFields(
        (await call(node, "GET", `/api/receipts/${id}`, undefined, { key })).text,
      );
      const parts = { ...fieldsOf(receipt, "envelope"), ...receipt };
      const had = Object.fromEntries(
        ["domain", "inputs", "uncertainties"].flatMap((name) =>
          parts[name] === undefined ? [] : [[name, parts[name]!]],
        ),
      );
      const [entry] = listOf(await record("?limit=1"), "entries");
      expect(entry).to.include({
        receipt_id: id,
        inputs_hash: createHash("sha256").update(canonical(had)).digest("hex"),
      });
    }
    expect(canonical({ inputs: { m: 2, a: 3 } })).to.equal('{"inputs":{"a":3,"m":2}}');
  });

  it("what the operator computed is no free credit used: an allowance is told apart", async () => {
    await sealed(node, force("private"));
    const { body: breakdown } = await open("GET", "/api/transparency/breakdown");
    const { body: revenue } = await open("GET", "/api/transparency/revenue");
    const burned = fieldsOf(breakdown, "burned");
    expect(numberOf(burned, "allowance")).to.be.greaterThan(0);
    expect(revenue).to.include({
      free_credits_used: burned["free"],
      paid_credits_used: burned["paid"],
      allowance_credits_used: burned["allowance"],
    });
    const now = (await open("GET", "/api/transparency/now")).body;
    expect(
      numberOf(burned, "free") + numberOf(burned, "paid") + numberOf(burned, "allowance"),
    ).to.equal(now["credits_burned"]);
  });

  it("a range that ends before it begins is refused by name", async () => {
    for (const path of [
      "tally/record",
      "transparency/history",
      "transparency/breakdown",
      "transparency/revenue",
    ]) {
      const problem = expectProblem(
        await open("GET", `/api/${path}?from=3&to=2`),
        400,
        "INVALID_INPUT",
      );
      expect(textOf(listOf(problem, "errors")[0], "pointer")).to.equal("/from");
      expectProblem(
        await open("QUERY", `/api/${path}`, { from: 3, to: 2 }),
        422,
        "UNPROCESSABLE_QUERY",
      );
      expect((await open("GET", `/api/${path}?from=2&to=2`)).status).to.equal(200);
    }
  });

  it("knows what a machine's key computed, and tells it to its owner alone", async () => {
    const response = await call(
      node,
      "POST",
      "/api/state",
      { slug: "tally-lab", is_public: true },
      { key },
    );
    expect(response.status, response.text).to.equal(201);
    const ofMachine = textOf(response.body, "key");
    const held = await sealed(node, force("private"), { key: ofMachine });
    const shown = await sealed(node, force("record"), { key: ofMachine });
    const ofAccount = await sealed(node, force("record"), { key });
    const foreign = await sealed(node, force("record"));
    const elsewhere = temporaryDir("tally-other");
    const other = await startNode({ dataDir: elsewhere.path });
    const unknown = await sealed(other, force("record"));
    await other.stop();
    elsewhere.remove();
    const asked = async (answer: Fields, by: string | null): Promise<Json | undefined> =>
      (await call(node, "POST", "/api/chain/tally-lab/tally/verify", answer, { key: by })).body[
        "chain"
      ];
    const chain = (holds: boolean | null): Fields => ({
      slug: "tally-lab",
      kind: "machine",
      holds,
    });
    for (const answer of [held, shown, ofAccount, foreign])
      expect(await asked(answer, null)).to.deep.equal(chain(null));
    for (const by of [key, ofMachine]) {
      for (const answer of [held, shown])
        expect(await asked(answer, by)).to.deep.equal(chain(true));
      expect(await asked(foreign, by)).to.deep.equal(chain(null));
    }
    expect(await asked(ofAccount, key)).to.deep.equal(chain(false));
    expect(await asked(ofAccount, ofMachine)).to.deep.equal(chain(null));
    expect(await asked(unknown, null)).to.deep.equal(chain(false));
    const hidden = await call(node, "POST", "/api/state", { slug: "tally-hidden" }, { key });
    expect(hidden.status, hidden.text).to.equal(201);
    const outside = await call(node, "POST", "/api/chain/tally-hidden/tally/verify", shown, {
      key: null,
    });
    expect(outside.body["chain"]).to.deep.equal({ slug: "tally-hidden", kind: null, holds: null });
  });

  it("its health is measured: identities hold, nothing is behind, what was not measured is null", async () => {
    const { body } = await open("GET", "/api/tally/health");
    expect(body["ok"]).to.equal(true);
    expect(textOf(fieldsOf(body, "journal"), "head")).to.match(/^[0-9a-f]{64}$/);
    for (const identity of listOf(body, "identities")) {
      expect(numberOf(identity, "left"), textOf(identity, "name")).to.equal(
        numberOf(identity, "right"),
      );
      expect(identity).to.include({ holds: true });
    }
    expect(fieldsOf(body, "readings")).to.deep.equal({ journal_behind: 0, record_behind: 0 });
  });

  it("checks envelopes of its own chain, by any of the ways to hand one over", async () => {
    const answer = await sealed(node, force(), { key });
    const id = textOf(answer, "receipt_id");
    const { text } = await call(node, "GET", `/api/receipts/${id}`, undefined, { key });
    const receipt = parseFields(text);
    const arithmetic = {
      engine_version: answer["engine_version"],
      precision_actual: answer["precision_actual"],
      precision_bound: answer["precision_bound"],
    };
    const path = "/api/chain/self/tally/verify";
    for (const body of [
      receipt,
      { envelope: receipt },
      { envelope: answer },
      answer,
      { ...receipt, ...arithmetic },
      { envelope: { ...fieldsOf(receipt, "envelope"), token_id: id }, ...arithmetic },
    ]) {
      const { status, body: verdict, text: said } = await open("POST", path, body);
      expect(status, said).to.equal(200);
      expect(verdict, said).to.include({ valid: true, generation: "v3", token_id: id });
      expect(verdict["chain"]).to.deep.equal({ slug: "self", kind: "node", holds: true });
    }
    const wrong = (
      await open("POST", path, {
        envelope: receipt,
        ...arithmetic,
        engine_version: "calc-engine/0",
      })
    ).body;
    expect(wrong).to.include({ valid: false, generation: "v3" });
    const old = (await open("POST", path, { envelope: { value: 3 } })).body;
    expect(old).to.include({ valid: null, generation: "pre_genesis", token_id: null });
    const elsewhere = (await open("POST", "/api/chain/no-such-machine/tally/verify", receipt)).body;
    expect(elsewhere).to.include({ valid: true });
    expect(elsewhere["chain"]).to.deep.equal({ slug: "no-such-machine", kind: null, holds: null });
  });

  it("refuses to check what holds nothing of an envelope, a misspelt field, and a generation that does not exist", async () => {
    const path = "/api/chain/self/tally/verify";
    const answer = await sealed(node, force(), { key });
    const pointed = async (body: Fields): Promise<{ pointer: string; said: string }> => {
      const problem = expectProblem(await open("POST", path, body), 400, "INVALID_INPUT");
      return {
        pointer: textOf(listOf(problem, "errors")[0], "pointer"),
        said: textOf(problem, "detail"),
      };
    };
    const empty: readonly Fields[] = [
      {},
      { envelope: {} },
      { note: "hello" },
      { envelope: { note: "hello" } },
    ];
    for (const body of empty) {
      const { pointer, said } = await pointed(body);
      expect(pointer, said).to.equal("/envelope");
      expect(said).to.contain("receipt").and.contain("{core, prev}");
    }
    expect(await pointed({ envlope: answer })).to.deep.equal({
      pointer: "/envlope",
      said: "there is no such field; the nearest is envelope",
    });
    expect((await pointed({ ...answer, precison_bound: 1 })).pointer).to.equal("/precison_bound");
    expect((await pointed({ ...answer, generation: "v9" })).said).to.contain("v3, v1, pre_genesis");
    expect(
      (await pointed({ envelope: { core: {}, prev: "00", generation: "v9" } })).pointer,
    ).to.equal("/envelope/generation");
    for (const body of [
      { value: 3 },
      { engine_version: "calc-engine/2" },
      { ...answer, added_later: 1 },
      { envelope: answer, generation: "v3" },
      { masterSum: {}, calcondTick: 7 },
    ]) {
      const { status, text } = await open("POST", path, body);
      expect(status, text).to.equal(200);
    }
  });

  it("refuses bad questions with a pointer, and changes nothing by them", async () => {
    const before = (await open("GET", "/api/transparency/now")).body;
    const journal = before["journal_entries"];
    for (const query of [
      "limit=0",
      "limit=1001",
      "limit=-1",
      "limit=1.5",
      "limit=x",
      "offset=-1",
      "offset=1e99",
      "from=-1",
      "from=0.5",
      "to=9007199254740993",
      "before=-1",
      "operator=",
      `operator=${"x".repeat(65)}`,
      "limti=5",
      "limit=1&limit=2",
      "order=newest",
    ]) {
      const problem = expectProblem(
        await open("GET", `/api/tally/record?${query}`),
        400,
        "INVALID_BODY",
      );
      expect(listOf(problem, "errors").length, query).to.be.greaterThan(0);
    }
    for (const query of ["order=random", "limit=0", "from=x"]) {
      expectProblem(await open("GET", `/api/transparency/history?${query}`), 400, "INVALID_BODY");
    }
    expectProblem(
      await open("QUERY", "/api/tally/record", { limit: "5" }),
      422,
      "UNPROCESSABLE_QUERY",
    );
    expectProblem(await open("GET", PREFERENCE), 401, "MISSING_KEY");
    expectProblem(await open("POST", PREFERENCE, { publish: true }), 401, "MISSING_KEY");
    for (const body of [
      {},
      { publish: "shared" },
      { publish: 1 },
      { publish: null },
      { publish: true, more: 1 },
      [],
    ]) {
      expectProblem(await call(node, "POST", PREFERENCE, body, { key }), 400, "INVALID_BODY");
    }
    expect((await call(node, "GET", PREFERENCE, undefined, { key })).body["publish"]).to.equal(
      false,
    );
    for (const body of [
      { precision_actual: -1 },
      { precision_bound: "x" },
      { engine_version: 7 },
      { envelope: [] },
      { envelope: null },
      [],
    ]) {
      expectProblem(await open("POST", "/api/chain/self/tally/verify", body), 400, "INVALID_BODY");
    }
    expectProblem(
      await open("POST", "/api/chain/self/tally/verify", { slug: "other" }),
      400,
      "INVALID_BODY",
    );
    expect((await open("GET", "/api/transparency/now")).body["journal_entries"]).to.equal(journal);
  });

  it("still knows all of it after a restart", async () => {
    const [page, now] = [
      await record(),
      (await open("GET", "/api/transparency/history?limit=1")).body,
    ];
    expect(await node.stop()).to.equal(0);
    node = await startNode({ dataDir: dir.path });
    expect(await record()).to.deep.equal(page);
    const again = (await open("GET", "/api/transparency/history?order=oldest&limit=1000")).body;
    const rows = listOf(again, "rows").map((row) => JSON.stringify(row));
    expect(rows).to.include(JSON.stringify(listOf(now, "rows")[0]));
  });
});
