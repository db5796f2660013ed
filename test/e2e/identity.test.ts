/** Identities, sessions, keys, roles and machines of a running node. */
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { equationStrength } from "../../protocol/identity/equation.js";
import { identityOf, signSession } from "../../protocol/identity/derive.js";
import {
  call,
  expectProblem,
  fieldsOf,
  force,
  listOf,
  nextLink,
  numberOf,
  sealed,
  textOf,
  type Reply,
} from "../kit/requests.js";

describe("identities of a running node", () => {
  const dir = temporaryDir("identity");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const open = (
    method: string,
    path: string,
    body?: unknown,
    key: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => call(node, method, path, body, { key, headers });
  let counted = 0;
  const register = async (slug?: string) => {
    counted += 1;
    const own = identityOf(nodeCrypto, `the equation ${counted} of this test = ${dir.path}`);
    const identity = await open("POST", "/api/identity/register", {
      cid: own.cid,
      publicKey: own.publicKey,
      ...(slug === undefined ? {} : { slug }),
    });
    expect(identity.status, identity.text).to.equal(201);
    return {
      ...own,
      key: textOf(identity.body, "key"),
      machine: fieldsOf(identity.body, "machine"),
      body: identity.body,
    };
  };
  const signIn = async ({ cid, seed }: { cid: string; seed: Uint8Array }): Promise<Reply> => {
    const asked = (await open("POST", "/api/identity/challenge", { cid })).body;
    const [nonce, name] = [textOf(asked, "nonce"), textOf(asked, "node")];
    return open("POST", "/api/identity/session", {
      cid,
      nonce,
      signature: signSession(nodeCrypto, seed, { cid, nonce, node: name }),
    });
  };

  it("an account begins with a key, a machine and credits; a machine's key computes for it and manages nothing", async () => {
    const { cid, key, machine, body } = await register("oven-one");
    expect(numberOf(body, "credits")).to.be.greaterThan(0);
    expect(machine["slug"]).to.equal("oven-one");
    const csm = textOf(machine, "key");
    await sealed(node, force(), { key });
    await sealed(node, force(), { key: csm });
    const who = await open("GET", "/api/identity", undefined, csm);
    expect(who.body).to.deep.include({
      valid: true,
      kind: "machine",
      account: cid,
      machine: machine["id"],
      roles: ["admin"],
    });
    for (const [method, path, sent] of [
      ["GET", "/api/keys", undefined],
      ["POST", "/api/keys", {}],
      ["POST", "/api/state", {}],
      ["POST", "/api/state/oven-one/key/rotate", {}],
      ["DELETE", "/api/identity/session?all=true", undefined],
    ] as const) {
      expectProblem(await open(method, path, sent, csm), 403, "FORBIDDEN");
    }
    expect((await open("GET", "/api/state/oven-one", undefined, csm)).body["role"]).to.equal(
      "admin",
    );
    const listed = await open("GET", "/api/keys", undefined, key);
    expect(listOf(listed.body, "keys")).to.have.length(2);
    expect(listed.text).to.not.contain(key).and.to.not.contain(csm);
  });

  it("a session by header, cookie or query; what is invalid, and what is not known, is told apart", async () => {
    const own = await register();
    const opened = await signIn(own);
    expect(opened.status, opened.text).to.equal(201);
    const token = textOf(opened.body, "token");
    expect(opened.headers.get("set-cookie")).to.match(
      /^calc_session=calc_st_[^;]+; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    const expected = {
      valid: true,
      cid: own.cid,
      kind: "session",
      roles: ["owner"],
      nodePublicKey: node.api.publicKey,
    };
    const cookie = { cookie: `other=1; calc_session=${token}` };
    expect((await open("GET", "/api/identity", undefined, token)).body).to.deep.include(expected);
    expect((await open("GET", "/api/identity", undefined, null, cookie)).body).to.deep.include(
      expected,
    );
    expect((await open("GET", `/api/identity?token=${token}`)).body).to.deep.include(expected);
    expect(node.output()).to.not.contain(token.slice(12));
    // The query is for this one path only.
    expectProblem(await open("GET", `/api/keys?token=${token}`), 401, "MISSING_KEY");
    expect((await open("GET", "/api/keys", undefined, null, cookie)).status).to.equal(200);
    expectProblem(await open("POST", "/api/keys", {}, null, cookie), 403, "ORIGIN_NOT_ALLOWED");
    expectProblem(
      await open("POST", "/api/keys", {}, null, { ...cookie, origin: "https://elsewhere.example" }),
      403,
      "ORIGIN_NOT_ALLOWED",
    );
    const fromPage = await open("POST", "/api/keys", { label: "page" }, null, {
      ...cookie,
      origin: node.api.http,
    });
    expect(fromPage.status, fromPage.text).to.equal(201);
    expectProblem(await open("POST", "/api/calc/compute", force(), token), 403, "FORBIDDEN");

    const wrong = token.slice(0, 30) + (token[30] === "A" ? "B" : "A") + token.slice(31);
    expect((await open("GET", "/api/identity", undefined, wrong)).body).to.deep.include({
      valid: false,
      credential: "malformed",
    });
    expectProblem(await open("GET", "/api/keys", undefined, wrong), 401, "BAD_KEY_FORMAT");
    const ended = await open("DELETE", "/api/identity/session", undefined, token);
    expect(ended.body).to.deep.include({ ended: 1 });
    expect((await open("GET", "/api/identity", undefined, token)).body).to.deep.include({
      valid: false,
      credential: "unknown",
    });
    expectProblem(await open("GET", "/api/keys", undefined, token), 401, "INVALID_KEY");
  });

  it("of several credentials that are shown with the question whether they are good, one that is suffices", async () => {
    const own = await register();
    const [dead, live] = [
      textOf((await signIn(own)).body, "token"),
      textOf((await signIn(own)).body, "token"),
    ];
    await open("DELETE", "/api/identity/session", undefined, dead);
    const basic = { authorization: "Basic cHJveHk6cHJveHk=" };
    const cookie = (token: string) => ({ cookie: `calc_session=${token}` });
    const ways = [
      () => open("GET", "/api/identity", undefined, live, cookie(dead)),
      () => open("GET", "/api/identity", undefined, dead, cookie(live)),
      () => open("GET", "/api/identity", undefined, null, { ...basic, ...cookie(live) }),
      () =>
        open("GET", `/api/identity?token=${live}`, undefined, null, { ...basic, ...cookie(dead) }),
      () => open("GET", `/api/identity?token=${live}`, undefined, null, cookie(dead)),
    ];
    for (const way of ways)
      expect((await way()).body).to.deep.include({
        valid: true,
        credential: "valid",
        kind: "session",
        cid: own.cid,
      });
    expect(
      (await open("GET", "/api/identity", undefined, dead, cookie(dead))).body,
    ).to.deep.include({ valid: false, credential: "unknown" });
    expect(
      (await open("GET", "/api/identity", undefined, null, { ...basic, ...cookie(dead) })).body,
    ).to.deep.include({ valid: false, credential: "malformed" });
    // Elsewhere the header alone decides.
    expectProblem(
      await open("GET", "/api/keys", undefined, dead, cookie(live)),
      401,
      "INVALID_KEY",
    );
  });

  it("a machine is not named as the node's own chain is, nor is its name anything that does not show", async () => {
    const own = await register("named-well");
    for (const slug of ["self", node.api.publicKey, node.api.publicKey.slice(0, 16)]) {
      expectProblem(await open("POST", "/api/state", { slug }, own.key), 400, "INVALID_INPUT");
    }
    for (const name of [
      "   ",
      " a",
      "a\u00a0",
      "a\u202egnp",
      "a\u200bb",
      "a\u2066b",
      "\u3164",
      "\u2800",
      "a\u00adb",
      "a\u200db",
      "a\ufeff",
    ]) {
      expectProblem(
        await open("PATCH", "/api/state/named-well", { name }, own.key),
        400,
        "INVALID_BODY",
      );
      expectProblem(await open("POST", "/api/keys", { label: name }, own.key), 400, "INVALID_BODY");
    }
    // A family, a flag, a heart; Persian with its joiner; Devanagari; an ideographic space within.
    for (const name of [
      "Oven 2",
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
      "\u{1f3f3}\ufe0f\u200d\u{1f308}",
      "\u2764\ufe0f",
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u0915\u094d\u200d\u0937",
      "\u4e00\u3000\u4e8c",
      "\u00d6fen \u2013 7",
    ]) {
      const { status, body, text } = await open(
        "PATCH",
        "/api/state/named-well",
        { name },
        own.key,
      );
      expect(status, text).to.equal(200);
      expect(body["name"]).to.equal(name);
    }
  });

  it("a spin-up without a demo key says where one is to be had", async () => {
    const keyless = expectProblem(await open("POST", "/api/calc/spin-up", {}), 401, "MISSING_KEY");
    expect(keyless["next"]).to.contain("GET /api/demo-key").and.to.contain("/api/demo-key/mint");
    const tool = await open(
      "POST",
      "/api/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "calc_spin_up", arguments: {} },
      },
      null,
      { accept: "application/json, text/event-stream" },
    );
    expect(tool.text).to.contain("Next: GET /api/demo-key");
    const operator = expectProblem(
      await call(node, "POST", "/api/calc/spin-up", {}),
      403,
      "FORBIDDEN",
    );
    expect(operator["next"]).to.contain("CALC_TOKEN=$(calc demo-key --field key) calc spin-up");
  });

  it("an account without any key left is recovered by its equation, also after a restart", async () => {
    const own = await register();
    const revoked = await open("DELETE", `/api/keys/${own.key.slice(0, 12)}`, undefined, own.key);
    expect(revoked.body).to.deep.equal({ revoked: own.key.slice(0, 12) });
    expectProblem(await open("POST", "/api/calc/compute", force(), own.key), 401, "INVALID_KEY");
    const token = textOf((await signIn(own)).body, "token");
    expect(await node.stop()).to.equal(0);
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
    expectProblem(await open("POST", "/api/calc/compute", force(), own.key), 401, "INVALID_KEY");
    const key = await open("POST", "/api/keys", { label: "recovered" }, token);
    expect(key.status, key.text).to.equal(201);
    await sealed(node, force(), { key: textOf(key.body, "key") });
  });

  it("keys: a typing error is not a revoked key; masters are the operator's to make; a retry shows the same key", async () => {
    const own = await register();
    const typo = own.key.slice(0, 20) + (own.key[20] === "a" ? "b" : "a") + own.key.slice(21);
    expectProblem(await open("GET", "/api/keys", undefined, typo), 401, "BAD_KEY_FORMAT");
    expectProblem(
      await open("POST", "/api/keys", { purpose: "master" }, own.key),
      403,
      "FORBIDDEN",
    );
    expectProblem(
      await open("POST", "/api/keys", { label: "a\u0007b" }, own.key),
      400,
      "INVALID_BODY",
    );
    const headers = { "idempotency-key": "one-key-for-this-very-test" };
    const first = await open("POST", "/api/keys", { label: "retried" }, own.key, headers);
    const again = await open("POST", "/api/keys", { label: "retried" }, own.key, headers);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expectProblem(
      await open("POST", "/api/keys", { label: "other" }, own.key, headers),
      422,
      "IDEMPOTENCY_KEY_REUSED",
    );
    expect(
      listOf((await open("GET", "/api/keys", undefined, own.key)).body, "keys"),
    ).to.have.length(3);
    const rotated = await open(
      "POST",
      `/api/keys/${textOf(first.body, "prefix")}/rotate`,
      {},
      own.key,
    );
    expect(rotated.body).to.include({ label: "retried", replaces: textOf(first.body, "prefix") });
    expectProblem(
      await open("GET", "/api/keys", undefined, textOf(first.body, "key")),
      401,
      "INVALID_KEY",
    );
    const master = await call(node, "POST", "/api/keys", { purpose: "master" });
    expect(
      (await open("GET", "/api/identity", undefined, textOf(master.body, "key"))).body["roles"],
    ).to.deep.equal(["owner", "master"]);
  });

  it("machines: private ones are nobody's to see, not even for a key without limits; roles and publicity open them", async () => {
    const [ann, bob] = [await register("kiln"), await register()];
    for (const key of [bob.key, node.api.token, null]) {
      expectProblem(await open("GET", "/api/state/kiln", undefined, key), 404, "NOT_FOUND");
    }
    expectProblem(await open("POST", "/api/state", { slug: "kiln" }, bob.key), 409, "SLUG_TAKEN");
    expectProblem(
      await open("PATCH", "/api/state/kiln", { is_public: true }, bob.key),
      404,
      "NOT_FOUND",
    );
    const granted = await open(
      "POST",
      "/api/state/kiln/grants",
      { principal: bob.cid, role: "viewer" },
      ann.key,
    );
    expect(granted.status, granted.text).to.equal(201);
    expect((await open("GET", "/api/state/kiln", undefined, bob.key)).body["role"]).to.equal(
      "viewer",
    );
    expectProblem(
      await open("GET", "/api/state/kiln/grants", undefined, bob.key),
      403,
      "FORBIDDEN",
    );
    const removed = await open(
      "DELETE",
      `/api/state/kiln/grants/${textOf(granted.body, "id")}`,
      undefined,
      ann.key,
    );
    expect(removed.status, removed.text).to.equal(200);
    expectProblem(await open("GET", "/api/state/kiln", undefined, bob.key), 404, "NOT_FOUND");
    expect(
      (await open("PATCH", "/api/state/kiln", { is_public: true }, ann.key)).body["is_public"],
    ).to.equal(true);
    const seen = await open("GET", "/api/state/kiln");
    expect(seen.body["role"]).to.equal("viewer");
    expect(seen.body).to.not.have.property("owner");
    const listed = listOf((await open("GET", "/api/state/aggregate/list")).body, "machines");
    expect(listed.map((one) => textOf(one, "slug"))).to.deep.equal(["kiln"]);
    const rotated = await open("POST", "/api/state/kiln/key/rotate", {}, ann.key);
    expectProblem(
      await open("POST", "/api/calc/compute", force(), textOf(ann.machine, "key")),
      401,
      "INVALID_KEY",
    );
    await sealed(node, force(), { key: textOf(rotated.body, "key") });
  });

  it("spin-up: a demo key makes an account that its equation recovers; ten a day, and no other key does it", async () => {
    const demo = textOf((await open("GET", "/api/demo-key")).body, "key");
    const response = await open("POST", "/api/calc/spin-up", {}, demo);
    expect(response.status, response.text).to.equal(201);
    const equation = textOf(response.body, "recoveryEquation");
    expect(equationStrength(equation).weakness).to.equal(null);
    const own = identityOf(nodeCrypto, equation);
    expect(own.cid).to.equal(textOf(response.body, "cid"));
    await sealed(node, force(), { key: textOf(response.body, "apiKey") });
    expect((await signIn(own)).status).to.equal(201);
    expect(node.output()).to.not.contain(equation);
    expectProblem(
      await open("POST", "/api/calc/spin-up", {}, textOf(response.body, "apiKey")),
      403,
      "FORBIDDEN",
    );
    expectProblem(await open("POST", "/api/calc/spin-up", {}), 401, "MISSING_KEY");
    for (let i = 2; i <= 10; i += 1)
      expect((await open("POST", "/api/calc/spin-up", {}, demo)).status).to.equal(201);
    const eleventh = await open("POST", "/api/calc/spin-up", {}, demo);
    expectProblem(eleventh, 429, "RATE_LIMITED");
    expect(Number(eleventh.headers.get("retry-after"))).to.be.within(1, 86_401);
  });

  it("lists of machines and keys are paged in an order that new ones do not disturb, with a link to the next page", async () => {
    const own = await register("paged-first");
    const nextCalcond = async (): Promise<void> => {
      const { calcond } = (await open("GET", "/api/calc/pulse")).body;
      while ((await open("GET", "/api/calc/pulse")).body["calcond"] === calcond) {
        /* what is made next begins later */
      }
    };
    await nextCalcond();
    const create = async (slug: string): Promise<void> => {
      const { status, text } = await open("POST", "/api/state", { slug, is_public: true }, own.key);
      expect(status, text).to.equal(201);
      await open("POST", "/api/keys", { label: slug }, own.key);
      await nextCalcond();
    };
    for (const slug of ["paged-zz", "paged-longer", "paged-aa"]) await create(slug);
    for (const [path, list, name] of [
      ["/api/state", "machines", "slug"],
      ["/api/keys", "keys", "prefix"],
      ["/api/state/aggregate/list", "machines", "slug"],
    ] as const) {
      const whole = (await open("GET", path, undefined, own.key)).body;
      const names = listOf(whole, list).map((one) => textOf(one, name));
      expect(whole["total"], path).to.equal(names.length);
      const walked: string[] = [];
      for (let next: string | null = `${path}?limit=2`; next !== null;) {
        const reply: Reply = await open("GET", next, undefined, own.key);
        expect(reply.body["total"]).to.equal(names.length);
        walked.push(...listOf(reply.body, list).map((one) => textOf(one, name)));
        next = nextLink(reply.headers);
      }
      expect(walked, path).to.deep.equal(names);
      expect(
        listOf((await open("GET", `${path}?limit=1&offset=1`, undefined, own.key)).body, list).map(
          (one) => textOf(one, name),
        ),
      ).to.deep.equal(names.slice(1, 2));
    }
    const slugs = async (): Promise<readonly string[]> =>
      listOf((await open("GET", "/api/state", undefined, own.key)).body, "machines").map((one) =>
        textOf(one, "slug"),
      );
    const before = await slugs();
    expect(before).to.deep.equal(["paged-first", "paged-zz", "paged-longer", "paged-aa"]);
    await create("page");
    expect(await slugs()).to.deep.equal([...before, "page"]);
    for (const query of ["limit=0", "limit=1001", "offset=-1", "limit=x"]) {
      expectProblem(
        await open("GET", `/api/keys?${query}`, undefined, own.key),
        400,
        "INVALID_BODY",
      );
    }
  });
});
