/** The deployed package is small, whole, and runs where nothing else of the checkout is. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { UWS_SHA256, uwsBinaryName } from "../../../api/http/uwsBinary.js";
import type { ApiInfo } from "../../../node/runtime/apiFile.js";
import { START_STEPS } from "../../../node/runtime/startSteps.js";
import { NODE_FLAGS, temporaryDir } from "../../../scripts/devnet/daemons.js";
import { filesOf, layOutPackage } from "../../../scripts/program/package.js";
import { readUnit } from "../../kit/unitFile.js";

const BYTES_MAX = 90e6;
const REQUESTS = 1_000;

/** The unit of a package, as if it were installed where it stands. */
function installed(target: string): string {
  return readFileSync(join(target, "deploy", "calcmesh.service"), "utf8")
    .replaceAll("/usr/bin/node", process.execPath)
    .replaceAll("/opt/calcmesh", target);
}

/** Sends requests over one connection, without waiting between them. @returns answers with 200 */
async function answersOf(http: string, count: number): Promise<number> {
  const { host, hostname, port } = new URL(http);
  const socket = connect(Number(port), hostname);
  const head = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n`;
  socket.write(`${head}\r\n`.repeat(count - 1));
  socket.write(`${head}Connection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text.split("HTTP/1.1 200 OK").length - 1;
}

describe("e2e: the package", () => {
  const dir = temporaryDir("package");
  let target = "";
  let files: ReadonlyMap<string, number> = new Map();

  before(async () => {
    target = await layOutPackage(dir.path);
    files = filesOf(target);
  });
  after(() => dir.remove());

  it("is below 90 MB and has one native binary of the store and one of the server, and nothing that only a build needs", () => {
    expect([...files.values()].reduce((sum, size) => sum + size, 0)).to.be.below(BYTES_MAX);
    const paths = [...files.keys()];
    const binaries = paths.filter((path) => path.endsWith(".node")).sort();
    expect(binaries).to.have.lengthOf(2);
    expect(binaries[0]).to.match(/^node_modules\/classic-level\//);
    expect(binaries[1]).to.equal(`node_modules/uWebSockets.js/uws_${uwsBinaryName()}.node`);
    const bytes = readFileSync(join(target, binaries[1]!));
    expect(UWS_SHA256[uwsBinaryName()]).to.equal(createHash("sha256").update(bytes).digest("hex"));
    expect(
      paths.filter((path) =>
        /\.(?:ts|map|cc?|h|gyp|tsbuildinfo)$|\.test\.|(?:recorder|rehearse)\.js$/.test(path),
      ),
    ).to.deep.equal([]);
    expect(
      paths.filter((path) => !/^(?:program|console|node_modules|deploy)\//.test(path)).sort(),
    ).to.deep.equal(["LICENSES.txt", "package.json"]);
  });

  it("is started as the checkout is, by the same Node", () => {
    interface Started {
      readonly scripts: { readonly start: string };
      readonly engines: object;
    }
    const own: Started = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
    const checkout: Started = JSON.parse(readFileSync("package.json", "utf8"));
    expect(own.scripts.start).to.equal(checkout.scripts.start.replace("dist/", ""));
    expect(own.engines).to.deep.equal(checkout.engines);
  });

  it("starts as the unit does, seals a computation, checks its receipt, and stops", async () => {
    const dataDir = join(dir.path, "data");
    const unit = readUnit(installed(target), { "%S/calcmesh": dataDir });
    const env = {
      ...unit.environment,
      PATH: process.env["PATH"]!,
      CALC_HTTP: "127.0.0.1:0",
      CALC_P2P: "/ip4/127.0.0.1/tcp/0",
      CALC_METRICS: "127.0.0.1:0",
    };
    const [command, ...words] = unit.start;
    const node = spawn(command!, words, { cwd: dir.path, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const from of [node.stdout, node.stderr])
      from.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const exited = once(node, "exit");
    try {
      // It waits until the node is ready; a node that ended ends the test by its time limit.
      execFileSync(unit.startPost[0]!, unit.startPost.slice(1), { env, timeout: 60_000 });
      const { http, token }: ApiInfo = JSON.parse(readFileSync(join(dataDir, "api.json"), "utf8"));
      const response = await fetch(`${http}/api/calc/compute`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({
          operators: ["NM21"],
          inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
        }),
      });
      const answer = await response.text();
      expect(response.status, answer).to.equal(200);
      const receipt = join(dir.path, "receipt.json");
      writeFileSync(receipt, answer);
      // G m1 m2/r^2 with CODATA 2022's G, by Python's decimal.
      const calc = join(target, "program", "calc.js");
      expect(execFileSync(calc, ["verify", receipt], { encoding: "utf8" })).to.match(
        /computed again: 198055856502802840000 N, the same bits/,
      );
      const [metrics] = /http:\S+\/metrics/.exec(output)!;
      const scrape = await fetch(metrics, {
        headers: { accept: "application/openmetrics-text;q=0.5,text/plain;q=0.3" },
      });
      expect(scrape.headers.get("content-type")).to.match(/^application\/openmetrics-text;/);
      const metricsText = await scrape.text();
      expect(metricsText).to.match(/^calc_ready 1$/m);
      expect(metricsText).to.match(/^calc_db_size_bytes [1-9]/m);
      expect(metricsText).to.match(/^calc_http_requests_total\{op="calc_compute",.*\} 1$/m);
      expect(await answersOf(http, REQUESTS)).to.equal(REQUESTS);
    } finally {
      node.kill(unit.killSignal);
      expect(await exited, output).to.deep.equal([0, null]);
      const lines = output.split("\n").filter((line) => line.startsWith("{"));
      // However many requests there were.
      const messages = lines.map((line) => {
        const { msg }: { readonly msg: string } = JSON.parse(line);
        return msg;
      });
      expect(messages).to.deep.equal(["started", "stopping", "stopped"]);
    }
  });

  it("has a unit that systemd accepts, with little rights", () => {
    const text = installed(target);
    for (const line of ["NoNewPrivileges=yes", "DynamicUser=yes", "ProtectSystem=strict"])
      expect(text).to.include(`\n${line}\n`);
    const { start } = readUnit(text, {});
    expect(start.slice(1, -2)).to.deep.equal(NODE_FLAGS);
    // Whatever of its steps is too slow, the daemon says so before the unit is ended.
    const deadlines = Object.values(START_STEPS).map(({ deadlineMs }) => deadlineMs / 1_000);
    const seconds = deadlines.reduce((sum, some) => sum + some, 0);
    expect(text).to.include(`\nTimeoutStartSec=${seconds}\n`);
    expect(text).to.include("\nExecReload=/bin/kill -HUP $MAINPID\n");
    // Where systemd is; what stands above holds without it, too.
    if (spawnSync("systemd-analyze", ["--version"]).status !== 0) return;
    const file = join(dir.path, "calcmesh.service");
    writeFileSync(file, text);
    const drop = `${file}.d`;
    cpSync(join(target, "deploy", "mesh.conf"), join(drop, "mesh.conf"));
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    expect(verified.stdout + verified.stderr).to.equal("");
    expect(verified.status).to.equal(0);
    const rated = spawnSync("systemd-analyze", ["security", "--offline=yes", file], {
      encoding: "utf8",
    });
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(rated.stdout)!;
    expect(Number(exposure)).to.be.below(2);
  });
});
