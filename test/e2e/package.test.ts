/** What is deployed is small, whole, and runs where nothing else of the checkout is. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir } from "../../scripts/devnet.js";
import { filesOf, layOutPackage } from "../../scripts/program/package.js";

const BYTES_MAX = 90e6;

describe("e2e: the package", () => {
  const dir = temporaryDir("package");
  let target = "";
  let files: ReadonlyMap<string, number> = new Map();

  before(async () => {
    target = await layOutPackage(dir.path);
    files = filesOf(target);
  });
  after(() => dir.remove());

  it("is below 90 MB and has one native binary, and nothing that only a build needs", () => {
    expect([...files.values()].reduce((sum, size) => sum + size, 0)).to.be.below(BYTES_MAX);
    const paths = [...files.keys()];
    expect(paths.filter((path) => path.endsWith(".node"))).to.have.lengthOf(1);
    expect(
      paths.filter((path) => /\.(?:ts|map|cc?|h|gyp|tsbuildinfo)$|\.test\.|recorder/.test(path)),
    ).to.deep.equal([]);
    expect(
      paths.filter((path) => !/^(?:program|node_modules|deploy)\//.test(path)).sort(),
    ).to.deep.equal(["LICENSES.txt", "package.json"]);
  });

  it("is started as the checkout is, by the same Node", () => {
    const own = JSON.parse(readFileSync(join(target, "package.json"), "utf8")) as {
      readonly scripts: { readonly start: string };
      readonly engines: object;
    };
    const checkout = JSON.parse(readFileSync("package.json", "utf8")) as typeof own;
    expect(own.scripts.start).to.equal(checkout.scripts.start.replace("dist/", ""));
    expect(own.engines).to.deep.equal(checkout.engines);
  });

  it("starts, seals a computation, and checks its receipt", async () => {
    const calc = join(target, "program", "calc.js");
    const node = await startNode({
      dataDir: join(dir.path, "data"),
      calc,
      args: ["--metrics", "127.0.0.1:0"],
    });
    try {
      const response = await fetch(`${node.api.http}/api/calc/compute`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${node.api.token}`,
          "content-type": "application/json",
        },
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
      expect(execFileSync(calc, ["verify", receipt], { encoding: "utf8" })).to.match(
        /computed again: 198055856502802840000 N, the same bits/,
      );
      const [metrics] = /http:\S+\/metrics/.exec(node.output())!;
      const scrape = await fetch(metrics, {
        headers: { accept: "application/openmetrics-text;q=0.5,text/plain;q=0.3" },
      });
      expect(scrape.headers.get("content-type")).to.match(/^application\/openmetrics-text;/);
      const told = await scrape.text();
      expect(told).to.match(/^calc_ready 1$/m);
      expect(told).to.match(/^calc_db_size_bytes [1-9]/m);
      expect(told).to.match(/^calc_http_requests_total\{op="calc_compute",.*\} 1$/m);
    } finally {
      expect(await node.stop(), node.output()).to.equal(0);
    }
  });
});
