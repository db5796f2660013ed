/**
 * Flipped bits in records of the books: what is public of them is answered as far as it is known,
 * and says what is damaged.
 */
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { buckets, type Bucket } from "../../storage/records/buckets.js";
import { openLevel } from "../../storage/leveldb/level.js";
import { del } from "../../storage/kv/table.js";
import {
  call,
  expectProblem,
  fieldsOf,
  listOf,
  numberOf,
  sealed,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../kit/requests.js";
import { flipBit } from "../kit/moneyBench.js";

/** What the journal begins with: the node's first result at its start, and the account. */
const FIRST_RESULT = 3;
const WELCOME = 128;
const GRANTS = 4;
const PREFERENCE = "/api/tally/settings/publish-default";

describe("faults: flipped bits in the books of a node", () => {
  const dir = temporaryDir("books-damage");
  let node: RunningNode;
  let account: string;
  let key: string;
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const get = async (path: string): Promise<Fields> => {
    const { status, body, text } = await call(node, "GET", path);
    expect(status, `${path}: ${text}`).to.equal(200);
    return body;
  };
  const identities = (health: Fields): readonly Json[] =>
    listOf(health, "identities").map((one) => fieldsOf({ one }, "one")["holds"] ?? null);
  /** Stops the node, changes its database and starts it again. */
  const changed = async (
    change: (database: Awaited<ReturnType<typeof openLevel>>) => Promise<void>,
  ): Promise<void> => {
    await node.stop();
    const database = await openLevel(join(dir.path, "db"));
    await change(database);
    await database.close();
    node = await startNode({ dataDir: dir.path });
  };
  const flipped = <K, V>(bucket: Bucket<K, V>, ...keys: readonly K[]): Promise<void> =>
    changed(async (database) => {
      for (const one of keys) await flipBit(database, bucket, one);
    });

  before(async () => {
    node = await startNode({ dataDir: dir.path });
    const response = await call(
      node,
      "POST",
      "/api/calc/spin-up",
      {},
      { key: textOf((await call(node, "GET", "/api/demo-key")).body, "key") },
    );
    expect(response.status, response.text).to.equal(201);
    key = textOf(response.body, "apiKey");
    account = textOf((await call(node, "GET", "/api/ledger", undefined, { key })).body, "account");
    for (let i = 0; i < GRANTS; i += 1) {
      const granted = await call(node, "POST", "/api/ledger/grant", {
        account,
        credits: 10,
        reference: `grant ${i}`,
      });
      expect(granted.status, granted.text).to.equal(201);
    }
    for (let mass = 1; mass <= 3; mass += 1) {
      await sealed(
        node,
        { operators: ["NM19"], inputs: { m: mass, a: 3 }, visibility: "record" },
        { key },
      );
    }
    expect(await get("/api/tally/health")).to.include({ ok: true, last_audit: null });
  });

  it("health is not well after an audit that found something", async () => {
    const entries = numberOf(fieldsOf(await get("/api/tally/health"), "journal"), "entries");
    // The sums have it already.
    await flipped(buckets.journal, 1);
    const before = await get("/api/tally/health");
    expect(before).to.include({ ok: true, last_audit: null });
    expect(await get("/api/ledger/audit")).to.include({ ok: false, found: 1 });
    const health = await get("/api/tally/health");
    expect(health["ok"]).to.equal(false);
    expect(fieldsOf(health, "last_audit")).to.include({ ok: false, found: 1 });
    expect(fieldsOf(health, "journal")["entries"]).to.equal(entries);
    expect(health["damaged"]).to.deep.equal([]);
    expect(identities(health)).to.deep.equal([true, true, true, true]);
    await flipped(buckets.journal, 1);
    expect(await get("/api/ledger/audit")).to.include({ ok: true });
    expect((await get("/api/tally/health"))["ok"]).to.equal(true);
  });

  it("an entry that the sums lack leaves all readings with what is before it, and named", async () => {
    const entries = numberOf(fieldsOf(await get("/api/tally/health"), "journal"), "entries");
    await changed(async (database) => {
      await flipBit(database, buckets.journal, 2);
      const rows = Array.from({ length: entries }, (_, number) => del(buckets.supply, number));
      await database.batch([...rows, del(buckets.reading, "supply")], { sync: true });
    });
    const health = await get("/api/tally/health");
    expect(health["ok"]).to.equal(false);
    expect(fieldsOf(health, "readings")["journal_behind"]).to.equal(entries - 2);
    expect(identities(health)).to.deep.equal([true, true, true, null]);
    const [damaged] = listOf(health, "damaged");
    expect(damaged).to.include({ bucket: "journal", key: "2" });
    const now = await get("/api/transparency/now");
    expect(now["journal_entries"]).to.equal(entries);
    expect(numberOf(now, "credits_issued")).to.equal(FIRST_RESULT + WELCOME);
    for (const path of ["now", "history", "breakdown", "revenue"]) {
      const through = fieldsOf(await get(`/api/transparency/${path}`), "through");
      expect(through, path).to.deep.include({ journal: 1, behind: entries - 2, damaged });
    }
    await flipped(buckets.journal, 2);
    expect((await get("/api/tally/health"))["ok"]).to.equal(true);
    expect(fieldsOf(await get("/api/transparency/now"), "through")).to.include({
      journal: entries - 1,
      behind: 0,
      damaged: null,
    });
  });

  it("a damaged place of the public record is shown as that in its page", async () => {
    const before = await get("/api/tally/record");
    expect(before["total"]).to.equal(3);
    await flipped(buckets.pub, 1);
    const record = await get("/api/tally/record");
    const entries = [...listOf(before, "entries")];
    entries[1] = { receipt_id: null, calcond: null, damaged: true };
    expect(record).to.deep.equal({ ...before, entries });
    await flipped(buckets.pub, 1);
  });

  it("how far the readings are, damaged, is found again", async () => {
    const record = await get("/api/tally/record");
    await flipped(buckets.reading, "supply", "record");
    for (const path of ["now", "history", "breakdown", "revenue"]) {
      expect(fieldsOf(await get(`/api/transparency/${path}`), "through"), path).to.include({
        behind: 0,
        damaged: null,
      });
    }
    expect(await get("/api/tally/record")).to.deep.equal(record);
    const health = await get("/api/tally/health");
    expect(health["ok"]).to.equal(true);
    expect(identities(health)).to.deep.equal([true, true, true, true]);
  });

  it("a preference that cannot be kept is refused in words, and is private", async () => {
    await flipped(buckets.acct, account);
    const save = (): Promise<Reply> => call(node, "POST", PREFERENCE, { publish: true }, { key });
    const problem = expectProblem(await save(), 503, "NOT_READY");
    expect(textOf(problem, "detail")).to.contain("damaged").and.contain("private");
    expect((await call(node, "GET", PREFERENCE, undefined, { key })).body).to.deep.equal({
      publish: false,
      visibility: "private",
    });
    await flipped(buckets.acct, account);
    expect((await save()).status).to.equal(200);
  });
});
