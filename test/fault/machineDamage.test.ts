/**
 * Flipped bits in the records of an account and of machines: what needs them says what is damaged,
 * without telling anybody what is not theirs to know, and nothing else is hindered.
 */
import { join } from "node:path";
import { expect } from "chai";
import { createClient } from "../../api/client/client.js";
import { newEquation, openSession, registerIdentity } from "../../api/client/identity.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { buckets, type Bucket } from "../../storage/records/buckets.js";
import { openLevel } from "../../storage/leveldb/level.js";
import { keyBytes } from "../../storage/kv/table.js";
import {
  call,
  expectProblem,
  fieldsOf,
  force,
  listOf,
  sealed,
  textOf,
  type CallOptions,
  type Fields,
  type Reply,
} from "../kit/requests.js";
import { flipBit } from "../kit/accounts.js";

interface Someone {
  readonly equation: string;
  readonly cid: string;
  readonly key: string;
}

describe("faults: a damaged account and damaged machines", () => {
  const dir = temporaryDir("machine-damage");
  const start = (): Promise<RunningNode> =>
    startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  let node: RunningNode;
  let [ann, bob]: Someone[] = [];
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const open = async (slug: string): Promise<Someone> => {
    const equation = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation, {
      slug,
    });
    if (identity.kind !== "result") throw new Error(JSON.stringify(identity));
    return { equation, cid: identity.value.cid, key: identity.value.key };
  };
  const ask = (method: string, path: string, key: string | null, body?: Fields): Promise<Reply> =>
    call(node, method, path, body, { key });
  const flipped = async <K, V>(bucket: Bucket<K, V>, ...keys: readonly K[]): Promise<void> => {
    await node.stop();
    const raw = await openLevel(join(dir.path, "db"));
    for (const key of keys) await flipBit(raw, bucket, key);
    await raw.close();
    node = await start();
  };
  /** Hex of a record's key, as the node names it. */
  const nameOf = <K, V>(bucket: Bucket<K, V>, key: K): string =>
    Buffer.from(keyBytes(bucket, key)).toString("hex", 1);
  /**
   * A damaged record is in the way: named by its bucket, and by its key to whom that may be told.
   */
  const expectDamage = (reply: Reply, bucket: string, key: string | null): void => {
    const problem = expectProblem(reply, 503, "NOT_READY");
    expect(problem, reply.text).to.deep.include({ reasons: ["db"], damaged: { bucket, key } });
    expect(textOf(problem, "detail")).to.contain(`bucket ${bucket} is damaged`);
    expect(textOf(problem, "next")).to.not.equal("");
  };
  const slugs = (body: Fields): readonly unknown[] =>
    listOf(body, "machines").map((machine) => textOf(machine, "slug"));

  before(async () => {
    node = await start();
    [ann, bob] = [await open("ann-first"), await open("bob-first")];
  });

  it("of machines: lists leave out what they cannot read and name it, and outsiders learn nothing of private ones", async () => {
    const ids: string[] = [];
    for (const [slug, open] of [
      ["ann-public", true],
      ["ann-private", false],
    ] as const) {
      const machine = await ask("POST", "/api/state", ann!.key, { slug, is_public: open });
      expect(machine.status, machine.text).to.equal(201);
      ids.push(textOf(fieldsOf(machine.body, "machine"), "id"));
    }
    expect(
      (await ask("POST", "/api/state", bob!.key, { slug: "bob-public", is_public: true })).status,
    ).to.equal(201);
    const receipt = await sealed(node, force("shared"), { key: ann!.key } satisfies CallOptions);
    await flipped(buckets.mach, ...ids);

    const own = await ask("GET", "/api/state", ann!.key);
    expect([own.status, slugs(own.body), own.body["total"]]).to.deep.equal([200, ["ann-first"], 1]);
    expect(own.body["damaged"]).to.have.deep.members([
      { slug: "ann-public", id: ids[0] },
      { slug: "ann-private", id: ids[1] },
    ]);
    const open = await ask("GET", "/api/state/aggregate/list", null);
    expect([open.status, slugs(open.body)]).to.deep.equal([200, ["bob-public"]]);
    expect(open.body["damaged"]).to.deep.equal([{ slug: "ann-public", id: ids[0] }]);

    const records = ids.map((id) => nameOf(buckets.mach, id));
    for (const key of [ann!.key, bob!.key, null])
      expectDamage(await ask("GET", "/api/state/ann-public", key), "mach", records[0]!);
    for (const [method, path, body] of [
      ["GET", ""],
      ["GET", "/grants"],
      ["PATCH", "", { name: "oven" }],
      ["POST", "/key/rotate", {}],
      ["POST", "/grants", { principal: bob!.cid, role: "viewer" }],
    ] as const) {
      const at = `/api/state/ann-private${path}`;
      expectDamage(await ask(method, at, ann!.key, body), "mach", records[1]!);
      expectProblem(await ask(method, at, bob!.key, body), 404, "NOT_FOUND");
    }
    expectProblem(await ask("GET", `/api/state/${ids[1]!}`, null), 404, "NOT_FOUND");
    expectDamage(
      await ask("POST", "/api/tally/claim", ann!.key, { machine: "ann-private" }),
      "mach",
      records[1]!,
    );
    expectProblem(
      await ask("POST", "/api/state", bob!.key, { slug: "ann-private" }),
      409,
      "SLUG_TAKEN",
    );
    const verdict = await ask("POST", "/api/chain/ann-public/tally/verify", null, receipt);
    expect(verdict.status, verdict.text).to.equal(200);
    expect(verdict.body).to.deep.include({
      chain: { slug: "ann-public", kind: "machine", holds: null },
    });
    for (const key of [ann!.key, null])
      expect(
        (await ask("GET", `/api/receipts/${textOf(receipt, "receipt_id")}`, key)).status,
      ).to.equal(200);
    await flipped(buckets.mach, ...ids);
  });

  it("of an account: only what is said in it is missing, and strangers are told no keys of records", async () => {
    const record = nameOf(buckets.acct, ann!.cid);
    await flipped(buckets.acct, ann!.cid, "operator");
    const session = await openSession(createClient({ baseUrl: node.api.http }), ann!.equation);
    if (session.kind !== "problem") throw new Error(JSON.stringify(session));
    expect(session.problem).to.deep.include({
      code: "NOT_READY",
      damaged: { bucket: "acct", key: null },
    });
    expect(JSON.stringify(session.problem)).to.not.contain(record);
    expectDamage(await ask("GET", `/api/dns/lookup?cid=${ann!.cid}`, null), "acct", null);
    expectDamage(await call(node, "GET", `/api/dns/lookup?cid=${ann!.cid}`), "acct", null);
    expectDamage(await ask("POST", "/api/calc/spin-up", ann!.key, {}), "acct", record);

    await sealed(node, force(), { key: ann!.key });
    for (const path of [
      "/api/identity",
      "/api/keys",
      "/api/state",
      "/api/ledger",
      "/api/ledger/entries",
    ]) {
      expect((await ask("GET", path, ann!.key)).status, path).to.equal(200);
    }
    const again = await registerIdentity(createClient({ baseUrl: node.api.http }), ann!.equation);
    expect(again).to.deep.include({ kind: "problem", status: 409 });
    const granted = await call(node, "POST", "/api/ledger/grant", {
      account: ann!.cid,
      credits: 5,
      reference: "damaged account",
    });
    expect(granted.status, granted.text).to.equal(201);
    expect((await call(node, "GET", `/api/ledger/entries?account=${ann!.cid}`)).status).to.equal(
      200,
    );
    const grant = await ask("POST", "/api/state/bob-first/grants", bob!.key, {
      principal: ann!.cid,
      role: "viewer",
    });
    expect(grant.status, grant.text).to.equal(201);
    await flipped(buckets.acct, ann!.cid, "operator");
    expect(
      (await openSession(createClient({ baseUrl: node.api.http }), ann!.equation)).kind,
    ).to.equal("result");
  });

  it("of the index by identity digest: the account says its digest itself", async () => {
    await flipped(buckets.cid, ann!.cid);
    expect(
      (await openSession(createClient({ baseUrl: node.api.http }), ann!.equation)).kind,
    ).to.equal("result");
    await flipped(buckets.cid, ann!.cid);
  });
});
