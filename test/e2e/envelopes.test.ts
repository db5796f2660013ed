/**
 * Envelopes of a running node: what is minted is held, listed, filed, moved, burned and pledged,
 * and nothing else comes of it.
 */
import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  canonical,
  expectProblem,
  fieldsOf,
  isSignedBy,
  listOf,
  nextLink,
  numberOf,
  sha256,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../kit/requests.js";

interface Owner {
  readonly account: string;
  readonly cid: string;
  readonly key: string;
  readonly seed: Buffer;
}

const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const ENVELOPES = "/api/tally/envelopes";
const LINE = "calc-token-list/1\u0000";
const TOKEN_ID = /^[0-9a-f]{64}$/;

function privateKey(seed: Buffer) {
  return createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: "der",
    type: "pkcs8",
  });
}

describe("envelopes of a running node", () => {
  const dir = temporaryDir("envelopes");
  let node: RunningNode;
  let ada: Owner;
  let ben: Owner;
  let cleo: Owner;

  const open = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key: null });
  const register = async (): Promise<Owner> => {
    const seed = randomBytes(32);
    const { x } = createPublicKey(privateKey(seed)).export({ format: "jwk" });
    const cid = randomBytes(16).toString("hex");
    const identity = await open("POST", "/api/identity/register", {
      cid,
      publicKey: Buffer.from(x!, "base64url").toString("hex"),
    });
    expect(identity.status, identity.text).to.equal(201);
    return {
      account: textOf(identity.body, "account"),
      cid,
      key: textOf(identity.body, "key"),
      seed,
    };
  };
  const as = (
    owner: Owner,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => call(node, method, path, body, { key: owner.key, headers });
  const grant = async (owner: Owner, credits: number): Promise<void> => {
    const reply = await call(node, "POST", "/api/ledger/grant", {
      account: owner.account,
      credits,
      reference: randomBytes(8).toString("hex"),
    });
    expect(reply.status, reply.text).to.be.within(200, 201);
  };
  /** Computes for three credits each. */
  const mint = async (owner: Owner, count: number): Promise<string[]> => {
    const envelopes = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        as(owner, "POST", "/api/calc/compute", {
          operators: ["NM21"],
          inputs: { m1: 1 + i, m2: 2, r: 3 },
        }),
      ),
    );
    return envelopes.map((reply) => {
      expect(reply.status, reply.text).to.equal(200);
      return textOf(reply.body, "receipt_id");
    });
  };
  /** Uses up free credits, so that what follows is paid for. */
  const spendWelcome = async (owner: Owner): Promise<void> => {
    for (;;) {
      const { body } = await as(owner, "GET", "/api/ledger");
      const free = numberOf(body, "free");
      if (free === 0) return;
      const operators = free >= 3 ? ["NM21"] : ["KO42"];
      const inputs = free >= 3 ? { m1: free, m2: 2, r: 3 } : {};
      const batch = free >= 3 ? Math.floor(free / 3) : free;
      const done = await Promise.all(
        Array.from({ length: batch }, () =>
          as(owner, "POST", "/api/calc/compute", { operators, inputs }),
        ),
      );
      for (const reply of done) expect(reply.status, reply.text).to.equal(200);
    }
  };
  const list = async (owner: Owner, query = ""): Promise<Fields> => {
    const reply = await as(owner, "GET", `${ENVELOPES}/${owner.cid}${query}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  };
  const linked = ({ headers }: Reply): string => nextLink(headers)!;
  const ids = (page: Fields): string[] =>
    listOf(page, "envelopes").map((token) => textOf(token, "token_id"));
  const movable = async (owner: Owner): Promise<string[]> =>
    listOf(await list(owner), "envelopes")
      .filter((token) => fieldsOf({ token }, "token")["movable"] === true)
      .map((token) => textOf(token, "token_id"));
  const held = async (owner: Owner): Promise<number> =>
    numberOf((await as(owner, "GET", "/api/ledger")).body, "held");
  const state = async (): Promise<string> => {
    const parts: readonly Json[] = await Promise.all(
      [ada, ben].flatMap((owner) => [
        list(owner),
        as(owner, "GET", "/api/ledger").then(({ body }) => body),
        as(owner, "GET", `${ENVELOPES}/${owner.cid}/folders`).then(({ body }) => body),
      ]),
    );
    return canonical(parts);
  };

  before(async () => {
    node = await startNode({ dataDir: dir.path });
    ada = await register();
    ben = await register();
    cleo = await register();
    await spendWelcome(ada);
    await grant(ada, 600);
    await mint(ada, 60);
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("are listed with their true total, by page, by first digits and behind an id", async () => {
    const all = await list(ada);
    const own = ids(all);
    expect(own).to.deep.equal([...own].sort());
    expect(all["total"]).to.equal(own.length);
    expect(all).to.include({ limit: null, next: null, after_next: null });
    const paid = listOf(all, "envelopes").filter(
      (token) => fieldsOf({ token }, "token")["funding"] === "paid",
    );
    expect(paid.length).to.equal(60);
    const one = fieldsOf({ token: paid[0]! }, "token");
    expect(one).to.include({
      version: 0,
      owner: ada.account,
      value: 3,
      movable: true,
      soulbound: false,
      locked_for_vote: false,
      folder: null,
      engine_version: "calc-engine/2",
      precision_bound: 1e-4,
      homeState: node.api.publicKey,
    });
    expect(one["hash"]).to.equal(one["token_id"]);
    const paged: string[] = [];
    for (let offset = 0; offset < own.length; offset += 7) {
      const page = await list(ada, `?limit=7&offset=${offset}`);
      expect(page).to.include({ total: own.length, offset, limit: 7 });
      paged.push(...ids(page));
    }
    expect(paged).to.deep.equal(own);
    const behind: string[] = [];
    for (let query = "?limit=9"; query !== "";) {
      const page = await list(ada, query);
      behind.push(...ids(page));
      query = page["after_next"] === null ? "" : `?limit=9&after=${textOf(page, "after_next")}`;
    }
    expect(behind).to.deep.equal(own);
    // By `next` as by `after_next` a client comes to the end, also behind an id; links go by ids.
    const rest: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: Fields = await list(ada, `?limit=9&after=${own[9]}&offset=${offset}`);
      rest.push(...ids(page));
      offset = page["next"] === null ? null : numberOf(page, "next");
    }
    expect(rest).to.deep.equal(own.slice(10));
    const linked: string[] = [];
    for (let path: string | undefined = `${ENVELOPES}/${ada.cid}?limit=9`; path !== undefined;) {
      const page = await as(ada, "GET", path);
      linked.push(...ids(page.body));
      path = nextLink(page.headers) ?? undefined;
    }
    expect(linked).to.deep.equal(own);
    const digits = own[5]!.slice(0, 1);
    const found = await list(ada, `?q=${digits}`);
    expect(ids(found)).to.deep.equal(own.filter((id) => id.startsWith(digits)));
    expect(ids(await list(ada, `?q=${own[5]!}`))).to.deep.equal([own[5]]);
    expect((await list(ada, "?q=ffffffffffffffffffffffff"))["total"]).to.equal(0);
  });

  it("are nobody else's to see", async () => {
    expectProblem(await as(ben, "GET", `${ENVELOPES}/${ada.cid}`), 404, "NOT_FOUND");
    expectProblem(await as(ben, "GET", `${ENVELOPES}/${"0".repeat(32)}/folders`), 404, "NOT_FOUND");
    expectProblem(await call(node, "GET", `${ENVELOPES}/${ada.cid}`), 404, "NOT_FOUND");
    expectProblem(await open("GET", `${ENVELOPES}/${ada.cid}`), 401, "MISSING_KEY");
  });

  it("are filed by ids and by count, whatever paid for them, and counted", async () => {
    const own = ids(await list(ada));
    const filed = await as(ada, "POST", `${ENVELOPES}/folder`, {
      folder: "Ångström",
      token_ids: own.slice(0, 5),
    });
    expect(filed.body).to.deep.equal({ moved: 5 });
    // The same letter, written with a combining ring.
    expect(
      (
        await as(ada, "POST", `${ENVELOPES}/folder`, {
          folder: "Ångström",
          token_ids: own.slice(3, 7),
        })
      ).body,
    ).to.deep.equal({ moved: 2 });
    expect(
      (
        await as(ada, "POST", `${ENVELOPES}/folder`, {
          folder: "b",
          count: 4,
          from_folder: "Ångström",
        })
      ).body,
    ).to.deep.equal({ moved: 4 });
    expect(
      (await as(ada, "POST", `${ENVELOPES}/folder`, { folder: "c", count: 1_000_000_000 })).body,
    ).to.deep.equal({ moved: own.length });
    expect(
      (
        await as(ada, "POST", `${ENVELOPES}/folder`, {
          folder: null,
          count: own.length - 10,
          from_folder: "c",
        })
      ).body,
    ).to.deep.equal({ moved: own.length - 10 });
    const folders = await as(ada, "GET", `${ENVELOPES}/${ada.cid}/folders`);
    expect(folders.body).to.deep.equal({
      folders: [{ folder: "c", count: 10 }],
      folder_count: 1,
      unfiled: own.length - 10,
      total: own.length,
    });
    const inFolder = await list(ada, "?folder=c&limit=3");
    expect(inFolder).to.include({ total: 10, next: 3 });
    expect((await list(ada, "?folder="))["total"]).to.equal(own.length - 10);
  });

  it("move by ids and by a drawn count, with their value; soulbound ones never do", async () => {
    const before = await held(ada);
    const mine = await movable(ada);
    const named = await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, {
      to: ben.cid,
      token_ids: mine.slice(0, 2),
    });
    expect(named.status, named.text).to.equal(200);
    expect(named.body["moved"]).to.equal(2);
    expect(named.body["listHash"]).to.equal(
      sha256(LINE, Buffer.from(mine.slice(0, 2).join(""), "hex")).toString("hex"),
    );
    const drawn = await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, {
      to: ben.account,
      count: 5,
    });
    expect(drawn.body["moved"], drawn.text).to.equal(5);
    const after = new Set(await movable(ada));
    const moved = mine.slice(2).filter((id) => !after.has(id));
    expect(drawn.body["listHash"]).to.equal(
      sha256(LINE, Buffer.from(moved.join(""), "hex")).toString("hex"),
    );
    expect(await held(ada)).to.equal(before - 21);
    expect(await held(ben)).to.equal(21);
    const theirs = listOf(await list(ben), "envelopes")
      .map((token) => fieldsOf({ token }, "token"))
      .filter(({ funding }) => funding === "paid");
    expect(theirs.map(({ token_id }) => token_id)).to.deep.equal(
      [...mine.slice(0, 2), ...moved].sort(),
    );
    for (const token of theirs)
      expect(token).to.include({ owner: ben.account, version: 1, folder: null, movable: true });
    const soulbound = listOf(await list(ada), "envelopes")
      .map((token) => fieldsOf({ token }, "token"))
      .find(({ soulbound: is }) => is === true)!;
    const problem = expectProblem(
      await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, {
        to: ben.cid,
        token_ids: [...mine.slice(10, 12), soulbound["token_id"]],
      }),
      409,
      "NOT_MOVABLE",
    );
    expect(problem["token_id"]).to.equal(soulbound["token_id"]);
    const short = expectProblem(
      await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, { to: ben.cid, count: 10_000 }),
      409,
      "NOT_ENOUGH_MOVABLE",
    );
    expect(short["have"]).to.equal(53);
  });

  it("are locked for a vote, unlocked, and burned", async () => {
    const [one, two, three] = await movable(ada);
    expect(
      (await as(ada, "POST", `${ENVELOPES}/lock`, { token_ids: [one], locked: true })).body,
    ).to.deep.equal({ changed: 1, locked: true });
    expectProblem(
      await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, { to: ben.cid, token_ids: [one] }),
      409,
      "NOT_MOVABLE",
    );
    expectProblem(
      await as(ada, "POST", `${ENVELOPES}/burn`, { token_ids: [two, one] }),
      409,
      "NOT_MOVABLE",
    );
    expect(
      (await as(ada, "POST", `${ENVELOPES}/lock`, { token_ids: [one, two], locked: false })).body,
    ).to.deep.equal({ changed: 1, locked: false });
    const before = await held(ada);
    const burned = await as(
      ada,
      "POST",
      `${ENVELOPES}/burn`,
      { token_ids: [one, two, three] },
      { "idempotency-key": "burn-1" },
    );
    expect(burned.body, burned.text).to.deep.equal({ burned: 3, value: 9 });
    const again = await as(
      ada,
      "POST",
      `${ENVELOPES}/burn`,
      { token_ids: [one, two, three] },
      { "idempotency-key": "burn-1" },
    );
    expect(again.text).to.equal(burned.text);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect(await held(ada)).to.equal(before - 9);
    expectProblem(
      await as(ada, "POST", `${ENVELOPES}/burn`, { token_ids: [one] }),
      404,
      "NOT_FOUND",
    );
  });

  it("move by an offer that their owner signed: once, in time, to whom it names", async () => {
    const calcond = numberOf((await open("GET", "/api/calc/pulse")).body, "calcond");
    const [token] = await movable(ada);
    const offer = {
      token_ids: [token!],
      from: ada.account,
      to: ben.account,
      expiresCalcond: calcond + 1_000,
      nonce: "first-offer",
    };
    const signed = (what: typeof offer, seed = ada.seed): string =>
      sign(null, Buffer.from(`calc-transfer/1\u0000${canonical(what)}`), privateKey(seed)).toString(
        "hex",
      );
    const claim = (owner: Owner, what: typeof offer, signature: string): Promise<Reply> =>
      as(owner, "POST", `${ENVELOPES}/transfer-claim`, { offer: what, signature });
    const before = await state();
    expectProblem(await claim(ben, offer, signed(offer, ben.seed)), 401, "BAD_SIGNATURE");
    for (const altered of [
      { ...offer, token_ids: [(await movable(ada))[1]!] },
      { ...offer, expiresCalcond: offer.expiresCalcond + 1 },
      { ...offer, nonce: "other-offer" },
    ]) {
      expectProblem(await claim(ben, altered, signed(offer)), 401, "BAD_SIGNATURE");
    }
    expectProblem(await claim(ada, offer, signed(offer)), 403, "FORBIDDEN");
    const late = { ...offer, expiresCalcond: calcond - 2 };
    expectProblem(await claim(ben, late, signed(late)), 409, "OFFER_EXPIRED");
    const far = { ...offer, expiresCalcond: calcond + 10_000_000 };
    expectProblem(await claim(ben, far, signed(far)), 400, "INVALID_INPUT");
    const doubled = { ...offer, token_ids: [token!, token!] };
    const twice = expectProblem(await claim(ben, doubled, signed(doubled)), 400, "INVALID_INPUT");
    expect(textOf(listOf(twice, "errors")[0], "pointer")).to.equal("/offer/token_ids");
    const foreign = { ...offer, token_ids: ["ab".repeat(32)] };
    expectProblem(await claim(ben, foreign, signed(foreign)), 404, "NOT_FOUND");
    expect(await state()).to.equal(before);
    const taken = await claim(ben, offer, signed(offer));
    expect(taken.status, taken.text).to.equal(200);
    expect(taken.body["moved"]).to.equal(1);
    // Back to Ada: her offer does not come alive again.
    expect(
      (await as(ben, "POST", `${ENVELOPES}/transfer-bulk`, { to: ada.cid, token_ids: [token] }))
        .body["moved"],
    ).to.equal(1);
    expectProblem(await claim(ben, offer, signed(offer)), 409, "OFFER_USED");
  });

  it("bad input is refused with a pointer or a name, and changes nothing", async () => {
    const before = await state();
    const [token] = await movable(ada);
    const bad: readonly (readonly [string, unknown, number, string])[] = [
      ["transfer-bulk", { to: ben.cid, count: -1 }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: 0 }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: 1.5 }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: "3" }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: 1e300 }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: 2 ** 53 }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, count: 9_007_199_254_740_991 }, 409, "NOT_ENOUGH_MOVABLE"],
      ["transfer-bulk", { to: ben.cid }, 400, "INVALID_INPUT"],
      ["transfer-bulk", { to: ben.cid, count: 1, token_ids: [token] }, 400, "INVALID_INPUT"],
      ["transfer-bulk", { to: ben.cid, token_ids: [] }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, token_ids: [token, token] }, 400, "INVALID_INPUT"],
      ["transfer-bulk", { to: ben.cid, token_ids: ["zz"] }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ben.cid, token_ids: [token!.toUpperCase()] }, 400, "INVALID_BODY"],
      ["transfer-bulk", { to: ada.cid, count: 1 }, 400, "INVALID_INPUT"],
      ["transfer-bulk", { to: ada.account, token_ids: [token] }, 400, "INVALID_INPUT"],
      ["transfer-bulk", { to: "f".repeat(32), count: 1 }, 404, "NOT_FOUND"],
      ["transfer-bulk", { to: ben.cid, token_ids: ["cd".repeat(32)] }, 404, "NOT_FOUND"],
      ["burn", { token_ids: ["cd".repeat(32)] }, 404, "NOT_FOUND"],
      ["burn", { count: 3 }, 400, "INVALID_BODY"],
      ["lock", { token_ids: [token], locked: "yes" }, 400, "INVALID_BODY"],
      ["folder", { folder: "a/b", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a\\b", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a\u0000b", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a\nb", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a\u0085b", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: " a", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a\u200bb", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "..", count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "\u0958".repeat(64), count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "x".repeat(65), count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "x".repeat(10_240), count: 1 }, 400, "INVALID_BODY"],
      ["folder", { folder: "a", token_ids: [token], q: "00" }, 400, "INVALID_INPUT"],
      ["folder", { folder: "a", count: 1, q: "xyz" }, 400, "INVALID_BODY"],
      ["folder", { folder: "a", token_ids: ["cd".repeat(32)] }, 404, "NOT_FOUND"],
    ];
    for (const [path, body, status, code] of bad) {
      const problem = expectProblem(
        await as(ada, "POST", `${ENVELOPES}/${path}`, body),
        status,
        code,
      );
      if (status !== 400) continue;
      const [first] = listOf(problem, "errors");
      // In words that name the fix, not by a pattern.
      expect(textOf(first, "message"), JSON.stringify(body)).to.not.match(
        /pattern|Invalid input$|\\u/,
      );
      expect(textOf(first, "pointer")).to.match(/^\//);
    }
    const pointers: readonly (readonly [string, unknown, string])[] = [
      ["folder", { folder: "x", count: 1, from_folder: " a" }, "/from_folder"],
      ["folder", { folder: " x", count: 1 }, "/folder"],
      ["folder", { folder: "x", token_ids: [token, token] }, "/token_ids"],
      ["folder", { folder: "x", count: 1, q: "AB" }, "/q"],
    ];
    for (const [path, body, pointer] of pointers) {
      const [first] = listOf((await as(ada, "POST", `${ENVELOPES}/${path}`, body)).body, "errors");
      expect(textOf(first, "pointer"), JSON.stringify(body)).to.equal(pointer);
    }
    for (const query of [
      "?limit=0",
      "?limit=1e300",
      "?limit=x",
      "?offset=-1",
      "?offset=1.5",
      "?q=xyz",
      "?q=AB",
      "?after=00",
      "?colour=1",
    ]) {
      expectProblem(await as(ada, "GET", `${ENVELOPES}/${ada.cid}${query}`), 400, "INVALID_BODY");
    }
    expect(await state()).to.equal(before);
  });

  it("one balance from 64 connections: exactly what is affordable moves", async () => {
    const have = (await movable(ada)).length;
    const attempts = have + 30;
    let next = 0;
    const moved: number[] = [];
    const refused: string[] = [];
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (next < attempts) {
          next += 1;
          const reply = await as(ada, "POST", `${ENVELOPES}/transfer-bulk`, {
            to: ben.cid,
            count: 1,
          });
          if (reply.status === 200) moved.push(numberOf(reply.body, "moved"));
          else refused.push(textOf(reply.body, "code"));
        }
      }),
    );
    expect(moved.length).to.equal(have);
    expect(refused).to.deep.equal(Array.from({ length: 30 }, () => "NOT_ENOUGH_MOVABLE"));
    expect(await held(ada)).to.equal(0);
    expect(await movable(ada)).to.deep.equal([]);
    expect((await movable(ben)).length).to.equal(57);
    expect(await held(ben)).to.equal(171);
  });

  it("are pledged as a bond of a thousand, released, and stay pledged for an hour", async () => {
    const policy = (await open("GET", "/api/contribute/policy")).body;
    expect(policy).to.include({
      bond_envelopes: 1_000,
      daily_credits: 128,
      credits_per_computation: 3,
      envelopes_per_day: 42.7,
      days_to_bond: 23.5,
      tail_calconds: 4_632,
    });
    const short = (await as(cleo, "GET", "/api/contribute/status")).body;
    expect(short).to.include({
      bonded: false,
      mode: "idle",
      bond: null,
      have: 0,
      need: 1_000,
      daysRemaining: 23.5,
    });
    const problem = expectProblem(
      await as(cleo, "POST", "/api/contribute/bond", { count: 1_000 }),
      409,
      "NOT_ENOUGH",
    );
    expect(problem).to.include({ have: 0, need: 1_000, daysRemaining: 23.5 });
    expectProblem(await as(cleo, "POST", "/api/contribute/release", {}), 409, "NOT_BONDED");
    expectProblem(
      await as(cleo, "POST", "/api/contribute/bond", { count: 999 }),
      400,
      "INVALID_BODY",
    );
    for (const [path, body, count] of [
      ["/api/contribute/bond", {}, 1_000],
      [`${ENVELOPES}/transfer-bulk`, { to: ben.cid }, 1],
      [`${ENVELOPES}/folder`, { folder: "a" }, 1],
    ] as const) {
      const neither = expectProblem(await as(cleo, "POST", path, body), 400, "INVALID_INPUT");
      expect(neither["detail"], path)
        .to.match(/^neither /)
        .and.to.contain(`\`count: ${count}\``);
      const both = expectProblem(
        await as(cleo, "POST", path, {
          ...body,
          count,
          token_ids: Array.from({ length: count }, () => "ab".repeat(32)),
        }),
        400,
        "INVALID_INPUT",
      );
      expect(both["detail"], path).to.contain("both");
    }
    await grant(cleo, 3_000);
    for (let minted = 0; minted < 1_010; minted += 101) await mint(cleo, 101);
    const response = await as(
      cleo,
      "POST",
      "/api/contribute/bond",
      { count: 1_000 },
      { "idempotency-key": "bond-1" },
    );
    expect(response.status, response.text).to.equal(201);
    const pledged = listOf(response.body, "envelopes").map(String);
    expect(pledged.length).to.equal(1_000);
    expect(
      (
        await as(
          cleo,
          "POST",
          "/api/contribute/bond",
          { count: 1_000 },
          { "idempotency-key": "bond-1" },
        )
      ).text,
    ).to.equal(response.text);
    const { signature: _, ...attestation } = fieldsOf(response.body, "attestation");
    const signature = textOf(response.body["attestation"], "signature");
    expect(attestation["listHash"]).to.equal(
      sha256(LINE, Buffer.from(pledged.join(""), "hex")).toString("hex"),
    );
    expect(
      isSignedBy(
        node.api.publicKey,
        `calc-bond/1\u0000${canonical(attestation)}`,
        Buffer.from(signature, "hex"),
      ),
    ).to.equal(true);
    expectProblem(
      await as(cleo, "POST", "/api/contribute/bond", { count: 1_000 }),
      409,
      "ALREADY_BONDED",
    );
    const bound = listOf(await list(cleo), "envelopes").map((token) =>
      fieldsOf({ token }, "token"),
    );
    expect(
      bound.filter(({ bondId }) => bondId === "bond_1").map(({ token_id }) => token_id),
    ).to.deep.equal(pledged);
    // Soulbound ones are pledged first, so that what can move stays free to.
    expect(
      bound.filter(({ soulbound, bondId }) => soulbound === true && bondId === undefined).length,
    ).to.equal(0);
    expectProblem(
      await as(cleo, "POST", `${ENVELOPES}/transfer-bulk`, {
        to: ben.cid,
        token_ids: [pledged[0]],
      }),
      409,
      "NOT_MOVABLE",
    );
    expectProblem(await as(cleo, "POST", "/api/contribute/mode"), 415, "UNSUPPORTED_MEDIA_TYPE");
    const bare = await call(node, "POST", "/api/contribute/mode", undefined, {
      key: cleo.key,
      raw: '"contributing"',
    });
    expect(bare.body, bare.text).to.deep.equal({ mode: "contributing" });
    expect(
      (await as(cleo, "POST", "/api/contribute/mode", { mode: "experimenting" })).body,
    ).to.deep.equal({ mode: "experimenting", preempted: "contributing" });
    expectProblem(await as(cleo, "POST", "/api/contribute/mode", "dancing"), 400, "INVALID_BODY");
    const released = await as(cleo, "POST", "/api/contribute/release", {});
    const since = numberOf(response.body, "sinceCalcond");
    expect(released.body).to.include({ released: true, bond: "bond_1" });
    expect(numberOf(released.body, "heldUntilCalcond")).to.be.within(
      since + 4_632,
      since + 4_632 + 1_000,
    );
    expectProblem(await as(cleo, "POST", "/api/contribute/release", {}), 409, "NOT_BONDED");
    const status = (await as(cleo, "GET", "/api/contribute/status")).body;
    expect(status).to.include({ bonded: false, mode: "experimenting", have: bound.length - 1_000 });
    expect(status["bonds"]).to.deep.equal([status["bond"]]);
    expect(fieldsOf(status, "bond")).to.include({
      bond: "bond_1",
      state: "released",
      envelopes: 1_000,
    });
    expectProblem(
      await as(cleo, "POST", `${ENVELOPES}/transfer-bulk`, {
        to: ben.cid,
        token_ids: [pledged[0]],
      }),
      409,
      "NOT_MOVABLE",
    );
  });

  it("a bond after a released one leaves both shown, with what each pledges and its signature", async () => {
    await grant(cleo, 3_000);
    for (let minted = 0; minted < 1_000; minted += 100) await mint(cleo, 100);
    const bonded = (await as(cleo, "POST", "/api/contribute/bond", { count: 1_000 })).body;
    const status = (await as(cleo, "GET", "/api/contribute/status")).body;
    expect(status).to.include({ bonded: true });
    expect(fieldsOf(status, "bond")).to.include({
      bond: "bond_2",
      state: "bonded",
      heldUntilCalcond: null,
    });
    expect(status["pledge"]).to.equal(undefined);
    const bonds = listOf(status, "bonds").map((bond) => fieldsOf({ bond }, "bond"));
    expect(bonds.map(({ bond, state, envelopes }) => [bond, state, envelopes])).to.deep.equal([
      ["bond_1", "released", 1_000],
      ["bond_2", "bonded", 1_000],
    ]);
    expect(bonds[0]!["heldUntilCalcond"]).to.be.a("number");
    const bound = listOf(await list(cleo), "envelopes").map((token) =>
      fieldsOf({ token }, "token"),
    );
    for (const { listHash, ...held } of bonds) {
      const bond = textOf(held, "bond");
      const pledge = fieldsOf(
        (await as(cleo, "GET", `/api/contribute/status?bond=${bond}`)).body,
        "pledge",
      );
      const pledged = listOf(pledge, "envelopes").map(String);
      expect(
        bound.filter(({ bondId }) => bondId === bond).map(({ token_id }) => token_id),
      ).to.deep.equal(pledged);
      const { signature: _, ...attestation } = fieldsOf(pledge, "attestation");
      const signature = textOf(pledge["attestation"], "signature");
      // As the bond's description has it.
      expect(attestation["listHash"])
        .to.equal(sha256(LINE, Buffer.from(pledged.join(""), "hex")).toString("hex"))
        .and.to.equal(listHash);
      expect(
        isSignedBy(
          node.api.publicKey,
          `calc-bond/1\u0000${canonical(attestation)}`,
          Buffer.from(signature, "hex"),
        ),
      ).to.equal(true);
      if (bond === "bond_2")
        expect(bonded).to.deep.include({
          bond,
          count: 1_000,
          envelopes: pledged,
          attestation: pledge["attestation"],
          sinceCalcond: pledge["sinceCalcond"]!,
        });
    }
    expectProblem(await as(cleo, "GET", "/api/contribute/status?bond=bond_3"), 404, "NOT_FOUND");
    expectProblem(await as(ben, "GET", "/api/contribute/status?bond=bond_1"), 404, "NOT_FOUND");
    expectProblem(await as(cleo, "GET", "/api/contribute/status?bond=3"), 400, "INVALID_BODY");
  });

  it("without a limit a list of several pages comes whole", async () => {
    await grant(cleo, 600);
    await mint(cleo, 101);
    await mint(cleo, 101);
    const all = await list(cleo);
    const own = ids(all);
    expect(own.length).to.be.greaterThan(1_200);
    expect(own).to.deep.equal([...new Set(own)].sort());
    expect(all["total"]).to.equal(own.length);
    expect(own[0]).to.match(TOKEN_ID);
    const head = await as(cleo, "HEAD", `${ENVELOPES}/${cleo.cid}`);
    expect(head.status).to.equal(200);
    expect(head.text).to.equal("");
  });

  it("a page may be of any length, and the link behind it leads on from its last id", async () => {
    const own = ids(await list(cleo));
    const first = await as(cleo, "GET", `${ENVELOPES}/${cleo.cid}?limit=1100&offset=3`);
    expect(ids(first.body), first.text.slice(0, 300)).to.deep.equal(own.slice(3, 1_103));
    expect(first.body).to.include({
      total: own.length,
      offset: 3,
      limit: 1_100,
      next: 1_103,
      after_next: own[1_102],
    });
    expect(first.headers.get("link")).to.equal(
      [
        `<${ENVELOPES}/${cleo.cid}?limit=1100&after=${own[1_102]!}>; rel="next"`,
        `<${ENVELOPES}/${cleo.cid}?limit=3&offset=0>; rel="prev"`,
        `<${ENVELOPES}/${cleo.cid}?limit=1100>; rel="first"`,
      ].join(", "),
    );
    const rest: unknown[] = [];
    let last = first;
    while (nextLink(last.headers) !== null) {
      last = await as(cleo, "GET", linked(last));
      rest.push(...ids(last.body));
    }
    expect(rest).to.deep.equal(own.slice(1_103));
    expect(last.body).to.include({ next: null, after_next: null });
    expect(ids(await list(cleo, "?limit=9007199254740991"))).to.deep.equal(own);
  });

  it("following the links neither loses nor doubles any while some come and others go", async () => {
    const before = ids(await list(ben));
    const seen: string[] = [];
    let page = await as(ben, "GET", `${ENVELOPES}/${ben.cid}?limit=10`);
    for (;;) {
      seen.push(...ids(page.body));
      const next = nextLink(page.headers);
      expect(next === null, page.text).to.equal(page.body["after_next"] === null);
      if (next === null) break;
      // One that was seen already goes, and what an offset would name moves by one.
      const gone = await as(ben, "POST", `${ENVELOPES}/burn`, { token_ids: [ids(page.body)[0]] });
      expect([200, 409]).to.include(gone.status);
      page = await as(ben, "GET", linked(page));
    }
    expect(seen).to.deep.equal(before);
  });

  it("answer QUERY too: the same page, a place to read it again, and one to ask again", async () => {
    const path = `${ENVELOPES}/${cleo.cid}`;
    const page = await as(cleo, "QUERY", path, { limit: 5, folder: "" });
    expect(page.status, page.text).to.equal(200);
    expect(page.body).to.deep.equal(await list(cleo, "?limit=5&folder="));
    const again = await as(cleo, "GET", page.headers.get("location")!);
    expect(again.body, again.text).to.deep.equal(page.body);
    expect((await as(cleo, "GET", page.headers.get("content-location")!)).body).to.deep.equal(
      page.body,
    );
    expectProblem(await as(ben, "GET", page.headers.get("location")!), 404, "NOT_FOUND");
    const whole = await as(cleo, "QUERY", path, {});
    expect(whole.body).to.deep.equal(await list(cleo));
    expect(whole.headers.get("accept-query")).to.match(/application\/json/);
    expect(whole.headers.get("content-location")).to.equal(null);
    expect((await as(cleo, "GET", whole.headers.get("location")!)).body).to.deep.equal(whole.body);
    expectProblem(
      await as(cleo, "GET", `${whole.headers.get("location")!}/result`),
      404,
      "NOT_FOUND",
    );
    expectProblem(await as(cleo, "QUERY", path, { limit: 0 }), 422, "UNPROCESSABLE_QUERY");
    expect((await as(cleo, "OPTIONS", path)).headers.get("accept-query")).to.match(
      /application\/json/,
    );
    expect((await as(cleo, "GET", `${path}?limit=1`)).headers.get("accept-query")).to.match(
      /application\/json/,
    );
  });
});
