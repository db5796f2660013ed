import { existsSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { startNode, temporaryDir } from "../../scripts/devnet/daemons.js";
import {
  call,
  expectProblem,
  fieldsOf,
  parseFields,
  spineOf,
  textOf,
  walkSpine,
} from "../kit/requests.js";

/** Whether anything accepts a connection at an address. */
function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function receiptIn(output: string): { id: string; how: string } {
  const match = /receipt\s+([0-9a-f]{64})\s+(\S+)/.exec(output);
  if (match === null) throw new Error(`no receipt in:\n${output}`);
  return { id: match[1]!, how: match[2]! };
}

describe("the life of a node", () => {
  const dir = temporaryDir("life");
  const dataDir = join(dir.path, "node");
  after(() => dir.remove());

  it("seals its first result, verifies it at the next start, and revokes the key of the first", async () => {
    const first = await startNode({ dataDir });
    const apiFile = join(dataDir, "api.json");
    const { id, how } = receiptIn(first.output());
    expect(how).to.equal("sealed");
    // EARTH_MOON_FORCE_N to the digits that the uncertainty of G leaves.
    expect(first.output()).to.contain(
      "F = 1.980559(45)e20 N, Earth and Moon\n            F = G m_1 m_2/r^2",
    );
    expect(statSync(apiFile).mode & 0o777).to.equal(0o600);
    expect(statSync(dataDir).mode & 0o777).to.equal(0o700);
    for (const name of ["ed25519.seed", "proof.key"]) {
      expect(statSync(join(dataDir, "identity", name)).mode & 0o777).to.equal(0o600);
    }
    const written = parseFields(await readFile(apiFile, "utf8"));
    expect(written).to.have.all.keys(
      "http",
      "ws",
      "p2p",
      "peerId",
      "publicKey",
      "token",
      "pid",
      "version",
    );
    expect(written["pid"]).to.equal(first.child.pid);
    expect(written["token"]).to.match(/^calc_ak_/);
    // The adapter that serves requests serves sockets, so both have one address.
    expect(written["ws"]).to.equal(first.api.http.replace(/^http/, "ws"));
    const plain = await call(first, "GET", `/ws/stream?channel=ch_${"a".repeat(26)}`);
    expect(plain.status, plain.text).to.equal(426);
    expect((await call(first, "GET", "/api/ready")).body).to.include({ ready: true });
    expect((await call(first, "GET", "/api/health", undefined, { key: null })).body).to.include({
      status: "ok",
    });
    const genesis = (await call(first, "POST", "/api/genesis/execute")).body;
    const before = await walkSpine(first);
    expect(before.size).to.equal(2);
    const identity = (await call(first, "GET", "/api/identity")).body;
    expect(identity).to.include({ valid: true, nodePublicKey: first.api.publicKey });
    expect(identity["roles"]).to.include("master");
    const ports = [
      Number(new URL(first.api.http).port),
      Number(/\/tcp\/(\d+)/.exec(first.api.p2p[0]!)![1]),
    ];
    expect(await Promise.all(ports.map((port) => isListening("127.0.0.1", port)))).to.deep.equal([
      true,
      true,
    ]);

    expect(await first.stop()).to.equal(0);
    expect(existsSync(apiFile)).to.equal(false);
    expect(await Promise.all(ports.map((port) => isListening("127.0.0.1", port)))).to.deep.equal([
      false,
      false,
    ]);

    const second = await startNode({ dataDir });
    try {
      expect(receiptIn(second.output())).to.deep.equal({ id, how: "verified" });
      expect(second.api).to.include({ publicKey: first.api.publicKey, peerId: first.api.peerId });
      expect(second.api.token).to.not.equal(first.api.token);
      expect(await walkSpine(second)).to.deep.equal(before);
      expect((await call(second, "POST", "/api/genesis/execute")).body).to.deep.equal(genesis);
      const revoked = await call(
        second,
        "POST",
        "/api/calc/compute",
        { operators: ["KO42"] },
        { key: first.api.token },
      );
      expectProblem(revoked, 401, "INVALID_KEY");
      expect(
        (await call(second, "GET", "/api/identity", undefined, { key: first.api.token })).body,
      ).to.include({ valid: false });
      const receipt = await call(second, "GET", `/api/receipts/${id}`);
      expect(receipt.status).to.equal(200);
      expect((await call(second, "POST", "/api/calc/verify", receipt.body)).body).to.include({
        valid: true,
      });
    } finally {
      expect(await second.stop()).to.equal(0);
    }
  });

  it("genesis/execute answers the spine's first event and never makes a second", async () => {
    const node = await startNode({ dataDir: join(dir.path, "genesis") });
    try {
      const size = (await spineOf(node)).size;
      const [one, two] = [
        await call(node, "POST", "/api/genesis/execute", {}),
        await call(node, "POST", "/api/genesis/execute"),
      ];
      expect(one.status).to.equal(200);
      expect(two.text).to.equal(one.text);
      const header = fieldsOf(fieldsOf(one.body, "event"), "header");
      expect(header).to.include({
        kind: "spine.open",
        seq: 0,
        author: node.api.publicKey,
        prev: "0".repeat(64),
      });
      const body = fieldsOf(fieldsOf(one.body, "event"), "body");
      expect(body).to.have.all.keys("engine_version", "next");
      expect(textOf(body, "next")).to.match(/^[0-9a-f]{64}$/);
      expect((await spineOf(node)).size).to.equal(size);
    } finally {
      await node.stop();
    }
  });

  it("ends in good order when it is interrupted at once", async () => {
    const node = await startNode({ dataDir: join(dir.path, "interrupted") });
    const exited = new Promise<number | null>((resolve) => {
      node.child.once("exit", resolve);
    });
    node.child.kill("SIGINT");
    expect(await exited).to.equal(0);
  });
});
