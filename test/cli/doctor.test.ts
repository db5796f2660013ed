/** Each row of the doctor's list: well, and made to fail, with the command that mends it. */
import { chmod, chown, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../api/cli/exitCodes.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { identityMark, loadIdentity } from "../../node/runtime/identity/identity.js";
import { writeHead } from "../../node/spine/headFile.js";
import { OwnSpine } from "../../node/spine/ownSpine.js";
import { examined } from "../../scripts/cli/doctor/doctor.js";
import { NODE_FLOOR } from "../../scripts/cli/doctor/machine.js";
import { CLASSIC_LEVEL_VERSION, NATIVE_HASHES } from "../../scripts/cli/doctor/natives.js";
import type { Machine, Row } from "../../scripts/cli/doctor/row.js";
import { openStore } from "../../storage/store.js";
import { calc } from "../kit/calc.js";

const GB = 1_000_000_000;
/** 2026-11-26T00:00Z. */
const NOW_NS = 1_795_651_200_000_000_000n;

const WELL: Machine = {
  nodeVersion: "22.11.0",
  nowNs: () => NOW_NS,
  freeBytes: async () => 50 * GB,
  memoryBytes: 8 * GB,
  availableBytes: 4 * GB,
  openFiles: 65_536,
  registryHolds: () => true,
  natives: async () => [],
};

/** A directory that was used: three events, and the head noted. */
async function useDirectory(dir: string): Promise<void> {
  const store = await openStore({ dir });
  const identity = await loadIdentity(dir, nodeCrypto);
  const author = { seed: identity.seed, publicKey: identity.publicKeyHex };
  const spine = new OwnSpine({ author, net: "0badcafe" }, { crypto: nodeCrypto, store });
  await spine.reload();
  for (let i = 0; i < 3; i += 1) {
    const { operations } = spine.stage("digest", { i }, 1_000);
    await store.write(operations);
    spine.confirm();
  }
  await writeHead(dir, spine, identityMark(identity, nodeCrypto));
  await store.close();
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      resolve(address.port);
    });
  });
}

describe("calc doctor", () => {
  let dir = "";
  let home = "";
  /** Answers as a node would that is not ready and whose clock is off. */
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(
      request.url === "/api/ready"
        ? '{"ready":false,"reasons":["disk"]}'
        : '{"clockOffsetMs":5000}',
    );
  });
  let port = 0;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "calcmesh-doctor-"));
    home = join(dir, "home");
    await useDirectory(home);
    port = await listening(server);
  });
  after(async () => {
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  type Settings = { readonly [section: string]: { readonly [name: string]: unknown } };
  let files = 0;
  const rowsWith = async (
    settings: Settings,
    machine: Partial<Machine> = {},
    dataDir = home,
  ): Promise<readonly Row[]> => {
    files += 1;
    const config = join(dir, `settings-${files}.json`);
    // Ports of other tests of this machine are none of this one's business.
    const all = { http: { listen: "127.0.0.1:0" }, metrics: { listen: "off" }, ...settings };
    await writeFile(config, JSON.stringify(all));
    return examined({ "data-dir": dataDir, config }, { ...WELL, ...machine });
  };
  const row = (rows: readonly Row[], name: string): Row => rows.find((one) => one.name === name)!;
  const fails = (rows: readonly Row[], name: string, says: RegExp, mend: RegExp): void => {
    const found = row(rows, name);
    expect(found.state, JSON.stringify(found)).to.equal("fail");
    expect(found.says).to.match(says);
    expect(found.mend).to.match(mend);
  };

  it("finds nothing wrong with a node that is well", async () => {
    const rows = await rowsWith({});
    expect(rows.filter(({ state }) => state === "fail" || state === "warn")).to.deep.equal([]);
    for (const name of ["settings", "node", "home", "disk", "identity", "store", "head", "clock"])
      expect(row(rows, name).state, name).to.equal("ok");
  });

  it("tells what the machine lacks", async () => {
    const rows = await rowsWith(
      {},
      {
        nodeVersion: "20.18.3",
        registryHolds: () => false,
        natives: async () => [join(home, "VERSION")],
        memoryBytes: 100_000_000,
        openFiles: 64,
        freeBytes: async () => 16_777_215,
        nowNs: () => 777n,
      },
    );
    fails(rows, "node", /20\.18\.3, and 20\.19/, /Install/);
    fails(rows, "program", /not those that were built/, /npm run build/);
    fails(rows, "native", /is not what its package has/, /npm ci/);
    fails(rows, "memory", /100\.0 MB/, /512 MB/);
    fails(rows, "open files", /64 files/, /ulimit -n 65536/);
    fails(rows, "disk", /nothing is sealed/, /df -h/);
    fails(rows, "clock", /behind what the node sealed last/, /timedatectl/);
  });

  it("tells a setting that is none, by file", async () => {
    const rows = await rowsWith({ http: { lisen: "x" } });
    fails(rows, "settings", /http\.lisen in .*did you mean http\.listen/, /calc daemon --help/);
    expect(row(rows, "http").state).to.equal("skip");
  });

  it("tells a home that cannot be written", async () => {
    await writeFile(join(dir, "a-file"), "");
    fails(await rowsWith({}, {}, join(dir, "a-file")), "home", /is no directory/, /--data-dir/);
    const under = await rowsWith({}, {}, join(dir, "a-file", "below"));
    fails(under, "home", /a part of the path is a file/, /Check the path/);
    if (process.platform === "linux")
      fails(await rowsWith({}, {}, "/proc"), "home", /no such place/, /Check the path/);
    const missing = row(await rowsWith({}, {}, join(dir, "nowhere")), "home");
    expect(missing.state).to.equal("warn");
    expect(missing.mend).to.match(/^calc init --data-dir /);
  });

  it("tells secrets that others may read, or that are gone", async () => {
    const [seed, next] = ["ed25519.seed", "next.seed"].map((name) => join(home, "identity", name));
    await chmod(seed!, 0o640);
    fails(await rowsWith({}), "identity", /can be read by others: mode 640/, /^chmod 600 .*seed$/);
    await chmod(seed!, 0o600);
    await rename(next!, `${next}.away`);
    fails(await rowsWith({}), "identity", /next\.seed is missing/, /calc restore/);
    await rename(`${next}.away`, next!);
  });

  // Only who may give files away can have such a directory.
  if (process.getuid?.() === 0)
    it("tells files of another user, and opens no directory that is another's", async () => {
      const version = join(home, "VERSION");
      await chown(version, 1, 1);
      const rows = await rowsWith({});
      await chown(home, 1, 1);
      const others = await rowsWith({});
      const verified = await calc(["verify-db", "--data-dir", home]);
      await chown(home, 0, 0);
      await chown(version, 0, 0);
      fails(
        rows,
        "owner",
        /VERSION is of user 1, and the directory of user 0/,
        /^sudo chown -R 0 /,
      );
      expect(row(others, "store").state).to.equal("warn");
      expect(row(others, "head").state).to.equal("skip");
      expect(verified.code).to.equal(EXIT.refused);
      expect(verified.err).to.contain("OTHER_USER").and.contain("sudo -u '#1' calc");
    });

  it("tells a store that is damaged, or held by somebody", async () => {
    const current = join(home, "db", "CURRENT");
    await rename(current, `${current}.away`);
    const rows = await rowsWith({});
    await rename(`${current}.away`, current);
    fails(rows, "store", /CURRENT/, /calc store accept-loss/);
    expect(row(rows, "head").state).to.equal("skip");
    const store = await openStore({ dir: home, isVisit: true });
    fails(await rowsWith({}), "store", /another process has it/, /^fuser -v /);
    await store.close();
  });

  it("tells a head that the database has not", async () => {
    const file = join(home, "head.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"seq":2', '"seq":5'));
    const rows = await rowsWith({});
    await writeFile(file, "{}");
    const damaged = await rowsWith({});
    await writeFile(file, text);
    fails(rows, "head", /event 5 was written before the last stop/, /calc restore/);
    fails(damaged, "head", /is damaged/, /calc restore/);
  });

  it("tells addresses that are taken, and by whom", async () => {
    const place = `127.0.0.1:${port}`;
    const p2p = { listen: [`/ip4/127.0.0.1/tcp/${port}`] };
    const rows = await rowsWith({ http: { listen: place }, p2p });
    fails(rows, "http", new RegExp(`port ${port} of 127.0.0.1 is in use`), /--http HOST:PORT/);
    fails(rows, "p2p", /is in use/, /--p2p/);
    const metrics = row(await rowsWith({ metrics: { listen: place } }), "metrics");
    expect(metrics.state).to.equal("warn");
    expect(metrics.mend).to.match(/--metrics HOST:PORT/);
  });

  it("tells a mesh that cannot be joined", async () => {
    const closed = "/ip4/127.0.0.1/tcp/9";
    const open = `/ip4/127.0.0.1/tcp/${port}`;
    const secretFiles = [join(dir, "no-secret")];
    const rows = await rowsWith({ p2p: { bootstrap: [closed] }, mesh: { secretFiles } });
    fails(rows, "mesh secret", /no-secret/, /^ls -l /);
    fails(rows, "bootstrap", /0 of 1 can be reached; not .*tcp\/9/, /calc id/);
    const some = await rowsWith({ p2p: { bootstrap: [closed, open] } });
    expect(row(some, "bootstrap").state).to.equal("warn");
    expect(row(some, "mesh secret").state).to.equal("warn");
  });

  it("tells what a running node is not ready for, or that it does not answer", async () => {
    const api = (http: string): string =>
      JSON.stringify({ http, p2p: [], pid: process.pid, token: "", publicKey: "", peerId: "" });
    const file = join(home, "api.json");
    await writeFile(file, api(`http://127.0.0.1:${port}`));
    const rows = await rowsWith({});
    await writeFile(file, api("http://127.0.0.1:9"));
    const silent = await rowsWith({});
    await rm(file);
    fails(rows, "ready", /it is not: disk/, /Free some room/);
    fails(rows, "clock", /5000 ms/, /timedatectl/);
    fails(silent, "ready", /does not answer/, /^kill \d+/);
  });

  it("ends with 1 where something fails, and says all of it as JSON", async () => {
    const broken = await calc(["doctor", "--data-dir", join(dir, "a-file"), "--json"]);
    expect(broken.code).to.equal(EXIT.unexpected);
    const said: unknown = JSON.parse(broken.out);
    expect(said).to.include({ ok: false });
    const text = await calc(["doctor", "--data-dir", join(dir, "a-file")]);
    expect(text.out)
      .to.match(/^FAIL {2}home/m)
      .and.match(/^ +mend: /m);
  });

  it("knows the floor of package.json, and the native code that is installed", () => {
    const text = readFileSync("package.json", "utf8");
    expect(text).to.contain(`"node": ">=${NODE_FLOOR.join(".")}"`);
    const module = join("node_modules", "classic-level");
    expect(readFileSync(join(module, "package.json"), "utf8")).to.contain(
      `"version": "${CLASSIC_LEVEL_VERSION}"`,
    );
    const hashes = readdirSync(join(module, "prebuilds"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".node"))
      .map((name) => readFileSync(join(module, "prebuilds", name)))
      .map((bytes) => createHash("sha256").update(bytes).digest("hex"));
    expect(hashes).to.have.members([...NATIVE_HASHES.keys()]);
  });
});
