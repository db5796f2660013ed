/**
 * Proofs of work over HTTP and over the tool protocol, on a node that asks for them: each caller
 * comes from an address of its own, told by a proxy. Nonces are sought here with node:crypto alone.
 */
import { hash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { identityOf } from "../../../protocol/identity/derive.js";
import {
  call,
  expectProblem,
  fieldsOf,
  force,
  numberOf,
  parseFields,
  sealed,
  textOf,
  type Fields,
  type Reply,
} from "../../kit/requests.js";

/** k_B T ln 2 for T = 300 K, k_B exact in the SI, in J; by mpmath at 40 digits. */
const JOULES_A_BIT = 2.870978885078724e-21;

function zeroBits(digest: Buffer): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** The header's value for what a problem asks for. */
function solved(problem: Fields): string {
  const [challenge, mac] = [textOf(problem, "challenge"), textOf(problem, "mac")];
  const bits = numberOf(problem["price"], "bits");
  for (let i = 0; ; i += 1) {
    const nonce = i.toString(36);
    if (zeroBits(hash("sha256", `${challenge}:${nonce}`, "buffer")) >= bits)
      return `${challenge};${mac};${nonce}`;
  }
}

describe("proofs of work on a running node", () => {
  const dir = temporaryDir("work");
  let node: RunningNode;
  before(async () => {
    node = await startNode({
      dataDir: dir.path,
      env: { CALC_CREDITS_WELCOME: "0", CALC_HTTP_TRUSTED_PROXIES: "127.0.0.1" },
    });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  interface From {
    readonly address: string;
    readonly key?: string;
    readonly pow?: string;
  }
  const send = (
    method: string,
    path: string,
    body: unknown,
    { address, key, pow }: From,
  ): Promise<Reply> =>
    call(node, method, path, body, {
      key: key ?? null,
      headers: { "x-forwarded-for": address, ...(pow === undefined ? {} : { "x-calc-pow": pow }) },
    });
  let names = 0;
  const newIdentity = () => {
    names += 1;
    const { cid, publicKey } = identityOf(nodeCrypto, `the equation ${names} of ${dir.path}`);
    return { cid, publicKey };
  };
  const register = (from: From): Promise<Reply> =>
    send("POST", "/api/identity/register", newIdentity(), from);
  const mint = (from: From): Promise<Reply> => send("POST", "/api/demo-key/mint", {}, from);

  /** Makes or credits nothing: the books stand where they stood. */
  const books = async (): Promise<string> =>
    (await call(node, "GET", "/api/transparency/breakdown")).text;

  it("mint: the second of an hour is priced by the operator LZ1, done for work, and its solution is good once, for one", async () => {
    const address = "192.0.2.1";
    expect((await mint({ address })).status).to.equal(201);
    const asked = await mint({ address });
    const problem = expectProblem(asked, 402, "POW_REQUIRED");
    const price = fieldsOf(problem, "price");
    expect(price).to.include({
      operator: "LZ1",
      T: 300,
      bits: 18,
      unit: "J",
      expectedHashes: 262_144,
    });
    expect(numberOf(price, "value")).to.be.closeTo(18 * JOULES_A_BIT, 1e-34);
    expect(asked.headers.get("ratelimit")).to.match(
      /^"demo-mint";r=29;t=\d+, "default-address";r=\d+;t=\d+$/,
    );
    const pow = solved(problem);
    const [challenge = "", mac = "", nonce = ""] = pow.split(";");
    const parts = challenge.split(":");
    const altered = (place: number, text: string): string =>
      `${parts.map((part, i) => (i === place ? text : part)).join(":")};${mac};${nonce}`;
    const flipped = mac.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const before = await books();
    for (const wrong of [
      altered(1, "signup"),
      altered(2, "1"),
      altered(2, "17"),
      altered(3, String(Number(parts[3]) + 1)),
      altered(4, "0".repeat(16)),
      altered(5, "0".repeat(32)),
      `${challenge};${flipped};${nonce}`,
      `${challenge};${mac};${nonce}0`,
      `${challenge};${mac};`,
      `${challenge};${mac};a b`,
      `${challenge};${mac}`,
      "x".repeat(10_000),
      "nonsense",
    ]) {
      const again = expectProblem(await mint({ address, pow: wrong }), 402, "POW_REQUIRED");
      expect(again["reason"], wrong.slice(0, 200)).to.be.a("string");
      expect(again["challenge"]).to.not.equal(challenge);
    }
    // Work that was asked of one address is nothing from another that owes it, nor for another
    // purpose.
    const other = "192.0.2.2";
    expect((await mint({ address: other })).status).to.equal(201);
    expectProblem(await mint({ address: other, pow }), 402, "POW_REQUIRED");
    expect(await books()).to.equal(before);
    const response = await mint({ address, pow });
    expect(response.status, response.text).to.equal(201);
    expect(response.headers.get("ratelimit")).to.match(/^"demo-mint";r=28;t=\d+,/);
    expect(expectProblem(await mint({ address, pow }), 402, "POW_REQUIRED")["reason"]).to.equal(
      "too-few-bits",
    );
  });

  it("signup: three an hour are free, the fourth is done for work; a taken identity is told before any", async () => {
    const address = "192.0.2.3";
    const first = newIdentity();
    expect((await send("POST", "/api/identity/register", first, { address })).status).to.equal(201);
    for (let i = 2; i <= 3; i += 1) expect((await register({ address })).status).to.equal(201);
    expectProblem(
      await send("POST", "/api/identity/register", first, { address }),
      409,
      "CID_TAKEN",
    );
    expect(
      (
        await send(
          "POST",
          "/api/identity/register",
          { ...newIdentity(), slug: "the-oven" },
          { address: "192.0.2.30" },
        )
      ).status,
    ).to.equal(201);
    expectProblem(
      await send(
        "POST",
        "/api/identity/register",
        { ...newIdentity(), slug: "the-oven" },
        { address },
      ),
      409,
      "SLUG_TAKEN",
    );
    const pow = solved(expectProblem(await register({ address }), 402, "POW_REQUIRED"));
    const response = await register({ address, pow });
    expect(response.status, response.text).to.equal(201);
    expectProblem(await register({ address, pow }), 402, "POW_REQUIRED");
  });

  it("spin-up: an account is an account, so the fourth of an address takes work; both policies are told", async () => {
    const address = "192.0.2.4";
    const key = textOf((await send("GET", "/api/demo-key", undefined, { address })).body, "key");
    const spin = (pow?: string): Promise<Reply> =>
      send(
        "POST",
        "/api/calc/spin-up",
        {},
        { address, key, ...(pow === undefined ? {} : { pow }) },
      );
    for (let i = 1; i <= 3; i += 1) {
      const response = await spin();
      expect(response.status, response.text).to.equal(201);
      expect(response.headers.get("ratelimit-policy")).to.equal(
        '"spin-up";q=10;w=86400, "signup";q=30;w=3600, "default-key";q=6000;w=60',
      );
      expect(response.headers.get("ratelimit")).to.match(
        new RegExp(`^"spin-up";r=${10 - i};t=\\d+, "signup";r=${30 - i};t=\\d+, "default-key";`),
      );
    }
    const answer = await spin(solved(expectProblem(await spin(), 402, "POW_REQUIRED")));
    expect(answer.status, answer.text).to.equal(201);
    // The key is everybody's, but not what each of them made with it.
    const guessed = { "idempotency-key": "spin-up-for-my-first-account" };
    const spinFrom = async (from: string): Promise<Reply> =>
      call(
        node,
        "POST",
        "/api/calc/spin-up",
        {},
        { key, headers: { "x-forwarded-for": from, ...guessed } },
      );
    const [first, again, other] = [
      await spinFrom("192.0.2.40"),
      await spinFrom("192.0.2.40"),
      await spinFrom("192.0.2.41"),
    ];
    expect([first.status, again.text], first.text).to.deep.equal([201, first.text]);
    expect(other.status).to.equal(201);
    expect(other.body["cid"]).to.not.equal(first.body["cid"]);
    await call(node, "POST", "/api/ledger/grant", {
      account: answer.body["account"],
      credits: 10,
      reference: "work test",
    });
    await sealed(node, force(), { key: textOf(answer.body, "apiKey") });
  });

  it("claim: what is not due is told first, then it takes work, which serves one claim, then the day is over", async () => {
    const address = "192.0.2.5";
    const claimant = async () => {
      const { body } = await register({ address });
      return { key: textOf(body, "key"), machine: textOf(fieldsOf(body, "machine"), "id") };
    };
    type Claimant = Awaited<ReturnType<typeof claimant>>;
    const claim = ({ key, machine }: Claimant, pow?: string): Promise<Reply> =>
      send(
        "POST",
        "/api/tally/claim",
        { machine },
        { address, key, ...(pow === undefined ? {} : { pow }) },
      );
    const [ann, bob] = [await claimant(), await claimant()];
    const asked = await claim(ann);
    expect(asked.headers.get("ratelimit")).to.match(/^"claim";r=64;t=\d+, "default-key";/);
    const pow = solved(expectProblem(asked, 402, "POW_REQUIRED"));
    const response = await claim(ann, pow);
    expect(response.status, response.text).to.equal(201);
    expect(response.body).to.include({ credited: 128, machine: ann.machine });
    expect(expectProblem(await claim(bob, pow), 402, "POW_REQUIRED")["reason"]).to.equal("spent");
    expectProblem(await claim({ ...bob, machine: ann.machine }, pow), 404, "NOT_FOUND");
    expectProblem(await claim(ann), 409, "ALREADY_CLAIMED");
    const other = await send("POST", "/api/state", {}, { address, key: ann.key });
    expectProblem(
      await claim({ ...ann, machine: textOf(fieldsOf(other.body, "machine"), "id") }),
      409,
      "NOT_ELIGIBLE",
    );
  });

  it("tools: an agent is told how to show work, shows it as an argument, and goes from nothing to a sealed result", async () => {
    const headers = (key: string | null) => ({
      "x-forwarded-for": "192.0.2.6",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    });
    const toolsOf = async (key: string | null) => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${node.api.http}/api/mcp`), {
          requestInit: { headers: headers(key) },
        }),
      );
      const use = async (name: string, args: Record<string, unknown>) => {
        const { content, isError, structuredContent } = await client.callTool({
          name,
          arguments: args,
        });
        const [part] = Array.isArray(content) ? content : [];
        const text = String(Object(part)["text"]);
        return {
          failed: isError === true,
          text,
          value: parseFields(JSON.stringify(structuredContent ?? {})),
        };
      };
      return { client, use };
    };
    const problemIn = (text: string): Fields => parseFields(text.slice(text.indexOf("\n{") + 1));

    const nobody = await toolsOf(null);
    const { value: shared } = await nobody.use("calc_demo_key", {});
    expect((await nobody.use("calc_demo_key_mint", {})).failed).to.equal(false);
    const asked = await nobody.use("calc_demo_key_mint", {});
    expect(asked.failed).to.equal(true);
    expect(asked.text)
      .to.match(/^POW_REQUIRED: /)
      .and.contain("SHA-256(challenge + ':' + nonce)")
      .and.contain("argument `pow`");
    const wrong = await nobody.use("calc_demo_key_mint", { pow: 7 });
    expect(wrong.text).to.match(/^INVALID_BODY: \/pow: /);
    const pow = solved(problemIn(asked.text));
    const minted = await nobody.use("calc_demo_key_mint", { pow });
    expect(minted.failed, minted.text).to.equal(false);
    expect(
      problemIn(
        (await nobody.use("calc_http", { method: "POST", path: "/api/demo-key/mint", pow })).text,
      )["reason"],
    ).to.equal("too-few-bits");

    const demo = await toolsOf(textOf(shared, "key"));
    const once = { idempotency_key: "an-agent-asks-this-once-and-again" };
    const spun = await demo.use("calc_spin_up", once);
    expect(spun.failed, spun.text).to.equal(false);
    expect((await demo.use("calc_spin_up", once)).text).to.equal(spun.text);
    const own = await toolsOf(textOf(spun.value, "apiKey"));
    const machine = textOf(fieldsOf(spun.value, "machine"), "id");
    const due = await own.use("calc_claim", { machine });
    expect(due.text).to.match(/^POW_REQUIRED: /);
    const claimed = await own.use("calc_claim", { machine, pow: solved(problemIn(due.text)) });
    expect(claimed.value, claimed.text).to.include({ credited: 128 });
    const computed = await own.use("calc_compute", {
      ...force(),
      idempotency_key: "computed-once",
    });
    expect(computed.value["receipt_id"], computed.text).to.match(/^[0-9a-f]{64}$/);
    const repeated = await own.use("calc_compute", {
      ...force(),
      idempotency_key: "computed-once",
    });
    expect(repeated.value["receipt_id"]).to.equal(computed.value["receipt_id"]);
    const ledger = await own.use("calc_http", { method: "GET", path: "/api/ledger" });
    expect(fieldsOf(ledger.value, "body")["free"], ledger.text).to.equal(125);
    await Promise.all([nobody, demo, own].map(({ client }) => client.close()));
  });
});
