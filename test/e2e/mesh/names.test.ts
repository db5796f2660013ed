/** Names between real daemons: said on one node, found on the others, proven without any. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { loadIdentity } from "../../../node/runtime/identity/identity.js";
import { Addresses, nodeScrypt } from "../../../node/accounts/scrypt.js";
import { signNameBody } from "../../../protocol/names/bodies.js";
import type { OwnedKind } from "../../../protocol/names/bodies.js";
import { WorkMiner } from "../../../protocol/names/mine.js";
import { verifyName } from "../../../protocol/names/proof.js";
import { workBits } from "../../../protocol/names/rules.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { startNode, temporaryDir, writeMeshSecret } from "../../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../../scripts/devnet/daemons.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import {
  call,
  expectProblem,
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
  type Reply,
} from "../../kit/requests.js";

const modules = { crypto: nodeCrypto, scrypt: nodeScrypt };
const addresses = new Addresses();

interface Owner {
  readonly seed: Uint8Array;
  readonly key: string;
  readonly address: string;
}

async function owner(n: number): Promise<Owner> {
  const seed = new Uint8Array(32).fill(n);
  const key = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
  return { seed, key, address: await addresses.of(key) };
}

function signed(
  net: string,
  { seed }: Owner,
  kind: OwnedKind,
  body: JsonObject,
): { kind: string; body: JsonObject } {
  return { kind, body: signNameBody(nodeCrypto, seed, { net, kind, body }) };
}

/** A claim with real work. */
async function claim(
  node: RunningNode,
  by: Owner,
  name: string | null,
  more: JsonObject = {},
): Promise<{ kind: string; body: JsonObject }> {
  const { body: status } = await call(node, "GET", "/api/dns/status");
  const work = new WorkMiner({ author: by.key, name, start: "e", bits: workBits(name) }).run(1e9)!;
  const claimed = numberOf(status, "calcond");
  return signed(textOf(status, "net"), by, "name.claim", {
    address: by.address,
    claimed,
    expires: claimed + 1_000_000,
    name,
    owner: by.key,
    records: { url: "https://example.org/" },
    sequence: 0,
    work,
    ...more,
  });
}

/** Asks until the answer is as wanted; the test's own time bounds it. */
async function until(
  ask: () => Promise<Reply>,
  isWanted: (reply: Reply) => boolean,
): Promise<Fields> {
  for (;;) {
    const reply = await ask();
    if (isWanted(reply)) return reply.body;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

const resolved = (node: RunningNode, name: string): Promise<Fields> =>
  until(
    () => call(node, "GET", `/api/dns/resolve/${name}`),
    ({ status }) => status === 200,
  );

/** Three daemons that start on a busy machine have no time at first. */
const statusOf = (node: RunningNode): Promise<Fields> =>
  until(
    () => call(node, "GET", "/api/dns/status"),
    ({ status }) => status === 200,
  );

async function hashOf(node: RunningNode): Promise<string> {
  return textOf((await call(node, "GET", "/api/dns/status")).body, "stateHash");
}

describe("names between daemons", () => {
  const dir = temporaryDir("names");
  const secret = writeMeshSecret(dir.path);
  const running: RunningNode[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((node) => node.stop()));
  });
  after(() => dir.remove());

  async function start(
    name: string,
    bootstrap: readonly string[],
    { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
  ): Promise<RunningNode> {
    const node = await startNode({
      dataDir: join(dir.path, name),
      env,
      args: [
        "--mesh-secret-file",
        secret,
        "--rate-limits",
        "off",
        ...(bootstrap.length === 0 ? [] : ["--bootstrap", bootstrap.join(",")]),
        ...args,
      ],
    });
    running.push(node);
    return node;
  }

  async function stop(node: RunningNode): Promise<void> {
    running.splice(running.indexOf(node), 1);
    await node.stop();
  }

  it("a name registered on one node is resolved on the other, and on a newcomer", async () => {
    const first = await start("a", []);
    const second = await start("b", first.api.p2p);
    const ann = await owner(1);
    const said = await claim(first, ann, "kepler-orbits");
    const registered = await call(first, "POST", "/api/dns/register", said, { key: null });
    expect(registered.status, registered.text).to.equal(201);
    expect(registered.body).to.include({
      state: "pending",
      publicKey: ann.key,
      unwitnessed: true,
      name: "kepler-orbits",
    });
    const again = await call(first, "POST", "/api/dns/register", said, { key: null });
    expect([again.status, again.body["id"]]).to.deep.equal([201, registered.body["id"]]);
    const found = await resolved(second, "kepler-orbits");
    expect(fieldsOf(found, "record")).to.deep.equal({ url: "https://example.org/" });
    const { valid, checks } = await verifyName(modules, found);
    expect(valid, JSON.stringify(checks)).to.equal(true);
    expect(checks.find(({ name }) => name === "witnesses")?.ok).to.equal(null);
    expect((await resolved(second, ann.address))["name"]).to.equal("kepler-orbits");
    expect(await hashOf(first)).to.equal(await hashOf(second));
    const newcomer = await start("c", second.api.p2p);
    expect((await resolved(newcomer, "kepler-orbits"))["publicKey"]).to.equal(ann.key);
    expect(await hashOf(newcomer)).to.equal(await hashOf(first));

    const { body: status } = await call(first, "GET", "/api/dns/status");
    const net = textOf(status, "net");
    const claimId = textOf(registered.body, "claim");
    const claimed = numberOf(status, "calcond");
    const change = { claim: claimId, claimed, owner: ann.key, sequence: 1 };
    const update = signed(net, ann, "name.update", {
      ...change,
      expires: claimed + 9_000,
      records: { machine: "m1" },
    });
    expect((await call(second, "POST", "/api/dns/register", update)).body).to.include({
      sequence: 1,
    });
    await until(
      () => call(first, "GET", "/api/dns/lookup?machine=m1"),
      ({ body }) => listOf(body, "names").length === 1,
    );
    expect((await verifyName(modules, await resolved(first, "kepler-orbits"))).valid).to.equal(
      true,
    );
    expectProblem(
      await call(first, "POST", "/api/dns/register", signed(net, ann, "name.revoke", change)),
      409,
      "STALE_SEQUENCE",
    );
    await call(
      first,
      "POST",
      "/api/dns/register",
      signed(net, ann, "name.revoke", { ...change, sequence: 2 }),
    );
    await until(
      () => call(second, "QUERY", "/api/dns/resolve", { name: "kepler-orbits" }),
      ({ status: code }) => code === 410,
    );
    await stop(first);
    const back = await start("a", second.api.p2p);
    expectProblem(await call(back, "GET", "/api/dns/resolve/kepler-orbits"), 410, "GONE");
  });

  it("witnesses order claims, and the proof carries what they said", async () => {
    const keys = await Promise.all(
      ["w1", "w2"].map(
        async (name) => (await loadIdentity(join(dir.path, name), nodeCrypto)).publicKeyHex,
      ),
    );
    const options = { args: ["--i-am-alone"], env: { CALC_NETWORK_WITNESSES: keys.join(",") } };
    const first = await start("w1", [], options);
    const second = await start("w2", first.api.p2p, options);
    const plain = await start("w3", first.api.p2p, options);
    expect(await statusOf(first)).to.include({ witness: true, witnesses: 2 });
    expect(await statusOf(plain)).to.include({ witness: false });
    const bob = await owner(2);
    const registered = await call(
      plain,
      "POST",
      "/api/dns/register",
      await claim(plain, bob, "halley-comet"),
    );
    expect(registered.body).to.include({ state: "pending", unwitnessed: false });
    for (const node of [first, second, plain]) {
      const found = await until(
        () => call(node, "GET", "/api/dns/resolve/halley-comet"),
        ({ body }) =>
          body["witnesses"] !== undefined &&
          listOf(fieldsOf(body, "witnesses"), "seen").length === 2,
      );
      expect(found["effectiveCalcond"]).to.be.at.least(numberOf(found, "claimed"));
      const verdict = await verifyName(modules, found);
      expect(verdict.valid, verdict.reasons.join()).to.equal(true);
      expect(verdict.checks.find(({ name }) => name === "witnesses")?.ok).to.equal(true);
    }
    expect(new Set(await Promise.all([first, second, plain].map(hashOf))).size).to.equal(1);
    const eve = await owner(3);
    const late = await call(
      second,
      "POST",
      "/api/dns/register",
      await claim(second, eve, "halley-comet"),
    );
    expect(expectProblem(late, 409, "NAME_TAKEN")["holder"]).to.equal(bob.key);
  });

  it("the command line registers, changes, resolves and checks", async () => {
    const node = await start("cli", []);
    const home = join(dir.path, "cli");
    const calc = (...args: string[]): Promise<Ran> => runCalc(["dns", ...args, "--data-dir", home]);
    expect((await calc("resolve", "tycho-brahe")).err).to.contain("No name is known here");
    const output = await calc(
      "register",
      "tycho-brahe",
      "--link",
      "https://example.org/",
      "--commit",
      "--json",
    );
    expect(output.code, output.err).to.equal(0);
    expect(parseFields(output.out)).to.include({
      name: "tycho-brahe",
      state: "pending",
      kind: "name.claim",
    });
    expect(statSync(join(home, "names.key")).mode & 0o777).to.equal(0o600);
    expect(
      (await calc("update", "tycho-brahe", "--machine", "m7", "--field", "sequence")).out.trim(),
    ).to.equal("1");
    const found = await calc("resolve", "tycho-brahe", "--json");
    expect(fieldsOf(parseFields(found.out), "record")).to.deep.equal({
      url: "https://example.org/",
      machine: "m7",
    });
    const file = join(dir.path, "found.json");
    writeFileSync(file, found.out);
    const checked = await calc("verify", file);
    expect([checked.code, checked.out.split(":")[0]]).to.deep.equal([0, "valid"]);
    expect((await calc("verify", file, "--net", "00000000")).code).to.equal(12);
    writeFileSync(file, found.out.replace("example.org", "example.com"));
    expect((await calc("verify", file)).code).to.equal(12);
    expect(
      (await calc("lookup", "--prefix", "tycho", "--field", "names.0.name")).out.trim(),
    ).to.equal("tycho-brahe");
    const taken = await calc("register", "tycho-brahe");
    expect(taken.code).to.equal(8);
    expect(taken.err).to.match(
      /^NAME_TAKEN: .*\nnext: Choose another, or ask its holder, [0-9a-f]{64}\.\n/,
    );
    const misspelt = await calc("resolve", "tycho-brae");
    expect([misspelt.code, misspelt.err.split("\n")[1]]).to.deep.equal([
      6,
      "next: The nearest here: tycho-brahe.",
    ]);
    expect(parseFields((await calc("resolve", "tycho-brae", "--json")).out)).to.include({
      code: "NOT_FOUND",
    });
    expect(await calc("update", "tycho-brahe", "--link", "javascript:alert(1)")).to.include({
      code: 2,
      err: "USAGE: --link takes a URL, as in https://example.org/\nnext: calc dns --help tells what it takes.\n",
    });
    expect((await calc("update", "tycho-brahe", "--node", "zz")).err).to.contain("64 hex digits");
    expect(await calc("lookup", "--prefix", "t", "--limit", "many")).to.include({
      code: 2,
      err: "USAGE: --limit takes a whole number, not many\nnext: calc dns --help tells what it takes.\n",
    });
    expect((await calc("register", "ab")).code).to.equal(2);
    expect((await calc("revoke", "tycho-brahe")).code).to.equal(0);
    expect((await calc("resolve", "tycho-brahe")).code).to.equal(6);
    expect((await calc("status", "--field", "names")).out.trim()).to.equal("0");
    expect(numberOf((await call(node, "GET", "/api/dns/status")).body, "records")).to.equal(4);
  });

  it("refuses what is not right, and says why", async () => {
    const node = await start("d", []);
    const ann = await owner(1);
    const good = await claim(node, ann, "galilei");
    const post = (kind: string, body: JsonObject): Promise<Reply> =>
      call(node, "POST", "/api/dns/register", { kind, body }, { key: null });
    const { sig: _sig, ...bare } = good.body;
    const net = textOf((await call(node, "GET", "/api/dns/status")).body, "net");
    const resigned = (changes: JsonObject): Promise<Reply> => {
      const { kind, body } = signed(net, ann, "name.claim", { ...bare, ...changes });
      return post(kind, body);
    };
    const { claimed, expires } = {
      claimed: numberOf({ c: Number(good.body["claimed"]) }, "c"),
      expires: Number(good.body["expires"]),
    };
    expectProblem(await resigned({ name: "x" }), 400, "BAD_NAME");
    expectProblem(await resigned({ name: "admin" }), 400, "NAME_RESERVED");
    expectProblem(await resigned({ claimed: claimed - 200 }), 400, "BACKDATED");
    expectProblem(await resigned({ claimed: claimed + 50 }), 400, "FUTURE_CALCOND");
    expect(
      expectProblem(await resigned({ address: "0".repeat(16) }), 400, "ADDRESS_MISMATCH")[
        "address"
      ],
    ).to.equal(ann.address);
    expect(expectProblem(await resigned({ work: "none" }), 402, "POW_REQUIRED")["bits"]).to.equal(
      18,
    );
    expectProblem(await resigned({ expires: expires + 50_000_000 }), 400, "INVALID_INPUT");
    expectProblem(await post("name.claim", { ...good.body, records: {} }), 401, "BAD_SIGNATURE");
    expectProblem(await post("name.claim", { ...good.body, more: 1 }), 400, "INVALID_INPUT");
    expectProblem(await post("name.commit", { h: "a".repeat(64) }), 401, "MISSING_KEY");
    const commit = (h: string): Promise<Reply> =>
      call(node, "POST", "/api/dns/register", { kind: "name.commit", body: { h } });
    expectProblem(await commit("short"), 400, "INVALID_INPUT");
    expect((await commit("a".repeat(64))).status).to.equal(201);
    expect((await post(good.kind, good.body)).status).to.equal(201);
    const nobody = await call(node, "GET", "/api/dns/resolve/galilej");
    expect(listOf(expectProblem(nobody, 404, "NOT_FOUND"), "nearest")).to.deep.equal(["galilei"]);
    expectProblem(await call(node, "GET", "/api/dns/lookup"), 400, "INVALID_INPUT");
    const found = await call(node, "GET", `/api/dns/lookup?publicKey=${ann.key}&prefix=gal`);
    expect(listOf(found.body, "names").length).to.equal(1);
    expect((await call(node, "GET", "/api/dns/status")).body).to.include({
      names: 1,
      records: 2,
      conflicts24h: 0,
    });
  });
});
