/** The HTTP entrance of the mesh, by events and handshakes made without the project's own code. */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  scryptSync,
  sign,
  type KeyObject,
} from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../../api/cli/cli.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { daemonClient } from "../../../scripts/cli/localClient.js";
import { verbs } from "../../../scripts/cli/verbs.js";
import { fieldsIn } from "../../../api/readable/fields.js";
import { calc, type Ran } from "../../kit/calc.js";
import {
  call,
  canonical,
  expectProblem,
  fieldsOf,
  force,
  headersOf,
  isConsistent,
  isSignedBy,
  leavesOf,
  listOf,
  merkleLeaf,
  merkleTree,
  numberOf,
  parseFields,
  sealed,
  sha256,
  spineOf,
  textOf,
  type Fields,
  type Reply,
} from "../../kit/requests.js";

const SECRETS = ["a1".repeat(32), "b2".repeat(32)] as const;
const PERIOD_NS = 777_000_777n;
const SEED_PREFIX = "302e020100300506032b657004220420";
const PATH = "/api/mesh/gossip";
const NOBODYS = `/api/receipts/${"0".repeat(64)}`;

interface Key {
  readonly key: KeyObject;
  readonly publicKey: string;
}

function keyOf(n: number): Key {
  const der = Buffer.from(SEED_PREFIX + Buffer.alloc(32, n).toString("hex"), "hex");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const x = createPublicKey(key).export({ format: "jwk" }).x ?? "";
  return { key, publicKey: Buffer.from(x, "base64url").toString("hex") };
}

function now(): bigint {
  return (BigInt(Date.now()) * 1_000_000n) / PERIOD_NS;
}

function opening(
  { key, publicKey }: Key,
  net: string,
  salt = "next",
): { text: string; id: string } {
  const body = { engine_version: "x", next: sha256(salt).toString("hex") };
  const header = {
    anchor: "0".repeat(64),
    author: publicKey,
    body_hash: sha256(canonical(body)).toString("hex"),
    body_len: canonical(body).length,
    calcond: Number(now()),
    kind: "spine.open",
    net,
    prev: "0".repeat(64),
    seq: 0,
    v: 1,
  };
  const text = canonical(header);
  const sig = sign(null, Buffer.from(`calc-event-sig/1\0${text}`), key).toString("hex");
  return {
    text: canonical({ body, header, sig }),
    id: sha256(`calc-event/1\0${text}`).toString("hex"),
  };
}

function handshake(body: string | Buffer, sender: string, kid = 1, calcond = now()): string {
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(calcond);
  const mac = createHmac("sha256", Buffer.from(SECRETS[kid - 1] ?? "", "hex"))
    .update(
      Buffer.concat([Buffer.from("calc-hs/1\0"), Buffer.from(sender, "hex"), at, sha256(body)]),
    )
    .digest("hex");
  return `v1;kid=${kid};sender=${sender};calcond=${calcond};mac=${mac}`;
}

describe("the mesh over HTTP", () => {
  const dir = temporaryDir("mesh-http");
  const [alice, bob] = [keyOf(1), keyOf(2)];
  let node: RunningNode;
  let net: string;
  before(async () => {
    const file = join(dir.path, "secrets");
    writeFileSync(file, `2:${SECRETS[1]}\n1:${SECRETS[0]}\n`, { mode: 0o600 });
    node = await startNode({ dataDir: join(dir.path, "a"), args: ["--mesh-secret-file", file] });
    net = textOf((await call(node, "GET", "/api/mesh/status")).body, "net");
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const post = (raw: string | Buffer, header?: string): Promise<Reply> =>
    call(node, "POST", PATH, undefined, {
      key: null,
      raw,
      headers: header === undefined ? {} : { "x-node-handshake": header },
    });

  it("takes an event by either of two secrets, and a repetition without effect", async () => {
    for (const [kid, key] of [
      [1, alice],
      [2, bob],
    ] as const) {
      const { text, id } = opening(key, net);
      const header = handshake(text, key.publicKey, kid);
      const first = await post(text, header);
      expect(first.status, first.text).to.equal(200);
      expect(first.body).to.deep.equal({ accepted: true, id, state: "linked", duplicate: false });
      const again = await post(text, header);
      expect(again.body).to.deep.equal({ accepted: true, id, state: "linked", duplicate: true });
    }
    const status = (await call(node, "GET", "/api/mesh/status")).body;
    expect(numberOf(status, "recentGossipCount")).to.equal(2);
    expect(numberOf(status, "lastGossip")).to.equal(2);
  });

  it("refuses in the stated order, each with its code", async () => {
    const key = keyOf(3);
    const { text } = opening(key, net);
    const { publicKey } = key;
    const good = handshake(text, publicKey);
    expectProblem(await post(Buffer.alloc(65_537, 0x20)), 413, "TOO_LARGE");
    expect(
      expectProblem(await post("not JSON at all"), 401, "MISSING_HANDSHAKE")["detail"],
    ).to.contain("x-node-handshake");
    expect(
      expectProblem(await post("not JSON", "v1;kid=1"), 401, "BAD_HANDSHAKE")["detail"],
    ).to.contain("v1;kid=<1-255>");
    expect(expectProblem(await post(`${text} `, good), 401, "BAD_HANDSHAKE")["detail"]).to.contain(
      "MAC",
    );
    expect(
      expectProblem(await post(text, good.replace("kid=1", "kid=9")), 401, "BAD_HANDSHAKE")[
        "detail"
      ],
    ).to.contain("kid");
    expect(
      expectProblem(
        await post(text, handshake(text, publicKey, 1, now() - 125n)),
        401,
        "STALE_HANDSHAKE",
      )["detail"],
    ).to.contain("over 120");
    expectProblem(
      await post(text, handshake(text, publicKey, 1, now() + 4n)),
      401,
      "STALE_HANDSHAKE",
    );
    const with_ = (changed: string): Promise<Reply> => post(changed, handshake(changed, publicKey));
    expectProblem(await with_(`${text} `), 400, "NOT_CANONICAL");
    expectProblem(await with_("{}"), 400, "BAD_EVENT");
    expectProblem(await with_(text.replace("spine.open", "spine.shut")), 400, "UNKNOWN_KIND");
    expectProblem(await with_(opening(key, "00000000").text), 400, "WRONG_NET");
    const signed = text.replace(
      /"sig":"(..)/,
      (_all, two: string) => `"sig":"${two === "00" ? "01" : "00"}`,
    );
    expectProblem(await with_(signed), 401, "BAD_SIGNATURE");
    const other = expectProblem(
      await (async () => {
        await with_(text);
        const rival = opening(key, net, "another").text;
        return post(rival, handshake(rival, publicKey));
      })(),
      409,
      "EQUIVOCATION",
    );
    expect(other["evidence"]).to.match(/^[0-9a-f]{64}$/);
    const status = (await call(node, "GET", "/api/mesh/status")).body;
    expect(listOf(status, "frozen")).to.deep.equal([publicKey]);
    expect(numberOf(status, "evidence")).to.equal(1);
    const bundle = await call(
      node,
      "GET",
      `/api/mesh/log/${publicKey}/tile/entries/000.p/1`,
      undefined,
      { key: null },
    );
    expect([bundle.status, bundle.headers.get("x-disputed-from")]).to.deep.equal([200, "0"]);
    const proof = await call(
      node,
      "GET",
      `/api/mesh/log/${publicKey}/consistency?from=1&to=1`,
      undefined,
      { key: null },
    );
    expect(proof.body).to.deep.equal({ from: 1, to: 1, proof: [], disputed_from: 0 });
    const honest = await call(
      node,
      "GET",
      `/api/mesh/log/${alice.publicKey}/tile/0/000.p/1`,
      undefined,
      { key: null },
    );
    expect([honest.status, honest.headers.get("x-disputed-from")]).to.deep.equal([200, null]);
    // Handed in without a signed head.
    const unsigned = await call(
      node,
      "GET",
      `/api/mesh/log/${alice.publicKey}/checkpoint`,
      undefined,
      { key: null },
    );
    expectProblem(unsigned, 404, "NOT_FOUND");
  });

  it("without a secret refuses before it looks at anything, and still tells its status", async () => {
    const bare = await startNode({ dataDir: join(dir.path, "bare") });
    try {
      const refused = await call(bare, "POST", PATH, undefined, {
        key: null,
        raw: Buffer.alloc(70_000),
      });
      expectProblem(refused, 503, "NO_MESH_SECRET");
      const status = await call(bare, "GET", "/api/mesh/status", undefined, { key: null });
      expect(status.status).to.equal(200);
      expect(status.body).to.include({
        gossip: "disabled",
        coherenceScore: null,
        lastGossip: 0,
        lastGossipCalcond: null,
      });
      expectProblem(await call(bare, "POST", "/api/mesh/verify", {}), 503, "NO_MESH_SECRET");
    } finally {
      await bare.stop();
    }
  });

  it("states every field of its status", async () => {
    const status = (await call(node, "GET", "/api/mesh/status", undefined, { key: null })).body;
    expect(Object.keys(status)).to.include.members([
      "coherenceScore",
      "recentGossipCount",
      "lastGossip",
      "lastGossipCalcond",
      "nodeId",
      "publicKey",
      "net",
      "gossip",
      "peers",
      "topicMesh",
      "authors",
      "spine",
      "detached",
      "frozen",
      "evidence",
      "spines",
      "shardsHeld",
      "clockOffsetMs",
      "restoreGuard",
      "engineVersion",
      "registryGeneration",
    ]);
    const spine = fieldsOf(status, "spine");
    expect(numberOf(spine, "seq")).to.equal(numberOf(spine, "size") - 1);
    expect(textOf(spine, "id")).to.match(/^[0-9a-f]{64}$/);
    expect(textOf(spine, "root")).to.match(/^[0-9a-f]{64}$/);
  });

  /** This node serves the spine of another one, and it is the one whose head that one signed. */
  async function isServedHere(other: RunningNode): Promise<void> {
    const path = `/api/mesh/log/${other.api.publicKey}`;
    const there = { api: { ...other.api, http: node.api.http } };
    let reply = await call(there, "GET", `${path}/checkpoint`, undefined, { key: null });
    while (reply.status !== 200) {
      expect(reply.status === 404 || reply.headers.get("retry-after") === "2", reply.text).to.equal(
        true,
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
      reply = await call(there, "GET", `${path}/checkpoint`, undefined, { key: null });
    }
    const [text, signature] = reply.text.split("\n\n");
    const [origin, size, root] = text!.split("\n");
    expect(origin).to.equal(`calc/${net}/${other.api.publicKey}`);
    const blob = Buffer.from(signature!.split(" ")[2]!, "base64");
    expect(isSignedBy(other.api.publicKey, `${text}\n`, blob.subarray(4))).to.equal(true);
    const leaves = await leavesOf(there, Number(size));
    expect(merkleTree(leaves).toString("base64")).to.equal(root);
    const headers = await headersOf(there, Number(size));
    expect(headers.map((header) => merkleLeaf(Buffer.from(header)).toString("hex"))).to.deep.equal(
      leaves.map((leaf) => leaf.toString("hex")),
    );
    const answer = (
      await call(there, "GET", `${path}/consistency?from=2&to=${size}`, undefined, { key: null })
    ).body;
    const proof = listOf(answer, "proof").map((hash) =>
      Buffer.from(typeof hash === "string" ? hash : "", "hex"),
    );
    expect(
      isConsistent(2, Number(size), merkleTree(leaves.slice(0, 2)), merkleTree(leaves), proof),
    ).to.equal(true);
    expectProblem(
      await call(there, "GET", `${path}/tile/0/001`, undefined, { key: null }),
      404,
      "NOT_FOUND",
    );
    expectProblem(
      await call(there, "GET", `${path}/consistency?from=1&to=99999`, undefined, { key: null }),
      400,
      "INVALID_INPUT",
    );
  }

  it("makes a real round with a peer: heads agree, a shared receipt comes out with the same bits", async () => {
    const [address] = node.api.p2p;
    const other = await startNode({
      dataDir: join(dir.path, "b"),
      args: [
        "--mesh-secret-file",
        join(dir.path, "secrets"),
        "--bootstrap",
        String(address),
        "--rate-limits",
        "off",
      ],
    });
    try {
      await sealed(other, force("shared"));
      for (;;) {
        const round = (await call(other, "POST", "/api/mesh/verify", { peers: 1 }, { key: null }))
          .body;
        if (
          round["peers"] !== 1 ||
          numberOf(round, "compared") < 1 ||
          numberOf(round, "sampled") < 1
        ) {
          await new Promise((resolve) => {
            setTimeout(resolve, 200);
          });
          continue;
        }
        expect(round["coherenceScore"]).to.equal(1);
        expect(round["agreed"]).to.equal(round["compared"]);
        expect(round["recomputed"]).to.equal(round["sampled"]);
        expect(listOf(round, "mismatches")).to.deep.equal([]);
        break;
      }
      const status = (await call(other, "GET", "/api/mesh/status")).body;
      expect(status["coherenceScore"]).to.equal(1);
      const [score] = listOf((await call(other, "GET", "/api/mesh/scores")).body, "scores");
      expect(score).to.include({ nodeId: node.api.peerId, application: 100, faults: 0 });
      // The points for a peer the operator named are part of what the gossip layer says.
      expect(numberOf(score, "score")).to.be.at.least(100);
      const peers = listOf((await call(node, "GET", "/api/mesh/peers")).body, "peers");
      expect(peers).to.have.length(1);
      expect(peers[0]).to.include({
        nodeId: other.api.peerId,
        publicKey: other.api.publicKey,
        greeted: true,
      });
      await isServedHere(other);
      await isHeldHere(other);
      // Both that may hold it say that they have none.
      expectProblem(await call(node, "GET", NOBODYS), 404, "NOT_FOUND");
    } finally {
      await other.stop();
    }
    // One of them is not reached now: nobody may say that there is none.
    const refused = await call(node, "GET", NOBODYS);
    expectProblem(refused, 503, "NOT_READY");
    expect(Number(refused.headers.get("retry-after"))).to.be.at.least(1);
  });

  /** The node has all that another has said, its announcement of itself among it. */
  async function isHeldHere(other: RunningNode): Promise<void> {
    const { size } = await spineOf(other);
    for (;;) {
      const heads = listOf((await call(node, "GET", "/api/mesh/status")).body, "heads");
      const head = heads.find((one) => textOf(one, "author") === other.api.publicKey);
      if (head !== undefined && numberOf(head, "held") >= size - 1) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
  }

  it("checks who holds an address, ten times a minute and no more", async () => {
    const address = scryptSync(Buffer.from(alice.publicKey, "hex"), "calc-addr/1", 8, {
      N: 16_384,
      r: 8,
      p: 1,
    }).toString("hex");
    const claim = (holder: Key, nonce: string, of = address): Fields => {
      const { publicKey } = holder;
      const message = `calc-possess/1\0${canonical({ address: of, nonce, publicKey })}`;
      return {
        address: of,
        publicKey,
        nonce,
        signature: sign(null, Buffer.from(message), holder.key).toString("hex"),
      };
    };
    const ask = (body: Fields): Promise<Reply> =>
      call(node, "POST", "/api/mesh/verify", body, { key: null });
    expect((await ask(claim(alice, "now"))).body).to.deep.equal({ valid: true, address });
    expect((await ask(claim(bob, "now"))).body).to.deep.equal({ valid: false, address });
    expect((await ask({ ...claim(alice, "now"), nonce: "later" })).body).to.deep.equal({
      valid: false,
      address,
    });
    expectProblem(await ask({ address }), 400, "INVALID_INPUT");
    for (let i = 4; i < 10; i += 1) await ask(claim(bob, "again"));
    expectProblem(await ask(claim(alice, "now")), 429, "RATE_LIMITED");
  });

  it("is shown by the command line, as tables and as JSON", async () => {
    const said = async (...argv: readonly string[]): Promise<{ exit: number; out: string }> => {
      let out = "";
      const exit = await runCli(
        [...argv, "--url", node.api.http],
        {
          client: daemonClient,
          readFile: async () => "",
          readStdin: async () => "",
          out: (text) => {
            out += text;
          },
          err: () => undefined,
          isTerminal: false,
        },
        verbs,
      );
      return { exit, out };
    };
    const status = await said("mesh", "status");
    expect(status.exit).to.equal(0);
    expect(status.out).to.match(/^coherence +not yet verified$/m);
    expect(JSON.parse((await said("mesh", "status", "--json")).out)).to.include({
      gossip: "on",
      net,
    });
    expect((await said("peers")).exit).to.equal(0);
    expect((await said("mesh", "topics")).out).to.match(/^head +0 /m);
    expect((await said("mesh", "scores", "--json")).out).to.include('"graylist":-16000');
    expect((await said("mesh", "nonsense")).exit).to.equal(2);
    expect((await said("mesh", "verify", "--peers", "17")).exit).to.equal(2);
  });

  it("the operator keeps peers and networks out, lets them in, and connects", async () => {
    const data = join(dir.path, "a");
    const run = (...words: readonly string[]): Promise<Ran> =>
      calc([...words, "--data-dir", data, "--json"]);
    const json = async (...words: readonly string[]): Promise<Fields> => {
      const { code, err, out } = await run(...words);
      expect(code, out + err).to.equal(0);
      return parseFields(out);
    };
    const banned = await json("peers", "ban", "203.0.113.77/24", "--reason", "floods");
    expect(banned).to.include({ target: "203.0.113.0/24", rule: "ban", by: "operator" });
    await json("peers", "allow", alice.publicKey);
    const listed = await json("peers", "list");
    // The author of two histories, above, was cut off by points.
    const rules = fieldsIn(listed["rules"]).map(({ rule, by }) => `${String(rule)} ${String(by)}`);
    expect(rules).to.deep.equal(["allow operator", "ban operator", "ban points"]);
    expect(await json("peers", "forget", "203.0.113.0/24")).to.include({ forgotten: true });
    expect((await run("peers", "forget", "203.0.113.0/24")).code).to.not.equal(0);
    expect((await run("peers", "ban", "nobody")).code).to.equal(2);
    const nobody = await json("peers", "connect", "/ip4/127.0.0.1/tcp/9");
    expect(nobody).to.include({ connected: false, fault: "REFUSED" });
    const gone = await json("peers", "disconnect", alice.publicKey);
    expect(gone).to.include({ wasConnected: false });
    const minted = await call(node, "POST", "/api/demo-key/mint");
    const stranger = { key: textOf(minted.body, "key") };
    const reply = await call(node, "POST", "/api/mesh/rules/ban", { target: "1.2.3.4" }, stranger);
    expectProblem(reply, 403, "FORBIDDEN");
  });
});
