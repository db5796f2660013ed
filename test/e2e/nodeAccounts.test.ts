/** Keys and rates, on a node whose limits are on. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { newPublicKey } from "../kit/accounts.js";
import { call, expectProblem, force, sealed, textOf, type Reply } from "../kit/requests.js";

function newIdentity(name: string): { cid: string; publicKey: string } {
  return {
    cid: createHash("sha256").update(name).digest("hex").slice(0, 32),
    publicKey: newPublicKey(),
  };
}

describe("accounts and rates of a running node", () => {
  const dir = temporaryDir("accounts");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const open = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key: null });

  it("register: 201, a key that computes, the identity taken once; the key is shown once and only its hash is stored", async () => {
    const identity = newIdentity("x = v t");
    const registered = await open("POST", "/api/identity/register", identity);
    expect(registered.status, registered.text).to.equal(201);
    expect(registered.headers.get("cache-control")).to.equal("no-store");
    const key = textOf(registered.body, "key");
    expect(key).to.match(/^calc_ak_[0-9A-Za-z]{49}$/);
    expect(registered.body).to.include({ cid: identity.cid, account: identity.cid });
    expectProblem(await open("POST", "/api/identity/register", identity), 409, "CID_TAKEN");
    const seen = await call(node, "GET", "/api/identity", undefined, { key });
    expect(seen.body).to.include({ valid: true, cid: identity.cid });
    expect(seen.body["roles"]).to.deep.equal(["owner"]);
    await sealed(node, force(), { key });
    const smallOrder = { ...newIdentity("y = 2"), publicKey: "00".repeat(32) };
    expectProblem(await open("POST", "/api/identity/register", smallOrder), 400, "INVALID_INPUT");

    const secrets = [key, node.api.token];
    const hashes = secrets.map((secret) => createHash("sha256").update(secret).digest());
    expect(await node.stop()).to.equal(0);
    const files = readdirSync(join(dir.path, "db")).map((name) =>
      readFileSync(join(dir.path, "db", name)),
    );
    const all = Buffer.concat(files);
    for (const secret of secrets) {
      // Twelve characters are kept to recognise it by; nothing from the thirteenth on.
      expect(all.includes(secret.slice(12)), "the key in the database").to.equal(false);
    }
    for (const hash of hashes)
      expect(all.includes(hash), "the hash of the key in the database").to.equal(true);
    expect(node.output())
      .to.not.contain(key.slice(12))
      .and.to.not.contain(node.api.token.slice(12));
    node = await startNode({ dataDir: dir.path });
    await sealed(node, force(), { key });
  });

  it("the shared demo key is the same for all and does not compute; a minted one does, the second costs work", async () => {
    const shared = await open("GET", "/api/demo-key");
    expect(shared.body).to.have.all.keys("key", "plan", "dailyLimit");
    expect(shared.body["dailyLimit"]).to.equal(10);
    expect((await open("GET", "/api/demo-key")).text).to.equal(shared.text);
    const minted = await open("POST", "/api/demo-key/mint");
    expect(minted.status, minted.text).to.equal(201);
    expect(minted.body).to.include({ plan: "demo", credits: 128 });
    expect(minted.headers.get("ratelimit")).to.contain('"demo-mint";r=29;t=3600');
    await sealed(node, force(), { key: textOf(minted.body, "key") });
    const second = await open("POST", "/api/demo-key/mint");
    expectProblem(second, 402, "POW_REQUIRED");
    expect(second.headers.get("ratelimit-policy")).to.contain('"demo-mint";q=30;w=3600');
    expect(second.body["challenge"]).to.match(/^calc-pow\/1:demo-key:18:/);
  });

  it("prove and prove/verify: the eleventh in a minute is refused, with the standard headers", async () => {
    for (const path of ["/api/calc/prove", "/api/calc/prove/verify"]) {
      for (let i = 1; i <= 10; i += 1) {
        const reply = await open(
          "POST",
          path,
          path.endsWith("verify") ? { value: 1 } : { operators: ["KO42"] },
        );
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get("ratelimit")).to.contain(`r=${10 - i}`);
        expect(reply.headers.get("ratelimit-policy")).to.contain("q=10;w=60");
      }
      const eleventh = await open("POST", path, path.endsWith("verify") ? { value: 1 } : {});
      expectProblem(eleventh, 429, "RATE_LIMITED");
      expect(Number(eleventh.headers.get("retry-after"))).to.be.within(1, 60);
      expect(eleventh.headers.get("ratelimit")).to.contain("r=0");
    }
    // The operator's own account is unlimited for computing.
    await sealed(node, force());
  });
});
