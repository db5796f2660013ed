/** The conformance corpus replayed against a running node, as its operator's neighbour would. */
import { expect } from "chai";
import { createServer } from "node:http";
import { runCli } from "../../../api/cli/cli.js";
import { verbs } from "../../../scripts/cli/verbs.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { runs } from "../../kit/runs.js";
import { call, textOf } from "../../kit/requests.js";

interface Said {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function calc(...argv: readonly string[]): Promise<Said> {
  let out = "";
  let err = "";
  const exit = await runCli(
    argv,
    {
      client: () => Promise.reject(new Error("no daemon of its own is asked")),
      readFile: () => Promise.reject(new Error("no file is read")),
      readStdin: () => Promise.resolve(""),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      isTerminal: false,
    },
    verbs,
  );
  return { exit, out, err };
}

describe("calc conformance run", () => {
  const dir = temporaryDir("conformance");
  let node: RunningNode;
  // The corpus costs more than a new account has: the operator's own key is never charged.
  before(async () => {
    node = await startNode({ dataDir: dir.path });
    process.env["CALC_TOKEN"] = node.api.token;
  });
  after(async () => {
    delete process.env["CALC_TOKEN"];
    await node.stop();
    dir.remove();
  });

  it("finds every case as published, bit for bit, and exits 0", async () => {
    const { exit, out } = await calc(
      "conformance",
      "run",
      node.api.http,
      "--json",
      "--only",
      runs("operator/C", "operator/"),
    );
    const summary = JSON.parse(out);
    expect(summary.differences).to.deep.equal([]);
    expect(exit).to.equal(0);
    expect(summary.cases).to.be.greaterThan(100);
    expect(summary).to.include({
      agree: summary.cases,
      compared_bits: true,
      registry_drift: false,
    });
  });

  it("replays what is typed by hand too, and says the result in words", async () => {
    const { exit, out } = await calc(
      "conformance",
      "run",
      `${node.api.http}/`,
      "--only",
      "language/",
    );
    expect(out).to.match(/^(\d+) of \1 cases agree bit for bit at http/);
    expect(exit).to.equal(0);
  });

  it("says what it costs before anything runs, and spends no more than it is told to", async () => {
    const asOperator = process.env["CALC_TOKEN"];
    delete process.env["CALC_TOKEN"];
    try {
      const books = async (): Promise<string> =>
        (await call(node, "GET", "/api/transparency/breakdown")).text;
      const before = await books();
      const whole = await calc("conformance", "run", node.api.http, "--json");
      expect(whole.exit).to.equal(5);
      expect(JSON.parse(whole.out).detail).to.match(
        /^\d+ cases cost \d{4} credits and a new account has 128; nothing was run$/,
      );
      expect(await books()).to.equal(before);
      // KO42 alone is 1, one domain operator 3, by the price list; refusals and equations typed by
      // hand cost nothing.
      const part = await calc(
        "conformance",
        "run",
        node.api.http,
        "--only",
        "operator/NM2",
        "--credits",
        "7",
        "--json",
      );
      expect(part.exit, part.out).to.equal(0);
      const { agree, cases, credits, left_out } = JSON.parse(part.out);
      expect({ agree, cases, credits }).to.deep.equal({ agree: 2, cases: 2, credits: 6 });
      expect(left_out).to.be.greaterThan(5);
      expect(part.err).to.match(
        /^2 cases cost 6 credits; \d+ more, which would cost \d+, are left out\n$/,
      );
      const free = await calc(
        "conformance",
        "run",
        node.api.http,
        "--only",
        "refusal/",
        "--credits",
        "0",
      );
      expect(free.out).to.match(/^(\d+) of \1 cases agree/);
      // An account that has less than is asked for.
      const poor = textOf(
        (await call(node, "POST", "/api/demo-key/mint", {}, { key: null })).body,
        "key",
      );
      process.env["CALC_TOKEN"] = poor;
      const refused = await calc("conformance", "run", node.api.http, "--credits", "200");
      expect(refused.exit).to.equal(5);
      expect(refused.err).to.match(
        /cost (19\d|200) credits and the account of CALC_TOKEN has 128; nothing was run/,
      );
      expect(
        (await call(node, "GET", "/api/ledger", undefined, { key: poor })).body["spent"],
      ).to.equal(0);
      process.env["CALC_TOKEN"] = "calc_ak_nonsense";
      expect((await calc("conformance", "run", node.api.http)).exit).to.equal(4);
    } finally {
      process.env["CALC_TOKEN"] = asOperator;
    }
  });

  it("prints the differences of a node that answers wrongly, and does not exit 0", async () => {
    const liar = createServer((request, response) => {
      const key = request.url?.includes("register") === true;
      const corpus = request.url?.includes("conformance") === true;
      const balance = request.url?.includes("ledger") === true;
      const body = balance
        ? { available: { free: 128, paid: 0 }, unlimited: false }
        : corpus
          ? {
              engine_version: "calc-engine/2",
              registry_version: "ff",
              corpus_sha256: "00",
              registry_drift: false,
              cases: [],
            }
          : key
            ? { account: "a", cid: "a", key: "calc_ak_0" }
            : { value: 42, unit: "N" };
      response.writeHead(key ? 201 : 200, { "content-type": "application/json" });
      request.resume().on("end", () => response.end(JSON.stringify(body)));
    });
    const port = await new Promise<number>((resolve) => {
      liar.listen(0, "127.0.0.1", () => {
        const address = liar.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    try {
      const { exit, out } = await calc(
        "conformance",
        "run",
        `http://127.0.0.1:${port}`,
        "--only",
        "operator/NM2",
      );
      expect(exit).to.equal(12);
      expect(out).to.match(
        /operator\/NM21 {2}answer: expected [\d.e+]+ N within 1e-12, the node answers 42 N/,
      );
      expect(out).to.include("another registry");
      expect(out).to.match(/\n0 of \d+ cases agree/);
    } finally {
      liar.close();
    }
  });

  it("explains a command line that cannot be run", async () => {
    for (const argv of [
      ["conformance", "walk"],
      ["conformance", "run"],
      ["conformance", "run", "7777"],
      ["conformance", "run", "http://127.0.0.1:9", "--only", "nothing/"],
      ["conformance", "run", "http://127.0.0.1:9", "--credits", "1.5"],
      ["conformance", "run", "http://127.0.0.1:9", "--credits", "-1"],
    ]) {
      expect((await calc(...argv)).exit, argv.join(" ")).to.equal(2);
    }
  });
});
