/** Daemons that find each other on the local network, without a bootstrap address. */
import { createSocket } from "node:dgram";
import { writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  startNode,
  temporaryDir,
  writeMeshSecret,
  type RunningNode,
} from "../../../scripts/devnet/daemons.js";
import { call, listOf } from "../../kit/requests.js";

const GROUP = "224.0.0.251";
const PORT = 5353;
const PROBE_MS_MAX = 2_000;

/** Why a datagram to the group of multicast DNS does not come back here; null when it does. */
async function whyNoMulticast(): Promise<string | null> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const token = `probe ${process.pid}`;
  try {
    return await new Promise<string | null>((done) => {
      const timer = setTimeout(() => done("no multicast comes back on this machine"), PROBE_MS_MAX);
      const end = (why: string | null): void => {
        clearTimeout(timer);
        done(why);
      };
      socket.on("error", (error) => end(String(error)));
      socket.on("message", (message) => {
        if (message.toString() === token) end(null);
      });
      socket.bind(PORT, () => {
        for (const { family, address } of Object.values(networkInterfaces()).flatMap(
          (list) => list ?? [],
        )) {
          if (family !== "IPv4") continue;
          try {
            socket.addMembership(GROUP, address);
          } catch (error) {
            end(`${address} cannot join the group: ${String(error)}`);
          }
        }
        socket.send(token, PORT, GROUP, (error) => {
          if (error !== null) end(String(error));
        });
      });
    });
  } finally {
    socket.close();
  }
}

const reason = await whyNoMulticast();
const title = "nodes on a local network";

describe(reason === null ? title : `${title} (skipped: ${reason})`, () => {
  const dir = temporaryDir("lan");
  const nodes = new Set<RunningNode>();
  before(function check() {
    if (reason !== null) this.skip();
  });
  after(async () => {
    await Promise.all([...nodes].map((node) => node.stop()));
    dir.remove();
  });

  async function start(
    name: string,
    secret: string,
    ...args: readonly string[]
  ): Promise<RunningNode> {
    const node = await startNode({
      dataDir: join(dir.path, name),
      args: ["--mesh-secret-file", secret, "--mdns", "on", "--log-level", "debug", ...args],
    });
    nodes.add(node);
    return node;
  }

  async function stop(node: RunningNode): Promise<void> {
    await node.stop();
    nodes.delete(node);
  }

  /** Resolves when the log of `node` says that `other` has joined. */
  async function joined(node: RunningNode, other: RunningNode): Promise<void> {
    const isIn = (): boolean =>
      node
        .output()
        .split("\n")
        .some((line) => line.includes("a peer joined") && line.includes(other.api.publicKey));
    const { stdout, stderr } = node.child;
    await new Promise<void>((done) => {
      const look = (): void => {
        if (!isIn()) return;
        stdout!.off("data", look);
        stderr!.off("data", look);
        done();
      };
      stdout!.on("data", look);
      stderr!.on("data", look);
      look();
    });
  }

  it("find those with their secret, also at a new port, and nobody else", async () => {
    const ours = writeMeshSecret(dir.path);
    const theirs = join(dir.path, "other.secret");
    writeFileSync(theirs, `1:${"7f".repeat(32)}\n`, { mode: 0o600 });
    const stranger = await start("stranger", theirs);
    const a = await start("a", ours);
    const b = await start("b", ours);
    await Promise.all([joined(a, b), joined(b, a)]);
    const [portBefore] = b.api.p2p;
    await stop(b);
    const again = await start("b", ours, "--i-am-alone");
    expect(again.api.p2p[0]).to.not.equal(portBefore);
    await joined(again, a);
    const peers = await call(a, "GET", "/api/mesh/peers");
    expect(listOf(peers.body, "peers")).to.have.length(1);
    expect(listOf((await call(stranger, "GET", "/api/mesh/peers")).body, "peers")).to.deep.equal(
      [],
    );
  });

  it("are left alone when asked", async () => {
    const secret = writeMeshSecret(dir.path);
    const a = await start("quiet", secret, "--mdns", "off");
    const b = await start("eager", secret);
    const c = await start("eager too", secret);
    await Promise.all([joined(b, c), joined(c, b)]);
    expect(listOf((await call(a, "GET", "/api/mesh/peers")).body, "peers")).to.deep.equal([]);
  });
});
