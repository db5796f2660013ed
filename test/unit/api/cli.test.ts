import { expect } from "chai";
import { runCli, type CliModules, type Verb } from "../../../api/cli/cli.js";
import { CliError } from "../../../api/cli/exitCodes.js";
import { createClient } from "../../../api/client/client.js";
import { solverVerbs } from "../../../scripts/cli/solvers.js";
import { ERROR_CODES, errorEntry } from "../../../protocol/errors.js";

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly requests: { method: string; url: string; body: unknown }[];
}

async function run(
  line: string | readonly string[], answer: () => Response = () => json(
    { value: 1, unit: "N" }
  ), more: Partial<CliModules> = {}, verbs: readonly Verb[] = [],
): Promise<Ran> {
  let out = "";
  let err = "";
  const requests: Ran["requests"] = [];
  const client = createClient({
    baseUrl: "http://node", sleep: () => Promise.resolve(), newKey: () => "k",
    fetch: (url, init) => {
      const { body } = init ?? {};
      requests.push({
        method: init?.method ?? "", url: typeof url === "string" ? url : "",
        body: typeof body === "string" ? JSON.parse(body) : null,
      });
      return Promise.resolve().then(answer);
    },
  });
  const modules: CliModules = {
    client: () => Promise.resolve(client),
    readFile: (path) => (path === "receipt.json" ? Promise.resolve(
      "{\"receipt_id\":\"aa\"}"
    ) : Promise.reject(new Error("ENOENT"))),
    readStdin: () => Promise.resolve("{\"value\":2}"),
    out: (text) => { out += text; },
    err: (text) => { err += text; },
    isTerminal: false,
    ...more,
  };
  const exit = await runCli(typeof line === "string" ? line.split(" ") : line, modules, verbs);
  return { exit, out, err, requests };
}

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
  });

describe("the command line", () => {
  it("reads ids and name=number pairs into a compute request", async () => {
    const { exit, requests, out } = await run(
      "compute NM21 GR37 m1=5.9722e24 m2=7.342e22 r=-3.844e8 --visibility shared"
    );
    expect(exit).to.equal(0);
    expect(requests).to.deep.equal([{
      method: "POST", url: "http://node/api/calc/compute",
      body: {
        operators: ["NM21", "GR37"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: -3.844e8 },
        visibility: "shared",
      },
    }]);
    expect(out).to.equal("1 N\n");
  });
  it("takes what is yes or no for a solver as an option too", async () => {
    const body = async (line: string): Promise<unknown> => {
      const { err, exit, requests } = await run(line, undefined, {}, solverVerbs);
      expect(exit, err).to.equal(0);
      return requests[0]?.body;
    };
    expect(await body("solve operators=[\"NM21\"] inputs={\"m1\":1} --strict")).to.deep.equal({ operators: ["NM21"], inputs: { m1: 1 }, strict: true });
    expect(await body("solve system={} strict=false")).to.deep.equal({ system: {}, strict: false });
    expect(await body("grid case=9 --qLimits")).to.deep.equal({ case: 9, qLimits: true });
    expect((await run("solve --strict strict=true", undefined, {}, solverVerbs)).exit).to.equal(2);
    expect((await run("heat --strict", undefined, {}, solverVerbs)).exit).to.equal(2);
  });
  it("reads what a price is asked for, in every form", async () => {
    const body = async (line: string | readonly string[]): Promise<unknown> => {
      const { err, exit, requests } = await run(line, () => json({ credits: 5, units: "10" }));
      expect(exit, err).to.equal(0);
      return requests[0]?.body;
    };
    expect(await body("price NM19 NM23")).to.deep.equal({ operators: ["NM19", "NM23"] });
    expect(await body("price NM19,NM23")).to.deep.equal({ operators: ["NM19", "NM23"] });
    expect(await body("price --operators NM19 NM23")).to.deep.equal({ operators: ["NM19", "NM23"] });
    expect(await body("price NM19 m=2 NM23 a=-3e2")).to.deep.equal({ operators: ["NM19", "NM23"], inputs: { m: 2, a: -300 } });
    expect(await body(["price", "NM19", "{\"m\":2}"])).to.deep.equal({ operators: ["NM19"], inputs: { m: 2 } });
    expect(await body(["price", "NM19", "--inputs", "{\"m\":2}"])).to.deep.equal({ operators: ["NM19"], inputs: { m: 2 } });
    expect(await body("price --solver heat --inputs alpha=0.1 n=[1,2] initial=sin(x)")).to.deep.equal({
      solver: "heat", inputs: { alpha: 0.1, n: [1, 2], initial: "sin(x)" } });
    expect(await body(["auto", "organ pipe, length = 0.61 m", "--constants", "c=343", "--fields", "none", "--price"])).to.deep.equal({
      query: "organ pipe, length = 0.61 m", constants: { c: 343 }, fields: "none" });
    for (const wrong of ["price NM19 {\"m\":2} a=3", "price NM19 m=2 m=3", "price NM19 {\"m\":"]) {
      expect((await run(wrong)).exit, wrong).to.equal(2);
    }
  });
  it("reads words for fields that take them beside other JSON", async () => {
    const publish = async (word: string): Promise<unknown> => (await run(`tally publish ${word}`, () => json({}))).requests[0]?.body;
    expect(await publish("true")).to.deep.equal({ publish: true });
    expect(await publish("record")).to.deep.equal({ publish: "record" });
    const { requests } = await run("tally envelopes aa --folder thesis", () => json({ envelopes: [] }));
    expect(requests[0]?.url).to.equal("http://node/api/tally/envelopes/aa?folder=thesis");
  });
  it("takes the caller's own account where none is said, and asks for what stands in a path", async () => {
    const own = (): Response => json({ valid: true, account: "0f1e", envelopes: [] });
    for (const [verb, tail] of [["tally envelopes", ""], ["tally folders", "/folders"]]) {
      const { exit, requests } = await run(verb!, own);
      expect([exit, ...requests.map(({ url }) => url)]).to.deep.equal([0, "http://node/api/identity", `http://node/api/tally/envelopes/0f1e${tail!}`]);
      const nobody = await run(verb!, () => json({ valid: false }));
      expect([nobody.exit, nobody.requests.length]).to.deep.equal([2, 1]);
      expect(nobody.err).to.contain("cid is missing");
    }
    for (const verb of ["machine show", "keys rotate", "receipt"]) {
      const { err, exit, requests } = await run(verb);
      expect([exit, requests.length], `${verb}: ${err}`).to.deep.equal([2, 0]);
      expect(err).to.match(/is missing/);
    }
  });
  it("heads the columns of a list, and keeps what is no evaluation a field like the others", async () => {
    const listed = await run("tally folders aa", () => json({ folders: [{ folder: "thesis", count: 12, note: null }, { folder: "b", count: 3, colour: "red" }], total: 15 }));
    expect(listed.out).to.equal("folders:\n  folder  count  colour\n  thesis  12     -\n  b       3      red\ntotal: 15\n");
    expect((await run("tally burn aa --yes", () => json({ burned: 1, value: 3 }))).out).to.equal("burned: 1\nvalue: 3\n");
  });
  it("asks before something is lost, and does nothing where nobody says yes", async () => {
    const line = "keys revoke calc_ak_AiIE";
    const asked: string[] = [];
    const answering = (answer: string): Partial<CliModules> => ({ ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    } });
    const revoked = (): Response => json({ revoked: "calc_ak_AiIE" });
    for (const more of [{}, { ask: null }, answering(""), answering("n"), answering("yesterday")]) {
      const { exit, requests, err } = await run(line, revoked, more);
      expect({ exit, requests }).to.deep.equal({ exit: 2, requests: [] });
      expect(err).to.contain("--yes");
    }
    for (const more of [answering("y"), answering(" YES\n")]) expect((await run(line, revoked, more)).requests).to.have.length(1);
    expect(asked).to.have.length(5);
    expect(asked[0]).to.match(/^Revoke a key: .* It does not come back\. Go on\? \[y\/N\] $/);
    for (const verb of [line, "session-end", "machine ungrant my-oven g1", "tally burn aa"]) {
      expect((await run(`${verb} --yes`, revoked)).requests, verb).to.have.length(1);
      expect((await run(verb, revoked)).requests, verb).to.have.length(0);
      expect((await run(`${verb} --dry-run`, revoked)).exit, verb).to.equal(0);
    }
  });
  it("prints the JSON document the node answered, and single fields", async () => {
    const answer = (): Response => json({ value: 1.5, proof: { index: 3 } });
    expect(
      (await run("--json compute NM21", answer)).out
    ).to.equal("{\"value\":1.5,\"proof\":{\"index\":3}}\n");
    expect(
      (await run("compute NM21 --json", answer)).out
    ).to.equal("{\"value\":1.5,\"proof\":{\"index\":3}}\n");
    expect((await run("compute NM21 --field proof.index", answer)).out).to.equal("3\n");
    expect((await run("compute NM21 -q", answer)).out).to.equal("");
    expect((await run("compute NM21 --field nothing", answer)).exit).to.equal(6);
  });
  it("keeps the verbs of one subject under its word, with flags at either end", async () => {
    const answer = (): Response => json({ entries: [], total: 0 });
    for (const line of ["--json tally record NM21 --limit 5", "tally record NM21 --limit 5 --json"]) {
      const { exit, requests, out } = await run(line, answer);
      expect([exit, out], line).to.deep.equal([0, "{\"entries\":[],\"total\":0}\n"]);
      expect(requests).to.deep.equal([
        { method: "GET", url: "http://node/api/tally/record?operator=NM21&limit=5", body: null },
      ]);
    }
    const { requests } = await run("tally publish true", () => json({ publish: true, visibility: "record" }));
    expect(requests.map(({ method, body }) => [method, body])).to.deep.equal([["POST", { publish: true }]]);
    const group = await run("tally");
    expect([group.exit, group.requests]).to.deep.equal([2, []]);
    expect(group.err).to.contain("record").and.contain("clock");
    expect((await run("tally nothing")).exit).to.equal(2);
  });
  it("shows a value with its uncertainty, unit and equations", async () => {
    const { out } = await run("compute NM21", () => json({
      value: 1.980e20, uncertainty: 4.4e15, unit: "N", equations: [
        "R = 1", "F = G m_1 m_2/r^2",
      ], operatorChain: ["KO42", "NM21"],
    }));
    expect(out.split("\n").slice(0, 4)).to.deep.equal(
      ["1.98e20 +/- 4.4e15 N", "  R = 1", "  F = G m_1 m_2/r^2", "operatorChain: KO42, NM21"]
    );
  });
  it("exits with the code of the table for every problem, and says what to do", async () => {
    for (const code of ERROR_CODES) {
      const { status, exit } = errorEntry(code);
      const ran = await run("pulse", () => json(
        { code, title: "t", detail: "what happened", status, request_id: "req_1" }, status,
      ));
      expect(ran.exit, code).to.equal(exit);
      expect(ran.out).to.equal("");
      expect(ran.err).to.include("what happened").and.include("next: ").and.include("req_1");
    }
  });
  it("prints one JSON document for failures too", async () => {
    const problem = await run(
      "pulse --json",
      () => json({ code: "BUSY", title: "t", detail: "d", status: 503, request_id: "r" }, 503),
    );
    expect(JSON.parse(problem.out)).to.include({ code: "BUSY", exit: 1 });
    for (const line of ["nothing --json", "compute NM21 m1=x --json", "pulse --nothing --json"]) {
      const ran = await run(line);
      expect(ran.exit, line).to.equal(2);
      expect(JSON.parse(ran.out), line).to.include({ code: "USAGE" });
    }
  });
  it("exits 3 on refusals, 12 on failed verification, 10 when nobody answers", async () => {
    const refused = await run("compute NM21", () => json({
      value: null, inputError: { code: "MISSING_INPUT", message: "m_2 is missing", accepts: "m2" },
    }));
    expect(refused.exit).to.equal(3);
    expect(refused.out).to.include("m_2 is missing").and.include("accepts: m2");
    expect((await run(
      "reverify receipt.json", () => json({ valid: false, checks: [], reasons: ["altered"] }),
    )).exit).to.equal(12);
    expect((
      await run("reverify receipt.json", () => json({ valid: true, checks: [], reasons: [] }))
    ).exit).to.equal(0);
    expect(
      (await run("identity", () => json({ valid: false, nodePublicKey: "aa" }))).exit
    ).to.equal(0);
    const nobody = await run("pulse", () => { throw new TypeError("fetch failed"); });
    expect(nobody.exit).to.equal(10);
    expect(nobody.err).to.include("calc daemon");
  });
  it("reads documents from files and standard input", async () => {
    expect(
      (await run("reverify receipt.json")).requests[0]?.body
    ).to.deep.equal({ receipt_id: "aa" });
    expect((await run("reverify")).requests[0]?.body).to.deep.equal({ value: 2 });
    expect((await run("reverify nowhere.json")).exit).to.equal(6);
    expect(
      (await run("reverify", undefined, { readStdin: () => Promise.resolve("[1]") })).exit
    ).to.equal(2);
  });
  it("refuses numbers a double cannot hold, repeated and malformed pairs", async () => {
    for (
      const word of ["m1=1e999", "m1=", "m1=0x1", "m1=NaN", "=1", "m1=1,5"]
    ) expect((await run(["compute", "NM21", word])).exit, word).to.equal(2);
    expect((await run("compute NM21 a=1 a=2")).exit).to.equal(2);
    expect(
      (await run("receipt one two")).requests[0]?.url
    ).to.equal("http://node/api/receipts/one%20two");
  });
  it("quotes or shows instead of sealing", async () => {
    const dry = await run("compute NM21 m1=1 --dry-run --json");
    expect(dry.requests).to.deep.equal([]);
    expect(JSON.parse(dry.out)).to.deep.equal({
      method: "POST", path: "/api/calc/compute", input: { operators: ["NM21"], inputs: { m1: 1 } },
    });
    const price = await run("compute NM21 m1=1 --price", () => json({ credits: 3, units: "6" }));
    expect(price.requests[0]).to.include({ method: "QUERY", url: "http://node/api/calc/price" });
    expect(price.out).to.include("credits: 3");
  });
  it("takes verbs of its caller, which replace derived ones of the same name", async () => {
    const verb: Verb = {
      register: (program, go) => {
        const command = program.command("operators").argument("<q>");
        command.action((q: string) => go(command, (session) => {
          if (q === "bad") throw new CliError("LOCKED", 11, "locked", "wait");
          session.print({ own: q });
          return Promise.resolve(0);
        }));
      },
    };
    const own = await run("operators x --json", undefined, {}, [verb]);
    expect(own.out).to.equal("{\"own\":\"x\"}\n");
    const locked = await run("operators bad --json", undefined, {}, [verb]);
    expect(locked.exit).to.equal(11);
    expect(JSON.parse(locked.out)).to.include({ code: "LOCKED", exit: 11 });
  });
  it("explains itself, with an example for each verb", async () => {
    const help = await run("--help");
    expect(help.exit).to.equal(0);
    for (
      const verb of ["compute", "operators", "operator-spec", "price", "prove", "receipt"]
    ) expect(help.out).to.include(`  ${verb} `);
    expect((await run("compute --help")).out).to.include("calc compute NM21 m1=");
  });
});
