/**
 * What the ledger says to whom: its entries to those they book for, a draw to whoever repeats it,
 * the audit's progress to who waits.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity, signOffer } from "../../../api/client/identity.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import {
  call,
  canonical,
  expectProblem,
  fieldsOf,
  listOf,
  nextLink,
  numberOf,
  parseFields,
  sha256,
  textOf,
  without,
  type Fields,
  type Reply,
} from "../../kit/requests.js";

const ENVELOPES = "/api/tally/envelopes";
const ENTRIES = "/api/ledger/entries";
const M = 0xffff_ffffn;

interface Owner {
  readonly account: string;
  readonly cid: string;
  readonly key: string;
  readonly equation: string;
}

/** Philox4x32-10 with 64-bit products, from the page's words: a block of four words. */
function philoxBlock(block: bigint, seed: bigint, stream: bigint): bigint[] {
  let [x0, x1, x2, x3] = [block & M, block >> 32n, stream & M, stream >> 32n];
  let [k0, k1] = [seed & M, seed >> 32n];
  for (let round = 0; round < 10; round += 1) {
    const [p0, p1] = [0xd251_1f53n * x0, 0xcd9e_8d57n * x2];
    [x0, x1, x2, x3] = [(p1 >> 32n) ^ x1 ^ k0, p1 & M, (p0 >> 32n) ^ x3 ^ k1, p0 & M];
    [k0, k1] = [(k0 + 0x9e37_79b9n) & M, (k1 + 0xbb67_ae85n) & M];
  }
  return [x0, x1, x2, x3];
}

function* numbersOf(seed: string): Generator<number, never> {
  const [key, stream] = [BigInt(`0x${seed.slice(0, 13)}`), BigInt(`0x${seed.slice(13, 26)}`)];
  for (let block = 0n; ; block += 1n) {
    const words = philoxBlock(block, key, stream).map(Number);
    for (const [a, b] of [
      [words[0]!, words[1]!],
      [words[2]!, words[3]!],
    ] as const) {
      yield (Math.floor(a / 32) * 2 ** 26 + Math.floor(b / 64) + 0.5) / 2 ** 53;
    }
  }
}

/** Floyd's draw of `count` of the places 0 to n - 1. */
function redrawn(seed: string, n: number, count: number): number[] {
  const taken = new Set<number>();
  const numbers = numbersOf(seed);
  for (let j = n - count; j < n; j += 1) {
    const t = Math.floor(numbers.next().value * (j + 1));
    taken.add(taken.has(t) ? j : t);
  }
  return [...taken].sort((a, b) => a - b);
}

describe("reading the ledger of a running node", () => {
  const dir = temporaryDir("ledgerReading");
  let node: RunningNode;
  let ada: Owner;
  let ben: Owner;

  const register = async (): Promise<Owner> => {
    const equation = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation);
    if (identity.kind !== "result") throw new Error(JSON.stringify(identity));
    return {
      account: identity.value.account,
      cid: identity.value.cid,
      key: identity.value.key,
      equation,
    };
  };
  const as = (owner: Owner, method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key: owner.key });
  const entries = async (owner: Owner | null, query = ""): Promise<Fields[]> => {
    const reply =
      owner === null
        ? await call(node, "GET", `${ENTRIES}${query}`)
        : await as(owner, "GET", `${ENTRIES}${query}`);
    expect(reply.status, reply.text).to.equal(200);
    return listOf(reply.body, "entries").map((entry) => fieldsOf({ entry }, "entry"));
  };
  const movable = async (owner: Owner): Promise<string[]> =>
    listOf((await as(owner, "GET", `${ENVELOPES}/${owner.cid}`)).body, "envelopes")
      .map((token) => fieldsOf({ token }, "token"))
      .filter((token) => token["movable"] === true)
      .map((token) => textOf(token, "token_id"));

  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
    ada = await register();
    ben = await register();
    for (
      let free = numberOf((await as(ada, "GET", "/api/ledger")).body, "free");
      free > 0;
      free -= 1
    ) {
      expect((await as(ada, "POST", "/api/calc/compute", { operators: ["KO42"] })).status).to.equal(
        200,
      );
    }
    const grant = await call(node, "POST", "/api/ledger/grant", {
      account: ada.account,
      credits: 120,
      reference: randomBytes(8).toString("hex"),
    });
    expect(grant.status, grant.text).to.equal(201);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        as(ada, "POST", "/api/calc/compute", {
          operators: ["NM21"],
          inputs: { m1: 1 + i, m2: 2, r: 3 },
        }),
      ),
    );
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("shows an account what was booked for it, and only its own lines", async () => {
    const own = await entries(ada, "?limit=1000");
    expect(own.map((entry) => numberOf(entry, "seq"))).to.deep.equal(
      own.map((entry) => numberOf(entry, "seq")).sort((a, b) => b - a),
    );
    expect(own.map((entry) => entry["kind"])).to.include.members(["welcome", "grant", "compute"]);
    for (const entry of own) {
      for (const line of listOf(entry, "entries"))
        expect(textOf(line, "account")).to.match(new RegExp(`^(free|paid|held):${ada.account}$`));
    }
    const paid = own
      .flatMap((entry) => listOf(entry, "entries"))
      .filter((line) => textOf(line, "account") === `paid:${ada.account}`)
      .reduce<number>((sum, line) => sum + numberOf(line, "delta"), 0);
    expect(paid).to.equal(numberOf((await as(ada, "GET", "/api/ledger")).body, "paid"));
    expect(JSON.stringify(await entries(ben))).to.not.contain(ada.account);
    expectProblem(await as(ben, "GET", `${ENTRIES}?account=${ada.account}`), 403, "FORBIDDEN");
    expect(await entries(ada, `?limit=1000&account=${ada.cid}`)).to.deep.equal(own);
  });

  it("shows the operator all of it, each entry with the hash of the one before", async () => {
    const all = await entries(null, "?limit=1000");
    expect(all.map((entry) => entry["seq"])).to.deep.equal(all.map((_, i) => all.length - 1 - i));
    for (const [i, entry] of all.entries())
      expect(entry["prev"]).to.equal(all[i + 1]?.["hash"] ?? "0".repeat(64));
    // The whole text is there: sums of each side are zero, and the hash can be made again.
    const [grant] = all.filter(({ kind }) => kind === "grant");
    const lines = listOf(grant, "entries").map((line) => [
      textOf(line, "account"),
      numberOf(line, "delta"),
    ]);
    const text = canonical({ ...without(grant!, "hash"), entries: lines });
    expect(sha256("calc-journal/1\u0000", text).toString("hex")).to.equal(grant!["hash"]);
    expect(
      (await entries(null, `?limit=1000&account=${ada.cid}`)).map(({ seq: number }) => number),
    ).to.deep.equal((await entries(ada, "?limit=1000")).map(({ seq: number }) => number));
    expectProblem(
      await call(node, "GET", `${ENTRIES}?account=${"0".repeat(32)}`),
      404,
      "NOT_FOUND",
    );
    for (const bad of ["?limit=0", "?limit=1001", "?before=-1", "?before=x", "?kind=grant"]) {
      expectProblem(await call(node, "GET", `${ENTRIES}${bad}`), 400, "INVALID_BODY");
    }
  });

  it("pages by links to the first entry, without a gap while others are booked", async () => {
    const before = (await entries(ada, "?limit=1000")).map(({ seq }) => seq);
    const seen: unknown[] = [];
    for (let path: string | undefined = `${ENTRIES}?limit=7`; path !== undefined;) {
      const page = await as(ada, "GET", path);
      seen.push(...listOf(page.body, "entries").map((entry) => numberOf(entry, "seq")));
      expect((await as(ben, "POST", "/api/calc/compute", { operators: ["KO42"] })).status).to.equal(
        200,
      );
      path = nextLink(page.headers) ?? undefined;
    }
    expect(seen).to.deep.equal(before);
  });

  it("says enough of a draw for anybody with the list to repeat it", async () => {
    for (const count of [1, 7, 20]) {
      const list = await movable(ada);
      const moved = await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, { to: ben.cid, count });
      expect(moved.status, moved.text).to.equal(200);
      const [entry] = await entries(ada, "?limit=1");
      const note = fieldsOf(entry, "note");
      expect(note).to.include({
        drawnFrom: list.length,
        count,
        listHash: moved.body["listHash"],
        from: ada.account,
        to: ben.account,
      });
      expect(note["seed"]).to.equal((await entries(ada, "?limit=2"))[1]!["hash"]);
      const drawn = redrawn(textOf(note, "seed"), list.length, count).map((place) => list[place]!);
      const left = new Set(await movable(ada));
      expect(drawn).to.deep.equal(list.filter((id) => !left.has(id)));
      expect(
        sha256("calc-token-list/1\u0000", Buffer.from(drawn.join(""), "hex")).toString("hex"),
      ).to.equal(moved.body["listHash"]);
      // Who received them reads of the same draw, and not what it did to the sender's balance.
      const [theirs] = await entries(ben, "?limit=1");
      expect(theirs!["hash"]).to.equal(entry!["hash"]);
      expect(listOf(theirs, "entries").map((line) => textOf(line, "account"))).to.deep.equal([
        `held:${ben.account}`,
      ]);
    }
  });

  it("an offer that a client or the command line signed is taken once", async () => {
    const calcond = numberOf((await call(node, "GET", "/api/calc/pulse")).body, "calcond");
    const [one, two] = await movable(ada);
    const signed = signOffer(ada.equation, {
      token_ids: [one!],
      from: ada.account,
      to: ben.account,
      expiresCalcond: calcond + 1_000,
      nonce: "by-client",
    });
    expect((await as(ben, "POST", `${ENVELOPES}/transfer-claim`, signed)).body["moved"]).to.equal(
      1,
    );
    const file = join(dir.path, "equation.txt");
    writeFileSync(file, `${ada.equation}\n`);
    const output = await calc(ada, ["tally", "offer", ben.account, two!, "--equation", file]);
    expect(output.code, output.err).to.equal(0);
    const offer = fieldsOf(parseFields(output.out), "offer");
    expect(offer).to.deep.include({ token_ids: [two], from: ada.account, to: ben.account });
    expect(numberOf(offer, "expiresCalcond")).to.be.within(
      calcond + 111_197,
      calcond + 111_197 + 200,
    );
    const taken = await calc(ben, ["tally", "take", "-"], output.out);
    expect(taken.code, taken.err).to.equal(0);
    expect(taken.out).to.match(/^moved: 1\n/);
    expect((await calc(ben, ["tally", "take", "-"], output.out)).code).to.equal(8);
    // Somebody else's equation, an identifier that is none, and an end that is too far.
    writeFileSync(file, newEquation());
    const foreign = await calc(ada, ["tally", "offer", ben.account, one!, "--equation", file]);
    expect([foreign.code, foreign.out]).to.deep.equal([4, ""]);
    writeFileSync(file, ada.equation);
    for (const wrong of [
      [ben.account, "zz"],
      [ben.account],
      [ben.account, one!, "--expires", "3335905"],
      [ben.account, one!, "--expires", "soon"],
      [ben.account, one!, "--nonce", "short"],
      [ben.account, one!, one!],
    ]) {
      expect(
        (await calc(ada, ["tally", "offer", ...wrong, "--equation", file])).code,
        wrong.join(" "),
      ).to.equal(2);
    }
  });

  it("the audit tells its progress to who accepts events, then its report", async () => {
    const heard: unknown[] = [];
    const client = createClient({ baseUrl: node.api.http, key: node.api.token });
    const outcome = await client.ledgerAudit(
      {},
      { onProgress: (progress) => heard.push(progress) },
    );
    expect(outcome.kind, JSON.stringify(outcome)).to.equal("result");
    expect(outcome.kind === "result" && outcome.value.ok).to.equal(true);
    const events = await call(node, "GET", "/api/ledger/audit", undefined, {
      headers: { accept: "text/event-stream" },
    });
    expect(events.headers.get("content-type")).to.equal("text/event-stream");
    expect(events.text).to.match(/event: result\ndata: \{"ok":true/);
    expect((await call(node, "GET", "/api/ledger/audit")).body["ok"]).to.equal(true);
    expect((events.text.match(/event: progress/g) ?? []).length).to.be.greaterThan(0);
    expect(heard.length).to.be.greaterThan(0);
    expect(heard.at(-1)).to.have.keys("done", "of");
  });

  function calc(owner: Owner, args: readonly string[], input = ""): Promise<Ran> {
    const env = { CALC_TOKEN: owner.key };
    return runCalc([...args, "--url", node.api.http], { env, input });
  }
});
