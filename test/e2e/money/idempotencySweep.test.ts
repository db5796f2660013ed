/**
 * Everything that burns, mints, moves, bonds or makes a key takes an idempotency key: what was
 * answered once is answered again and done no more, at once and after a restart; the key does not
 * serve another body.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { createClient } from "../../../api/client/client.js";
import { signMove } from "../../../api/client/identity.js";
import { mailKeys, sealMail, setUpMail, uploadAttachment } from "../../../api/client/mail.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { allOperations } from "../../../api/contract/index.js";
import { methodsOf, type Operation } from "../../../api/contract/definition/operation.js";
import { offerBytes } from "../../../protocol/economy/transferOffer.js";
import { identityOf, signSession } from "../../../protocol/identity/derive.js";
import { isLong, runs } from "../../kit/runs.js";
import {
  call,
  expectProblem,
  fieldsOf,
  listOf,
  spineOf,
  textOf,
  type Reply,
} from "../../kit/requests.js";

/** Changes that take no key, and why the same request twice is no harm. */
const KEYLESS: Readonly<Record<string, string>> = {
  "POST /api/dns/register": "the same signed statement changes nothing",
  "POST /api/mail/attachments": "an upload that nobody sends ends with its day",
  "POST /api/mail/sealed/attachments": "an upload that nobody sends ends with its day",
  "POST /api/mesh/gossip": "an event is known by its id",
  "POST /api/mail/inbound": "the same message of SMTP is kept once",
  "POST /api/mcp": "tools take one among their arguments",
  "POST /api/calc/reactor/close": "a reactor that is closed stays as it is",
  "POST /api/calc/reactor/resume": "a reactor that has not halted stays as it is",
  "POST /api/calc/streams/:id/close": "a channel that is closed stays as it is",
  "POST /api/calc/streams/:id/link": "a link is computed from the channel, and nothing is kept",
  "POST /api/calc/streams/:id/link/rotate": "links that are void stay void",
  "POST /api/calc/streams/:id/secure/open": "a session that nobody uses ends by itself",
  "POST /api/contribute/challenge": "a deposit that is locked stands behind no second challenge",
  "POST /api/contribute/start": "a node that works goes on",
  "POST /api/contribute/stop": "a node that rests goes on resting",
  "POST /api/calc/llm/credentials/rotate": "what a key wraps is wrapped by the next one",
  "POST /api/llm/chat": "a model never says the same twice, and is never asked twice for it",
  "POST /api/llm/turns": "its state says what came before: the same turn again is another answer",
  "POST /api/llm/v1/chat/completions": "the same; clients of others send no such key",
  "POST /api/mesh/connect": "a peer that is connected stays so",
  "POST /api/mesh/disconnect": "a peer that is gone stays so",
  "POST /api/mesh/invitations": "an invitation that nobody takes runs out",
  "POST /api/mesh/invitations/accept": "an invitation that was taken is there already",
  "POST /api/mesh/rules/allow": "of a peer there is one rule",
  "POST /api/mesh/rules/ban": "of a peer there is one rule",
  "POST /api/mesh/rules/forget": "a rule that is gone stays so",
  "POST /api/witness/add-checkpoint":
    "the same checkpoint is cosigned again, and no other of its size",
  "POST /api/witness/cosign": "the same checkpoint is cosigned again, and no other of its size",
};
/** A bond takes a thousand, which the long form alone seals first. */
const BONDS: ReadonlySet<string> = new Set(["/api/contribute/bond", "/api/contribute/release"]);
/** The node goes on with a job by itself, so that what it has does not stand still: tried last. */
const GOES_ON = "/api/jobs";
/** So it does with an order to move envelopes. */
const MOVES_ON = "/api/transfers";
const ENVELOPES = runs(16, 1_004);
const PAID = 1_000_000;
const PARALLEL = 32;

interface Account {
  readonly cid: string;
  readonly seed: Uint8Array;
  readonly publicKey: string;
  readonly key: string;
  readonly machine: string;
}

interface World {
  readonly node: RunningNode;
  readonly alice: Account;
  readonly bob: Account;
  readonly demoKey: string;
}

interface Drive {
  /** The path with its names filled in, where it has any. */
  readonly path?: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Another body the operation would take; absent where it takes but one. */
  readonly other?: Readonly<Record<string, unknown>>;
  /** Alice's where it is left out; the operator's own is "operator". */
  readonly key?: string | null;
}

type Driver = (world: World) => Promise<Drive> | Drive;

const equationOf = (name: string): string => `an equation of this test alone: ${name}`;
const newIdentity = (name: string) => identityOf(nodeCrypto, equationOf(name));

/** Alice's mail, with her keys for messages that she seals herself. */
async function mailOf({ alice: { key }, node }: World) {
  const client = createClient({ baseUrl: node.api.http, key });
  const identity = await client.mailIdentity();
  const equation = equationOf("alice");
  if (identity.kind === "result" && identity.value.address === null)
    await setUpMail(client, { equation, apiKey: key, localPart: "alice.of.the.sweep" });
  const keys = await mailKeys(client, { equation });
  const own = await client.mailIdentity();
  const { current } = own.kind === "result" ? own.value : { current: null };
  if (current === null) throw new Error("alice has no address");
  const to = [{ statement: current.statement, signature: current.signature }];
  return { client, keys, to, address: current.statement.address };
}

async function tokens({ node, alice }: World, count: number): Promise<readonly string[]> {
  const listed = await call(
    node,
    "GET",
    `/api/tally/envelopes/${alice.cid}?limit=${count}`,
    undefined,
    { key: alice.key },
  );
  return listOf(listed.body, "envelopes").map((one) => textOf(one, "token_id"));
}

/** Alice's order that one envelope of hers leaves for another node. */
async function moveOf({ node, alice }: World, nonce: string) {
  const client = createClient({ baseUrl: node.api.http, key: alice.key });
  const listed = await client.envelopes({ cid: alice.cid, limit: 50 });
  const [mesh, pulse] = [await client.meshStatus(), await client.pulse()];
  if (listed.kind !== "result" || mesh.kind !== "result" || pulse.kind !== "result")
    throw new Error("the node tells nothing");
  const one = listed.value.envelopes.find(({ movable }) => movable);
  if (one === undefined) throw new Error("alice has nothing to send");
  return signMove(equationOf("alice"), {
    destination: "0f".repeat(32),
    expires: pulse.value.calcond + 1_000,
    from: alice.cid,
    net: mesh.value.net,
    nonce,
    origin: mesh.value.publicKey,
    to: "bob-elsewhere",
    tokens: [{ token_id: one.token_id, version: one.version }],
  });
}

/** Of nobody. */
const tokenIds = Array.from({ length: 1_000 }, (_, i) => i.toString(16).padStart(64, "0"));

const REACTOR = {
  operators: ["NM19"],
  initialState: { value: 8 },
  transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
};
const PROGRAM: unknown = JSON.parse(
  readFileSync("test/vectors/contracts/bar-end-overheat.json", "utf8"),
);

/** A reactor of Alice's, the same each time it is asked for. */
async function reactorOf({ alice, node }: World): Promise<string> {
  const reactor = await call(node, "POST", "/api/calc/reactor", REACTOR, {
    key: alice.key,
    headers: { "idempotency-key": "the-reactor-of-this-sweep-alone" },
  });
  return textOf(reactor.body, "reactor");
}

async function contractOf({ alice, node }: World): Promise<string> {
  const deployed = await call(
    node,
    "POST",
    "/api/contracts",
    { program: PROGRAM },
    { key: alice.key, headers: { "idempotency-key": "the-contract-of-this-sweep-alone" } },
  );
  const { contract } = deployed.body;
  return typeof contract === "string"
    ? contract
    : textOf(fieldsOf(deployed.body, "contract"), "id");
}

/** In the order in which they are driven: a bond is made before it is released. */
const DRIVERS: Readonly<Record<string, Driver>> = {
  "/api/demo-key/mint": () => ({ body: {}, key: null }),
  "/api/identity/register": () => {
    const [{ cid, publicKey }, other] = [newIdentity("carol"), newIdentity("dave")];
    return {
      body: { cid, publicKey },
      other: { cid: other.cid, publicKey: other.publicKey },
      key: null,
    };
  },
  "/api/identity/session": async ({ node, alice: { cid, seed } }) => {
    const { body: asked } = await call(
      node,
      "POST",
      "/api/identity/challenge",
      { cid },
      { key: null },
    );
    const [nonce, name] = [textOf(asked, "nonce"), textOf(asked, "node")];
    const proof = {
      cid,
      nonce,
      signature: signSession(nodeCrypto, seed, { cid, nonce, node: name }),
    };
    return { body: proof, other: { ...proof, signature: "00".repeat(64) }, key: null };
  },
  "/api/calc/spin-up": ({ demoKey }) => ({
    body: {},
    other: { slug: "another-slug" },
    key: demoKey,
  }),
  "/api/tally/claim": ({ bob }) => ({
    body: { machine: bob.machine },
    other: { machine: "nothing" },
    key: bob.key,
  }),
  "/api/calc/llm/credentials": () => ({
    body: { provider: "groq", apiKey: "gsk_0123456789" },
    other: { provider: "groq", apiKey: "gsk_9876543210" },
  }),
  "/api/mail/messages": async (world) => {
    const { address } = await mailOf(world);
    return { body: { to: [address], subject: "one" }, other: { to: [address], subject: "two" } };
  },
  "/api/mail/html": async (world) => {
    await mailOf(world);
    return {
      body: { subject: "one", html: "<p>1</p>" },
      other: { subject: "two", html: "<p>2</p>" },
    };
  },
  "/api/mail/sealed": async (world) => {
    const { client, keys, to } = await mailOf(world);
    const [body, other] = [
      await sealMail(client, keys, { to, subject: "one", text: "1" }),
      await sealMail(client, keys, { to, subject: "two", text: "2" }),
    ];
    return { body, other };
  },
  "/api/mail/attachments/:id/confirm": async (world) => {
    const { address, client } = await mailOf(world);
    const place = { baseUrl: world.node.api.http, key: world.alice.key };
    const attachment = await uploadAttachment(place, { name: "a.txt" }, new Uint8Array([1]));
    const id = attachment.kind === "result" ? String(attachment.value["blobId"]) : "";
    await client.mailSend({ to: [address], attachments: [id] });
    return { path: `/api/mail/attachments/${id}/confirm`, body: {} };
  },
  "/api/keys": () => ({ body: { label: "laptop" }, other: { label: "phone" } }),
  "/api/keys/:prefix/rotate": async ({ node, alice }) => {
    const key = await call(node, "POST", "/api/keys", { label: "to rotate" }, { key: alice.key });
    return {
      path: `/api/keys/${textOf(key.body, "key").slice(0, 12)}/rotate`,
      body: {},
      other: { graceCalconds: 5 },
    };
  },
  "/api/state": () => ({ body: { slug: "oven-north" }, other: { slug: "oven-south" } }),
  "/api/state/:slug/key/rotate": ({ alice }) => ({
    path: `/api/state/${alice.machine}/key/rotate`,
    body: {},
    other: { graceCalconds: 5 },
  }),
  "/api/state/:slug/grants": ({ alice, bob }) => ({
    path: `/api/state/${alice.machine}/grants`,
    body: { principal: bob.cid, role: "viewer" },
    other: { principal: bob.cid, role: "operator" },
  }),
  "/api/ledger/grant": ({ bob }) => ({
    body: { account: bob.cid, credits: 7, reference: "sweep 1" },
    other: { account: bob.cid, credits: 8, reference: "sweep 1" },
    key: "operator",
  }),
  "/api/tally/settings/publish-default": () => ({
    body: { publish: true },
    other: { publish: false },
  }),
  "/api/tally/envelopes/folder": () => ({
    body: { folder: "thesis", count: 2 },
    other: { folder: "thesis", count: 3 },
  }),
  "/api/tally/envelopes/lock": async (world) => {
    const token_ids = await tokens(world, 1);
    return { body: { token_ids, locked: true }, other: { token_ids, locked: false } };
  },
  "/api/tally/envelopes/transfer-bulk": ({ bob }) => ({
    body: { to: bob.cid, count: 1 },
    other: { to: bob.cid, count: 2 },
  }),
  "/api/tally/envelopes/transfer-claim": async (world) => {
    const { alice, bob, node } = world;
    // The first is locked.
    const token_ids = (await tokens(world, 2)).slice(1);
    const pulse = await call(node, "GET", "/api/calc/pulse");
    const expiresCalcond = Number(pulse.body["calcond"]) + 1_000;
    const offer = { token_ids, from: alice.cid, to: bob.cid, expiresCalcond, nonce: "b2ZmZXItMQ" };
    const signature = Buffer.from(nodeCrypto.ed25519Sign(alice.seed, offerBytes(offer))).toString(
      "hex",
    );
    return {
      body: { offer, signature },
      other: { offer, signature: "00".repeat(64) },
      key: bob.key,
    };
  },
  "/api/tally/envelopes/burn": async (world) => {
    const [, one = "", two = ""] = await tokens(world, 3);
    return { body: { token_ids: [one] }, other: { token_ids: [two] } };
  },
  "/api/calc/streams": () => ({
    body: { contract: { operators: ["NM19"], inputs: { m: 2, a: 3 } } },
    other: { contract: { operators: ["NM19"], inputs: { m: 2, a: 4 } } },
  }),
  "/api/state/:slug/events": ({ alice }) => ({
    path: `/api/state/${alice.machine}/events`,
    body: { type: "door.opened", data: { by: "sweep" } },
    other: { type: "door.closed" },
  }),
  "/api/calc/streams/:id/tick": async ({ alice, node }) => {
    const contract = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
    const response = await call(
      node,
      "POST",
      "/api/calc/streams",
      { contract },
      { key: alice.key, headers: { "idempotency-key": "the-channel-of-this-sweep-alone" } },
    );
    return {
      path: `/api/calc/streams/${textOf(fieldsOf(response.body, "channel"), "id")}/tick`,
      body: {},
      other: { inputs: { m: 3 } },
      key: textOf(response.body, "key"),
    };
  },
  "/api/calc/reactor/step": async (world) => {
    const reactor = await reactorOf(world);
    return { body: { reactor, u: 1 }, other: { reactor, u: 2 } };
  },
  "/api/calc/reactor/observe": async (world) => {
    const reactor = await reactorOf(world);
    return { body: { reactor, observation: 3 }, other: { reactor, observation: 4 } };
  },
  "/api/contracts/:id/fire": async (world) => ({
    path: `/api/contracts/${await contractOf(world)}/fire`,
    body: { event: "reading", data: { q: 9_000 } },
    other: { event: "reading", data: { q: 9_500 } },
  }),
  "/api/contracts/:id/pause": async (world) => ({
    path: `/api/contracts/${await contractOf(world)}/pause`,
    body: {},
  }),
  "/api/contracts/:id/resume": async (world) => ({
    path: `/api/contracts/${await contractOf(world)}/resume`,
    body: {},
  }),
  "/api/contracts": () => ({ body: { program: PROGRAM }, other: { program: PROGRAM, name: "b" } }),
  "/api/calc/reactor": () => ({ body: REACTOR, other: { ...REACTOR, onFail: "skip" } }),
  "/api/calc/streams/:id/key/rotate": async ({ alice, node }) => {
    const contract = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
    const response = await call(
      node,
      "POST",
      "/api/calc/streams",
      { contract },
      { key: alice.key, headers: { "idempotency-key": "the-channel-whose-key-changes" } },
    );
    return {
      path: `/api/calc/streams/${textOf(fieldsOf(response.body, "channel"), "id")}/key/rotate`,
      body: {},
      other: { graceCalconds: 5 },
    };
  },
  "/api/calc/compute/batch": () => {
    const one = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
    return { body: { computations: [one, one] }, other: { computations: [one] } };
  },
  "/api/contribute/bond": () => ({ body: { count: 1_000 }, other: { token_ids: tokenIds } }),
  "/api/contribute/mode": () => ({ body: { mode: "experimenting" }, other: { mode: "idle" } }),
  "/api/contribute/release": () => ({ body: {} }),
};

/** Whatever seals: the example as it is. */
const sealing =
  (operation: Operation): Driver =>
  () => {
    const body: Readonly<Record<string, unknown>> = operation.examples[0]?.input ?? {};
    return { body, other: { ...body, visibility: "record" } };
  };

const posts = allOperations.filter(
  (operation) => operation.effect !== "read" && methodsOf(operation).includes("POST"),
);
const keyed = posts.filter((operation) => operation.keyed === true);

describe("idempotency keys of all operations", () => {
  const dir = temporaryDir("sweep");
  let world: World;
  const start = (): Promise<RunningNode> =>
    startNode({
      dataDir: dir.path,
      args: ["--rate-limits", "off"],
      env: { CALC_CREDITS_WELCOME: "0" },
    });
  const register = async (node: RunningNode, name: string): Promise<Account> => {
    const own = newIdentity(name);
    const { body, text } = await call(
      node,
      "POST",
      "/api/identity/register",
      { cid: own.cid, publicKey: own.publicKey },
      { key: null },
    );
    expect(text).to.contain("calc_ak_");
    return { ...own, key: textOf(body, "key"), machine: textOf(fieldsOf(body, "machine"), "id") };
  };

  before(async () => {
    const node = await start();
    const [alice, bob] = [await register(node, "alice"), await register(node, "bob")];
    const minted = await call(node, "POST", "/api/demo-key/mint", {}, { key: null });
    world = { node, alice, bob, demoKey: textOf(minted.body, "key") };
    const granted = await call(node, "POST", "/api/ledger/grant", {
      account: alice.cid,
      credits: PAID,
      reference: "sweep",
    });
    expect(granted.status, granted.text).to.equal(201);
    let left = ENVELOPES;
    const one = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { text } = await call(
          node,
          "POST",
          "/api/calc/compute",
          { operators: ["KO42"] },
          { key: alice.key },
        );
        expect(text).to.contain("receipt_id");
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, one));
  });
  after(async () => {
    await world.node.stop();
    dir.remove();
  });

  it("are taken wherever a change is no harm only once", () => {
    const keyless = posts
      .filter((operation) => operation.keyed !== true)
      .map(({ path }) => `POST ${path}`);
    expect(keyless.sort()).to.deep.equal(Object.keys(KEYLESS).sort());
    const driven = new Set([
      ...Object.keys(DRIVERS),
      GOES_ON,
      MOVES_ON,
      ...keyed.filter(({ effect }) => effect === "seal").map(({ path }) => path),
    ]);
    expect(keyed.map(({ path }) => path).sort()).to.deep.equal([...driven].sort());
  });

  const keyOf = ({ alice, node }: World, key: string | null | undefined): string | null => {
    if (key === "operator") return node.api.token;
    return key === undefined ? alice.key : key;
  };
  /** What everybody has, and how much was ever written. */
  const state = async (): Promise<string> => {
    const { node, alice, bob } = world;
    const read = async (path: string, key: string): Promise<string> =>
      (await call(node, "GET", path, undefined, { key })).text;
    const texts: string[] = [String((await spineOf(node)).size)];
    for (const { cid, key } of [alice, bob]) {
      for (const path of [
        "/api/ledger",
        "/api/keys",
        "/api/calc/llm/credentials",
        "/api/state",
        `/api/tally/envelopes/${cid}?limit=1`,
        `/api/tally/envelopes/${cid}/folders`,
        "/api/contribute/status",
      ])
        texts.push(`${path} ${await read(path, key)}`);
    }
    const ledger = await call(node, "GET", "/api/ledger");
    return [...texts, ledger.text].join("\n");
  };

  const done: {
    readonly name: string;
    readonly again: () => Promise<Reply>;
    readonly first: Reply;
  }[] = [];
  const inOrder = [
    ...keyed.filter(({ effect }) => effect === "seal"),
    ...Object.keys(DRIVERS)
      .filter((path) => isLong || !BONDS.has(path))
      .map((path) => keyed.find((operation) => operation.path === path)!)
      .filter(({ effect }) => effect !== "seal"),
  ];
  for (const operation of inOrder) {
    it(`POST ${operation.path}`, async () => {
      const driver = DRIVERS[operation.path] ?? sealing(operation);
      const { body, key, other, path = operation.path } = await driver(world);
      const headers = { "idempotency-key": `the-key-of-this-sweep-${operation.id}` };
      const send = (what: unknown): Promise<Reply> =>
        call(world.node, "POST", path, what, { key: keyOf(world, key), headers });
      const first = await send(body);
      expect(first.status, first.text).to.equal(operation.success ?? 200);
      expect(first.headers.get("idempotent-replayed")).to.equal(null);
      const before = await state();
      const again = await send(body);
      expect(again.status).to.equal(first.status);
      expect(again.text).to.equal(first.text);
      expect(again.headers.get("idempotent-replayed")).to.equal("true");
      for (const name of ["set-cookie", "content-type", "content-digest", "x-calc-sealed"]) {
        expect(again.headers.get(name), name).to.equal(first.headers.get(name));
      }
      expect(again.headers.get("content-digest") !== null).to.equal(operation.effect === "seal");
      if (other !== undefined) expectProblem(await send(other), 422, "IDEMPOTENCY_KEY_REUSED");
      expect(await state()).to.equal(before);
      done.push({ name: path, first, again: () => send(body) });
    });
  }

  it("hold over a restart", async () => {
    await world.node.stop();
    world = { ...world, node: await start() };
    const before = await state();
    expect(done.length).to.equal(inOrder.length);
    for (const { again, first, name } of done) {
      const reply = await again();
      expect(reply.text, name).to.equal(first.text);
      expect(reply.status, name).to.equal(first.status);
    }
    expect(await state()).to.equal(before);
  });

  it(`POST ${GOES_ON} locks the price of one job`, async () => {
    const { alice, node } = world;
    const job = { operators: ["NM19"], inputs: { m: 2, a: 3 } };
    const headers = { "idempotency-key": "the-key-of-one-job" };
    const send = (body: object): Promise<Reply> =>
      call(node, "POST", GOES_ON, body, { key: alice.key, headers });
    const first = await send(job);
    expect(first.status, first.text).to.equal(201);
    const again = await send(job);
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    const other = { ...job, inputs: { m: 2, a: 4 } };
    expectProblem(await send(other), 422, "IDEMPOTENCY_KEY_REUSED");
    const listed = await call(node, "GET", GOES_ON, undefined, { key: alice.key });
    expect(listed.body["total"]).to.equal(1);
  });

  it(`POST ${MOVES_ON} takes one order`, async () => {
    const { alice, node } = world;
    const headers = { "idempotency-key": "the-key-of-one-move" };
    const send = (body: object): Promise<Reply> =>
      call(node, "POST", MOVES_ON, body, { key: alice.key, headers });
    const order = await moveOf(world, "first-order");
    const first = await send(order);
    expect(first.status, first.text).to.equal(201);
    const again = await send(order);
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expectProblem(await send(await moveOf(world, "other-order")), 422, "IDEMPOTENCY_KEY_REUSED");
    const listed = await call(node, "GET", MOVES_ON, undefined, { key: alice.key });
    expect(listed.body["total"]).to.equal(1);
  });
});
