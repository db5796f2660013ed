import { expect } from "chai";
import { runCli } from "../../../api/cli/cli.js";
import type { CliModules, Verb } from "../../../api/cli/session.js";
import { fieldsOf } from "../../../api/cli/fields.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { allOperations, operations } from "../../../api/contract/index.js";
import type { Operation } from "../../../api/contract/definition/operation.js";
import { createClient } from "../../../api/client/client.js";
import { solverVerbs } from "../../../scripts/cli/compute/solvers.js";
import { ERROR_CODES, errorEntry } from "../../../protocol/errors/index.js";
import { isLong, sample } from "../../kit/runs.js";

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly requests: { method: string; url: string; body: unknown }[];
  /** Idempotency keys of the requests. */
  readonly keys: (string | null)[];
}

async function run(
  line: string | readonly string[],
  answer: () => Response = () => json({ value: 1, unit: "N" }),
  more: Partial<CliModules> = {},
  verbs: readonly Verb[] = [],
): Promise<Ran> {
  let out = "";
  let err = "";
  const requests: Ran["requests"] = [];
  const keys: Ran["keys"] = [];
  const client = createClient({
    baseUrl: "http://node",
    sleep: () => Promise.resolve(),
    newKey: () => "k",
    fetch: (url, init) => {
      const { body } = init ?? {};
      requests.push({
        method: init?.method ?? "",
        url: typeof url === "string" ? url : "",
        body: typeof body === "string" ? JSON.parse(body) : null,
      });
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      return Promise.resolve().then(answer);
    },
  });
  const modules: CliModules = {
    client: () => Promise.resolve(client),
    readFile: (path) =>
      path === "receipt.json"
        ? Promise.resolve('{"receipt_id":"aa"}')
        : Promise.reject(new CliError("NOT_FOUND", EXIT.notFound, `no file ${path}`, "")),
    readStdin: () => Promise.resolve('{"value":2}'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    ...more,
  };
  const exit = await runCli(typeof line === "string" ? line.split(" ") : line, modules, verbs);
  return { exit, out, err, requests, keys };
}

/** Words of a line as a shell has them, of quotes the single ones. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(.)/g, (_all, text?: string, mark?: string) => text ?? mark ?? ""),
  );
}

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
  });

describe("the command line", () => {
  it("reads ids and name=number pairs into a compute request", async () => {
    const { exit, requests, out } = await run(
      "compute NM21 GR37 m1=5.9722e24 m2=7.342e22 r=-3.844e8 --visibility shared",
    );
    expect(exit).to.equal(0);
    expect(requests).to.deep.equal([
      {
        method: "POST",
        url: "http://node/api/calc/compute",
        body: {
          operators: ["NM21", "GR37"],
          inputs: { m1: 5.9722e24, m2: 7.342e22, r: -3.844e8 },
          visibility: "shared",
        },
      },
    ]);
    expect(out).to.equal("1 N\n  next     -v shows every digit and how it was computed\n");
  });
  it("takes an idempotency key where the operation does, and names the one of a call whose outcome is not known", async () => {
    for (const line of [
      "compute KO42 --idempotency-key mine",
      "tally burn aa --yes --idempotency-key mine",
      "heat L=1 --idempotency-key mine",
    ]) {
      const { err, keys } = await run(line, undefined, {}, solverVerbs);
      expect(keys, err).to.deep.equal(["mine"]);
    }
    expect((await run("price KO42 --idempotency-key mine")).exit).to.equal(2);
    expect((await run(["compute", "KO42", "--idempotency-key", "not one"])).exit).to.equal(2);
    const broken = (): Response => {
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("closed"), { code: "UND_ERR_SOCKET" }),
      });
    };
    const unknown = await run("compute KO42", broken);
    expect(unknown.exit).to.equal(10);
    expect(unknown.err).to.contain("--idempotency-key k:").and.not.contain("Start one");
    const output = await run("compute KO42 --json", broken);
    expect(JSON.parse(output.out)).to.include({
      code: "NO_ANSWER",
      idempotency_key: "k",
      exit: 10,
    });
    expect((await run("price KO42", broken)).err)
      .to.contain("broke off")
      .and.not.contain("idempotency");
    const running = await run("compute KO42", () =>
      json({ code: "IDEMPOTENCY_IN_PROGRESS", detail: "d", status: 409 }, 409),
    );
    expect(running.err).to.contain("idempotency_key: k");
    expect(
      (
        await run("compute KO42", () =>
          json({ code: "INVALID_BODY", detail: "d", status: 400 }, 400),
        )
      ).err,
    ).to.not.contain("idempotency key");
  });
  it("takes what is yes or no for a solver as an option too", async () => {
    const body = async (line: string): Promise<unknown> => {
      const { err, exit, requests } = await run(line, undefined, {}, solverVerbs);
      expect(exit, err).to.equal(0);
      return requests[0]?.body;
    };
    expect(await body('solve operators=["NM21"] inputs={"m1":1} --strict')).to.deep.equal({
      operators: ["NM21"],
      inputs: { m1: 1 },
      strict: true,
    });
    expect(await body("solve system={} strict=false")).to.deep.equal({ system: {}, strict: false });
    expect(await body("grid case=9 --qLimits")).to.deep.equal({ case: 9, qLimits: true });
    expect(await body("grid --q-limits case=9")).to.deep.equal({ case: 9, qLimits: true });
    expect(await body("grid case=9 --no-q-limits")).to.deep.equal({ case: 9, qLimits: false });
    expect((await run("solve --strict strict=true", undefined, {}, solverVerbs)).exit).to.equal(2);
    expect((await run("heat --strict", undefined, {}, solverVerbs)).exit).to.equal(2);
  });
  it("takes yes and no in each form, and options of several words however they are spelt", async () => {
    const body = async (line: string): Promise<unknown> => {
      const { err, exit, requests } = await run(line, () => json({}));
      expect(exit, `${line}: ${err}`).to.equal(0);
      return requests[0]?.body;
    };
    for (const yes of [
      "--is-public oven-north",
      "oven-north --is-public",
      "oven-north --is-public true",
      "--is-public=true oven-north",
      "oven-north --isPublic",
      "oven-north --is_public true",
    ]) {
      expect(await body(`machine edit ${yes}`), yes).to.deep.equal({ is_public: true });
    }
    for (const no of [
      "oven-north --is-public false",
      "--is-public false oven-north",
      "oven-north --is-public=false",
      "--no-is-public oven-north",
      "oven-north --no-isPublic",
      "oven-north --is_public=false",
    ]) {
      expect(await body(`machine edit ${no}`), no).to.deep.equal({ is_public: false });
    }
    expect(await body("tally lock aa bb --locked false")).to.deep.equal({
      token_ids: ["aa", "bb"],
      locked: false,
    });
    expect(await body("keys rotate calc_ak_0aB1 --graceCalconds 5")).to.deep.equal({
      graceCalconds: 5,
    });
    expect(await body("keys rotate calc_ak_0aB1 --grace-calconds=5")).to.deep.equal({
      graceCalconds: 5,
    });
    const ended = await run("session-end --all true --yes", () => json({ ended: 1 }));
    expect(ended.requests[0]?.url).to.equal("http://node/api/identity/session?all=true");
    for (const wrong of [
      "machine edit oven-north --is-public=maybe",
      "machine edit oven-north --is-public=",
      "machine edit oven-north --no-name",
      "keys rotate calc_ak_0aB1 --grace-calconds x",
    ]) {
      expect((await run(wrong, () => json({}))).exit, wrong).to.equal(2);
    }
    expect((await run("keys rotate --help")).out)
      .to.contain("--grace-calconds <number>")
      .and.not.contain("--graceCalconds");
  });
  it("says null by --no- where a text may be null, and nothing where nothing is said", async () => {
    const body = async (line: string): Promise<unknown> => {
      const { err, exit, requests } = await run(line, () => json({}, 201));
      expect(exit, `${line}: ${err}`).to.equal(0);
      return requests[0]?.body;
    };
    const templateId = "archetypes/provable-record";
    const deploy = `contract deploy --template-id ${templateId}`;
    expect(await body(`${deploy} --no-machine`)).to.deep.equal({ templateId, machine: null });
    expect(await body(`--json ${deploy} --machine oven`)).to.deep.equal({
      templateId,
      machine: "oven",
    });
    expect(await body(deploy)).to.deep.equal({ templateId });
    for (const spelt of ["--no-from-folder", "--no-fromFolder"])
      expect(await body(`tally file thesis --count 3 ${spelt}`), spelt).to.deep.equal({
        folder: "thesis",
        count: 3,
        from_folder: null,
      });
    expect(await body("tally file --count 3 --fromFolder thesis --no-folder")).to.deep.equal({
      folder: null,
      count: 3,
      from_folder: "thesis",
    });
    expect((await run(`${deploy} --help`)).out).to.contain("--no-machine");
  });
  it("shows for every verb an example that means what the operation's own example does", async () => {
    const seen: string[] = [];
    for (const [
      key,
      {
        cli,
        examples: [example],
      },
    ] of sample(Object.entries<Operation>(operations), 3)) {
      if (cli === undefined || example === undefined) continue;
      const help = (await run([...cli.verb.split(" "), "--help"], undefined, {}, solverVerbs)).out;
      const [, line = "", document] =
        /\nExample:\n {2}calc ([\s\S]*?)\n(?:with a document like\n {2}(.*)\n)?\n*$/.exec(help) ??
        [];
      const called: unknown[] = [];
      const client = new Proxy(createClient({ baseUrl: "http://node" }), {
        get: (_target, name) =>
          name === "then"
            ? undefined
            : (input: unknown) => {
                called.push([name, input]);
                return Promise.resolve({
                  kind: "result",
                  value: { valid: true },
                  text: "{}",
                  headers: new Headers({ "content-type": "application/json" }),
                  bytes: null,
                });
              },
      });
      const ran = await run(
        [...shellWords(line), "--yes"].slice(0, help.includes("--yes") ? undefined : -1),
        undefined,
        { client: () => Promise.resolve(client), readFile: () => Promise.resolve(document ?? "") },
        solverVerbs,
      );
      expect(ran.exit, `${line}: ${ran.err}`).to.equal(0);
      expect(called, line).to.deep.equal([[key, example.input]]);
      seen.push(cli.verb);
    }
    expect(seen.length).to.be.at.least(25);
    if (!isLong) return;
    expect(seen).to.include.members([
      "machine edit",
      "session-end",
      "tally lock",
      "heat",
      "reverify",
    ]);
  });
  it("reads what a price is asked for, in every form", async () => {
    const body = async (line: string | readonly string[]): Promise<unknown> => {
      const { err, exit, requests } = await run(line, () => json({ credits: 5, units: "10" }));
      expect(exit, err).to.equal(0);
      return requests[0]?.body;
    };
    expect(await body("price NM19 NM23")).to.deep.equal({ operators: ["NM19", "NM23"] });
    expect(await body("price NM19,NM23")).to.deep.equal({ operators: ["NM19", "NM23"] });
    expect(await body("price --operators NM19 NM23")).to.deep.equal({
      operators: ["NM19", "NM23"],
    });
    expect(await body("price NM19 m=2 NM23 a=-3e2")).to.deep.equal({
      operators: ["NM19", "NM23"],
      inputs: { m: 2, a: -300 },
    });
    expect(await body(["price", "NM19", '{"m":2}'])).to.deep.equal({
      operators: ["NM19"],
      inputs: { m: 2 },
    });
    expect(await body(["price", "NM19", "--inputs", '{"m":2}'])).to.deep.equal({
      operators: ["NM19"],
      inputs: { m: 2 },
    });
    expect(
      await body("price --solver heat --inputs alpha=0.1 n=[1,2] initial=sin(x)"),
    ).to.deep.equal({
      solver: "heat",
      inputs: { alpha: 0.1, n: [1, 2], initial: "sin(x)" },
    });
    expect(
      await body([
        "auto",
        "organ pipe, length = 0.61 m",
        "--constants",
        "c=343",
        "--fields",
        "none",
        "--price",
      ]),
    ).to.deep.equal({
      query: "organ pipe, length = 0.61 m",
      constants: { c: 343 },
      fields: "none",
    });
    for (const wrong of ['price NM19 {"m":2} a=3', "price NM19 m=2 m=3", 'price NM19 {"m":']) {
      expect((await run(wrong)).exit, wrong).to.equal(2);
    }
  });
  it("reads words for fields that take them beside other JSON", async () => {
    const publish = async (word: string): Promise<unknown> =>
      (await run(`tally publish ${word}`, () => json({}))).requests[0]?.body;
    expect(await publish("true")).to.deep.equal({ publish: true });
    expect(await publish("record")).to.deep.equal({ publish: "record" });
    const { requests } = await run("tally envelopes aa --folder thesis", () =>
      json({ envelopes: [] }),
    );
    expect(requests[0]?.url).to.equal("http://node/api/tally/envelopes/aa?limit=100&folder=thesis");
    const asked = await run("tally envelopes aa --limit 70000", () => json({ envelopes: [] }));
    expect(asked.requests[0]?.url).to.equal("http://node/api/tally/envelopes/aa?limit=70000");
  });
  it("takes the caller's own account where none is said, and asks for what stands in a path", async () => {
    const own = (): Response => json({ valid: true, account: "0f1e", envelopes: [] });
    for (const [verb, tail] of [
      ["tally envelopes", "?limit=100"],
      ["tally folders", "/folders"],
    ]) {
      const { exit, requests } = await run(verb!, own);
      expect([exit, ...requests.map(({ url }) => url)]).to.deep.equal([
        0,
        "http://node/api/identity",
        `http://node/api/tally/envelopes/0f1e${tail!}`,
      ]);
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
    const listed = await run("tally folders aa", () =>
      json({
        folders: [
          { folder: "thesis", count: 12, note: null },
          { folder: "b", count: 3, colour: "red" },
        ],
        total: 15,
      }),
    );
    expect(listed.out).to.equal(
      "folders:\n  folder  count  colour\n  thesis  12     -\n  b       3      red\ntotal: 15\n",
    );
    expect((await run("tally burn aa --yes", () => json({ burned: 1, value: 3 }))).out).to.equal(
      "burned: 1\nvalue: 3\n",
    );
  });
  it("asks before something is lost, and does nothing where nobody says yes", async () => {
    const line = "keys revoke calc_ak_AiIE";
    const asked: string[] = [];
    const answering = (answer: string): Partial<CliModules> => ({
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    });
    const revoked = (): Response => json({ revoked: "calc_ak_AiIE" });
    for (const more of [{}, { ask: null }, answering(""), answering("n"), answering("yesterday")]) {
      const { exit, requests, err } = await run(line, revoked, more);
      expect({ exit, requests }).to.deep.equal({ exit: 2, requests: [] });
      expect(err).to.contain("--yes");
    }
    for (const more of [answering("y"), answering(" YES\n")])
      expect((await run(line, revoked, more)).requests).to.have.length(1);
    expect(asked).to.have.length(5);
    expect(asked[0]).to.match(/^Revoke a key: .* It does not come back\. Go on\? \[y\/N\] $/);
    for (const verb of [line, "session-end", "machine ungrant my-oven g1", "tally burn aa"]) {
      expect((await run(`${verb} --yes`, revoked)).requests, verb).to.have.length(1);
      expect((await run(verb, revoked)).requests, verb).to.have.length(0);
      expect((await run(`${verb} --dry-run`, revoked)).exit, verb).to.equal(0);
    }
  });
  it("drafts by what was proposed where somebody says that it is meant, and not else", async () => {
    const condition = {
      version: 1,
      kind: "alarm",
      parts: [
        { quantity: "glycol", comparator: "above", values: [-1], unit: "degC", within: null },
      ],
      joined: null,
      hold: { value: 10, unit: "min" },
      clear: null,
      average: null,
    };
    const answer = (): Response =>
      json({
        read: "holler if the glycol creeps past -1, blast it",
        program: null,
        filled: [],
        kept: [],
        asked: [],
        why: [],
        nearest: [],
        refusal: { kind: "UNREAD", message: "not understood" },
        proposal: {
          condition,
          isOpen: true,
          supposed: [{ what: "unit", value: "degC", why: "no unit is said" }],
          unread: [{ words: "blast", span: [39, 44] }],
        },
      });
    const answering = (text: string): Partial<CliModules> => ({ ask: () => Promise.resolve(text) });
    const no = await run("contract generate holler", answer, answering("n"));
    expect(no.requests).to.have.length(1);
    expect(no.out)
      .to.match(/proposed +alarm when glycol above -1 degC, for 10 min/)
      .and.match(/supposed +unit: degC \(no unit is said\)/)
      .and.match(/unread +"blast"/);
    const yes = await run("contract generate holler", answer, answering("y"));
    expect(yes.requests[1]!.body).to.deep.equal({
      description: "holler",
      hints: { condition },
    });
    expect(
      (await run("contract generate holler --json", answer, answering("y"))).requests,
    ).to.have.length(1);
  });
  it("prints the JSON document the node answered, and single fields", async () => {
    const answer = (): Response => json({ value: 1.5, proof: { index: 3 } });
    expect((await run("--json compute NM21", answer)).out).to.equal(
      '{"value":1.5,"proof":{"index":3}}\n',
    );
    expect((await run("compute NM21 --json", answer)).out).to.equal(
      '{"value":1.5,"proof":{"index":3}}\n',
    );
    expect((await run("compute NM21 --field proof.index", answer)).out).to.equal("3\n");
    expect((await run("compute NM21 -q", answer)).out).to.equal("");
    expect((await run("compute NM21 --field nothing", answer)).exit).to.equal(6);
  });
  it("keeps the verbs of one subject under its word, with flags at either end", async () => {
    const answer = (): Response => json({ entries: [], total: 0 });
    for (const line of [
      "--json tally record NM21 --limit 5",
      "tally record NM21 --limit 5 --json",
    ]) {
      const { exit, requests, out } = await run(line, answer);
      expect([exit, out], line).to.deep.equal([0, '{"entries":[],"total":0}\n']);
      expect(requests).to.deep.equal([
        { method: "GET", url: "http://node/api/tally/record?operator=NM21&limit=5", body: null },
      ]);
    }
    const { requests } = await run("tally publish true", () =>
      json({ publish: true, visibility: "record" }),
    );
    expect(requests.map(({ method, body }) => [method, body])).to.deep.equal([
      ["POST", { publish: true }],
    ]);
    const group = await run("tally");
    expect([group.exit, group.requests]).to.deep.equal([2, []]);
    expect(group.err).to.contain("record").and.contain("clock");
    expect((await run("tally nothing")).exit).to.equal(2);
  });
  it("shows a value with its uncertainty, unit and equations", async () => {
    const answer = (): Response =>
      json({
        value: 1.98e20,
        uncertainty: 4.4e15,
        unit: "N",
        equations: ["R = 1", "F = G m_1 m_2/r^2"],
        operatorChain: ["KO42", "NM21"],
      });
    expect((await run("compute NM21", answer)).out.split("\n").slice(0, 2)).to.deep.equal([
      "F = 1.980000(44)e20 N",
      "  F = G m_1 m_2/r^2",
    ]);
    const { out } = await run("compute NM21 -v", answer);
    expect(out.split("\n").slice(0, 4)).to.deep.equal([
      "1.98e20 +/- 4.4e15 N",
      "  R = 1",
      "  F = G m_1 m_2/r^2",
      "operatorChain: KO42, NM21",
    ]);
  });
  it("exits with the code of the table for every problem, and says what to do", async () => {
    for (const code of ERROR_CODES) {
      const { status, exit } = errorEntry(code);
      const ran = await run("pulse", () =>
        json({ code, title: "t", detail: "what happened", status, request_id: "req_1" }, status),
      );
      expect(ran.exit, code).to.equal(exit);
      expect(ran.out).to.equal("");
      expect(ran.err).to.include("what happened").and.include("next: ").and.include("req_1");
    }
  });
  it("shows what a problem's text and advice refer to", async () => {
    const answer = (members: object) => (): Response =>
      json(
        {
          code: "SLUG_TAKEN",
          title: "t",
          detail: "d",
          status: 409,
          request_id: "req_1",
          type: "/problems/slug-taken",
          instance: "/api/requests/req_1",
          ...members,
        },
        409,
      );
    const taken = await run(
      "machine new oven-north",
      answer({
        nearest: "oven-north-2",
        available: ["a", "b"],
        errors: [{ pointer: "/slug", message: "taken" }],
        price: { credits: 3 },
      }),
    );
    expect(taken.err).to.equal(
      "SLUG_TAKEN: d\nnearest: oven-north-2\navailable: a, b\nerrors:\n  pointer  message\n  " +
        "/slug    taken\nprice:\n  credits: 3\nnext: Take the one in `nearest`, or choose " +
        "another.\nrequest: req_1\n",
    );
    const long = await run(
      "machine new oven-north",
      answer({ many: Array.from({ length: 500 }, (_, i) => ({ i })) }),
    );
    expect(long.err.split("\n").length).to.be.below(100);
    expect(long.err).to.match(/42\d lines more, with --json/);
  });
  it("says what the node says is to be done, where it says so", async () => {
    const problem = {
      code: "FORBIDDEN",
      title: "t",
      detail: "d",
      status: 403,
      request_id: "r",
      next: "Use the demo key.",
    };
    expect((await run("pulse", () => json(problem, 403))).err).to.equal(
      "FORBIDDEN: d\nnext: Use the demo key.\nrequest: r\n",
    );
  });
  it("prints one JSON document for failures too", async () => {
    const problem = await run("pulse --json", () =>
      json({ code: "BUSY", title: "t", detail: "d", status: 503, request_id: "r" }, 503),
    );
    expect(JSON.parse(problem.out)).to.include({ code: "BUSY", exit: 1 });
    for (const line of ["nothing --json", "compute NM21 m1=x --json", "pulse --nothing --json"]) {
      const ran = await run(line);
      expect(ran.exit, line).to.equal(2);
      expect(JSON.parse(ran.out), line).to.include({ code: "USAGE" });
    }
  });
  it("exits 3 on refusals, 12 on failed verification, 10 when nobody answers", async () => {
    const refused = await run("compute NM21", () =>
      json({
        value: null,
        inputError: { code: "MISSING_INPUT", message: "m_2 is missing", accepts: "m2" },
      }),
    );
    expect(refused.exit).to.equal(3);
    expect(refused.out).to.equal("missing input: m_2 is missing\n");
    expect(
      (
        await run("reverify receipt.json", () =>
          json({ valid: false, checks: [], reasons: ["altered"] }),
        )
      ).exit,
    ).to.equal(12);
    expect(
      (await run("reverify receipt.json", () => json({ valid: true, checks: [], reasons: [] })))
        .exit,
    ).to.equal(0);
    expect(
      (await run("identity", () => json({ valid: false, nodePublicKey: "aa" }))).exit,
    ).to.equal(0);
    const nobody = await run("pulse", () => {
      throw new TypeError("fetch failed");
    });
    expect(nobody.exit).to.equal(10);
    expect(nobody.err).to.include("calc daemon");
  });
  it("shows every result of an equation with several, and a result in the unit asked for", async () => {
    const message = "The equation has 2 results for x, an answer carries one: -2 and 2.";
    const several = await run("compute NM21", () =>
      json({ value: null, refusal: { kind: "multi-result", message, values: [-2, 2] } }),
    );
    expect(several.exit).to.equal(3);
    expect(several.out).to.include(message);
    const asked = { value: 36, unit: "km/h", uncertainty: 0.5, factor: "5/18" };
    const converted = await run("compute NM21", () =>
      json({ value: 10, unit: "m/s", uncertainty: 0.25, in_unit: asked }),
    );
    expect(converted.out).to.match(/^36\.00\(50\) km\/h {3}\(10\.00\(25\) m\/s\)/);
  });
  it("sends inputs as typed where they have an uncertainty", async () => {
    const inputs = ["m1=5.97(2)e24kg", "m2=7.342e22", "r=384400 ± 20 km"];
    const { requests } = await run(["compute", "NM21", ...inputs]);
    expect(requests[0]?.body).to.deep.include({
      inputs: { m1: "5.97(2)e24kg", m2: 7.342e22, r: "384400 ± 20 km" },
    });
    // A unit that is measured has an uncertainty, too.
    const ofUnit = await run(["compute", "NM21", "m1=1 M_sun", "m2=2", "r=3"]);
    expect(ofUnit.requests[0]?.body).to.deep.include({
      inputs: { m1: "1 M_sun", m2: 2, r: 3 },
    });
    const twice = await run(["compute", "NM21", "r=3", "r=3 ± 1"]);
    expect(twice.exit).to.equal(2);
  });
  it("reads documents from files and standard input", async () => {
    expect((await run("reverify receipt.json")).requests[0]?.body).to.deep.equal({
      receipt_id: "aa",
    });
    expect((await run("reverify")).requests[0]?.body).to.deep.equal({ value: 2 });
    expect((await run("reverify nowhere.json")).exit).to.equal(6);
    expect(
      (await run("reverify", undefined, { readStdin: () => Promise.resolve("[1]") })).exit,
    ).to.equal(2);
  });
  it("reads one field from a file behind the words before it", async () => {
    const answer = (valid: boolean | null) => (): Response =>
      json({ valid, generation: "v3", detail: "d", checks: [] });
    const { exit, requests, err } = await run(
      "tally verify self receipt.json --precision-bound 1e-4",
      answer(true),
    );
    expect(exit, err).to.equal(0);
    expect(requests).to.deep.equal([
      {
        method: "POST",
        url: "http://node/api/chain/self/tally/verify",
        body: { envelope: { receipt_id: "aa" }, precision_bound: 1e-4 },
      },
    ]);
    expect((await run("tally verify my-oven -", answer(true))).requests[0]).to.deep.include({
      url: "http://node/api/chain/my-oven/tally/verify",
      body: { envelope: { value: 2 } },
    });
    // Not broken is not verified.
    for (const valid of [false, null])
      expect((await run("tally verify self", answer(valid))).exit).to.equal(12);
    for (const line of ["tally verify", "tally verify self receipt.json more"]) {
      const { exit: wrong, requests: none } = await run(line);
      expect([wrong, none], line).to.deep.equal([2, []]);
    }
    expect((await run("tally verify self nowhere.json")).exit).to.equal(6);
    expect((await run("tally verify --help")).out)
      .to.contain("calc tally verify self document.json")
      .and.not.contain("--envelope");
  });
  it("refuses numbers a double cannot hold, repeated and malformed pairs", async () => {
    for (const word of ["m1=1e999", "m1=", "m1=0x1", "m1=NaN", "=1", "m1=1,5"])
      expect((await run(["compute", "NM21", word])).exit, word).to.equal(2);
    expect((await run("compute NM21 a=1 a=2")).exit).to.equal(2);
    expect((await run("receipt one two")).requests[0]?.url).to.equal(
      "http://node/api/receipts/one%20two",
    );
  });
  it("quotes or shows instead of sealing", async () => {
    // `--version` is the program's own.
    const id = "ct_mfrggzdfmztwq2lknnwg23tpoa";
    const put = await run(`contract update --of-version 3 --dry-run --json ${id} receipt.json`);
    expect(JSON.parse(put.out)["input"]).to.include({ id, version: 3 });
    const dry = await run("compute NM21 m1=1 --dry-run --json");
    expect(dry.requests).to.deep.equal([]);
    expect(JSON.parse(dry.out)).to.deep.equal({
      method: "POST",
      path: "/api/calc/compute",
      input: { operators: ["NM21"], inputs: { m1: 1 } },
    });
    const price = await run("compute NM21 m1=1 --price", () => json({ credits: 3, units: "6" }));
    expect(price.requests[0]).to.include({ method: "QUERY", url: "http://node/api/calc/price" });
    expect(price.out).to.include("credits: 3");
  });
  it("takes verbs of its caller, which replace derived ones of the same name", async () => {
    const verb: Verb = {
      register: (program, go) => {
        const command = program.command("operators").argument("<q>");
        command.action((q: string) =>
          go(command, (session) => {
            if (q === "bad") throw new CliError("LOCKED", 11, "locked", "wait");
            session.print({ own: q });
            return Promise.resolve(0);
          }),
        );
      },
    };
    const own = await run("operators x --json", undefined, {}, [verb]);
    expect(own.out).to.equal('{"own":"x"}\n');
    const locked = await run("operators bad --json", undefined, {}, [verb]);
    expect(locked.exit).to.equal(11);
    expect(JSON.parse(locked.out)).to.include({ code: "LOCKED", exit: 11 });
  });
  it("says of each option what it is", async () => {
    // A solver's inputs are listed by its own verb, with units and other names.
    const described = allOperations.filter(
      ({ cli, mcp }) => cli !== undefined && mcp?.toolset !== "solvers",
    );
    expect(described.length).to.be.greaterThan(50);
    for (const operation of described) {
      for (const { name, description } of fieldsOf(operation))
        expect(description, `${operation.id} ${name}`).to.match(/\w{3}/);
    }
    const { out } = await run("contribute bond --help");
    expect(out).to.match(/--count <number> +1000: /);
  });
  it("explains itself, with an example for each verb", async () => {
    const help = await run("--help");
    expect(help.exit).to.equal(0);
    for (const verb of ["compute", "operators", "operator-spec", "price", "prove", "receipt"])
      expect(help.out).to.match(new RegExp(`\\b${verb}\\b`));
    expect((await run("compute --help")).out).to.include("calc compute NM21 m1=");
  });
});
