/** Steps as a program and as the command line make them, follow them, and write them into files. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClient, type ApiClient } from "../../../../api/client/client.js";
import { followSteps, makeSteps } from "../../../../api/client/stepping.js";
import { runCli } from "../../../../api/cli/cli.js";
import { CliSession, type CliModules } from "../../../../api/cli/session.js";
import { reactorVerb } from "../../../../scripts/cli/services/reactor.js";
import { streamVerb } from "../../../../scripts/cli/services/stream.js";
import { verifyLogFile } from "../../../../scripts/cli/records/verifyLog.js";
import { temporaryDir } from "../../../../scripts/devnet/daemons.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/reactor";
const PROGRAM = {
  operators: ["NM19"],
  initialState: { value: 1 },
  transition: { inputs: { m: 2, a: "x.value / 2.0 + u / 2.0" } },
};

describe("reactors: stepping", () => {
  const dir = temporaryDir("stepping");
  let served: ServedNode;
  let key = "";
  let client: ApiClient;
  before(async () => {
    served = await serveNode();
  });
  beforeEach(async () => {
    key = await served.account();
    client = createClient({ baseUrl: served.http.url, key });
  });
  after(async () => {
    await served.close();
    dir.remove();
  });

  const make = async (changes: object = {}): Promise<string> => {
    const response = await served.call("POST", PATH, { key, body: { ...PROGRAM, ...changes } });
    expect(response.status, response.text).to.equal(201);
    return String(response.body["reactor"]);
  };
  const step = (reactor: string, body: object) =>
    served.call("POST", `${PATH}/${reactor}/step`, { key, body });

  const run = async (...words: string[]) => {
    let out = "";
    let err = "";
    const modules: CliModules = {
      client: () => Promise.resolve(client),
      readFile: (path) => Promise.resolve(readFileSync(path, "utf8")),
      readStdin: () => Promise.resolve(""),
      out: (text) => (out += text),
      err: (text) => (err += text),
      isTerminal: words.includes("--color"),
    };
    const exit = await runCli(words, modules, [reactorVerb, streamVerb]);
    return { exit, out, err, modules };
  };

  it("goes on from the last step that is known, and tells those that others made", async () => {
    const reactor = await make();
    await step(reactor, { u: 1 });
    await step(reactor, { u: 1 });
    const gaps: object[] = [];
    const numbers: number[] = [];
    const stepped = await makeSteps({
      client,
      reactor,
      after: 1,
      steps: 3,
      drive: () => 1,
      onGap: (gap) => gaps.push(gap),
      onStep: ({ n }) => numbers.push(n),
    });
    expect(stepped).to.deep.equal({ end: "done", last: 5, problem: null });
    expect(numbers).to.deep.equal([3, 4, 5]);
    expect(gaps).to.deep.equal([{ from: 2, to: 2 }]);
    // Somebody else steps between two of them.
    const raced = await makeSteps({
      client: {
        ...client,
        reactorState: client.reactorState,
        reactorStep: async (request, options) => {
          if (request.n === 5) await step(reactor, { u: 1 });
          return client.reactorStep(request, options);
        },
      },
      reactor,
      steps: 1,
      drive: () => 1,
      onGap: (gap) => gaps.push(gap),
    });
    expect(raced).to.include({ end: "done", last: 7 });
    expect(gaps.at(-1)).to.deep.equal({ from: 6, to: 6 });
  });

  it("follows what is made, and ends with the reactor", async () => {
    const reactor = await make({ maxSteps: 3 });
    await step(reactor, { u: 1 });
    const values: unknown[] = [];
    const followed = followSteps({
      client,
      reactor,
      after: 0,
      onStep: ({ x }) => values.push(x["value"]),
    });
    await step(reactor, { u: 3 });
    await step(reactor, { u: 5 });
    expect(await followed).to.include({ end: "finished", last: 3 });
    expect(values).to.deep.equal([2, 5, 10]);
    expect((await makeSteps({ client, reactor, steps: 1 })).end).to.equal("finished");
    const failing = await make({ onFail: "skip" });
    expect(await makeSteps({ client, reactor: failing, steps: 1 })).to.include({
      end: "failed",
      last: 0,
    });
  });

  it("calc reactor run: a table, pictures, and a log that is computed again", async () => {
    const reactor = await make();
    const file = (name: string): string => join(dir.path, name);
    writeFileSync(file("drive.txt"), "1\n3\n5\n");
    const files = ["csv", "png", "svg"].map((kind) => `--${kind} ${file(`t.${kind}`)}`).join(" ");
    const line = `reactor run ${reactor} --drive ${file("drive.txt")} ${files} --log ${file("t.ndjson")}`;
    const ran = await run(...line.split(" "));
    expect(ran.exit, ran.err).to.equal(0);
    expect(ran.out.split("\n").map((line) => line.replace(/\t\d+\t/, " "))).to.deep.equal([
      "1 2",
      "2 5",
      "3 10",
      "",
    ]);
    const table = readFileSync(file("t.csv"), "utf8").replaceAll(/,\d+,/g, ",");
    expect(table).to.equal("n,calcond,value\r\n0,1\r\n1,2\r\n2,5\r\n3,10\r\n");
    expect(readFileSync(file("t.png")).subarray(1, 4).toString()).to.equal("PNG");
    expect(readFileSync(file("t.svg"), "utf8")).to.match(/^<svg/);
    let shown = "";
    const out = (text: string): void => void (shown += text);
    const session = new CliSession({ json: true }, { ...ran.modules, out });
    expect(await verifyLogFile(session, file("t.ndjson"), {})).to.equal(0);
    expect(JSON.parse(shown)).to.deep.include({
      verdict: "valid",
      rows: 4,
      signed: 4,
      replay: {
        ...JSON.parse(shown).replay,
        steps: 3,
        replayed: 3,
        notReplayed: 0,
        firstDifference: null,
      },
    });
  });

  it("calc reactor run: a bar on a terminal, and problems with their exit codes", async () => {
    const reactor = await make();
    const bar = await run(
      "reactor",
      "run",
      reactor,
      "--steps",
      "2",
      "--u",
      "1",
      "--color",
      "never",
    );
    expect([bar.exit, bar.out]).to.deep.equal([0, ""]);
    expect(bar.err).to.contain(`[${"#".repeat(24)}] 2 of 2, n 2, value 3`);
    const failed = await run("reactor", "run", reactor, "--steps", "1", "--u", '"no number"');
    expect([failed.exit, failed.err.split(":")[0]]).to.deep.equal([9, "STEP_FAILED"]);
    // The drive was none of the reactor's own: it goes on with another.
    const next = await run("reactor", "run", reactor, "--steps", "1", "--u", "1");
    expect(next.exit, next.err).to.equal(0);
    const whole = await make({ maxSteps: 1 });
    expect((await run("reactor", "run", whole, "--steps", "1", "--u", "1")).exit).to.equal(0);
    const halted = await run("reactor", "run", whole, "--steps", "1", "--u", "1");
    expect([halted.exit, halted.err.split(":")[0]]).to.deep.equal([8, "HALTED"]);
    for (const words of [[], ["--steps", "-1"], ["--u", "{"]])
      expect((await run("reactor", "run", reactor, ...words)).exit).to.equal(2);
    // A file that is not there, as for every verb.
    const missing = await run("reactor", "run", reactor, "--steps", "1", "--drive", "none");
    expect([missing.exit, missing.err.split(":")[0]]).to.deep.equal([6, "NOT_FOUND"]);
    const unknown = await run("reactor", "run", `rx_${"a".repeat(26)}`, "--steps", "1");
    expect(unknown.exit, unknown.err).to.equal(6);
  });

  it("calc stream watch: a table and pictures of ticks", async () => {
    const body = { contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } } };
    const response = await served.call("POST", "/api/calc/streams", { key, body });
    const own = String(response.body["key"]);
    const path = `/api/calc/streams/${String(Object(response.body["channel"])["id"])}`;
    for (let i = 0; i < 2; i += 1) {
      await served.call("POST", `${path}/tick`, { key: own, body: { inputs: { a: i } } });
      served.pass(1);
    }
    const link = await served.call("POST", `${path}/link`, {
      key: own,
      body: { expiresInCalconds: 9 },
    });
    const [csv, png] = [join(dir.path, "ticks.csv"), join(dir.path, "ticks.png")];
    const channel = path.slice(path.lastIndexOf("/") + 1);
    const place = `--url ${served.http.url} --sig ${String(link.body["sig"])}`;
    const line = `stream watch ${channel} --after 0 --count 2 --csv ${csv} --png ${png} ${place}`;
    const watched = await run(...line.split(" "));
    expect(watched.exit, watched.err).to.equal(0);
    const table = readFileSync(csv, "utf8").replaceAll(/,\d{10},/g, ",");
    expect(table).to.equal("tick,calcond,value,unit\r\n1,0,N\r\n2,2,N\r\n");
    expect(readFileSync(png).subarray(1, 4).toString()).to.equal("PNG");
  });

  it("calc stream secure: opens frames, and ends where another node signed", async () => {
    const body = { contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } } };
    const response = await served.call("POST", "/api/calc/streams", { key, body });
    const own = String(response.body["key"]);
    const channel = String(Object(response.body["channel"])["id"]);
    const signer = served.node.services.identity.publicKeyHex;
    const before = process.env["CALC_TOKEN"];
    process.env["CALC_TOKEN"] = own;
    try {
      const place = ["--url", served.http.url, "--node"];
      const wrong = await run("stream", "secure", channel, ...place, "ab".repeat(32));
      expect([wrong.exit, wrong.err.split(":")[0]]).to.deep.equal([12, "BAD_TRANSCRIPT"]);
      const opened = run("stream", "secure", channel, "--count", "1", "--json", ...place, signer);
      const { secureSessions } = served.node.services.streams;
      while (secureSessions.size < 2) await new Promise((resolve) => setImmediate(resolve));
      await served.call("POST", `/api/calc/streams/${channel}/tick`, { key: own });
      const { exit, out, err } = await opened;
      expect(exit, err).to.equal(0);
      const shown: { readonly seq: number; readonly answer: { readonly value: number } } =
        JSON.parse(out);
      expect([shown.seq, shown.answer.value]).to.deep.equal([1, 19.6]);
    } finally {
      if (before === undefined) delete process.env["CALC_TOKEN"];
      else process.env["CALC_TOKEN"] = before;
    }
  });
});
