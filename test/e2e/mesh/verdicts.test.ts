/** The three verdicts on every surface of a running node, and of the command line without one. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { createClient } from "../../../api/client/client.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { RECEIPT_BYTES_MAX } from "../../../protocol/limits.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { readText } from "../../../scripts/cli/texts.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { calc } from "../../kit/calc.js";
import {
  changed,
  honest,
  preGenesisBy,
  sealedBy,
  withContents,
  type Draft,
} from "../../kit/forger.js";
import {
  call,
  canonical,
  EARTH_MOON,
  EARTH_MOON_FORCE_N,
  expectProblem,
  fieldsOf,
  force,
  isSignedBy,
  listOf,
  parseFields,
  sha256,
  textOf,
  without,
  type Fields,
} from "../../kit/requests.js";

const MOON = honest(builtinRegistry(), ["NM21"], EARTH_MOON)!;
/** What a forger hands over, and the verdict on it. */
const HELD: readonly (readonly [string, "valid" | "sound" | "invalid", JsonObject])[] = [
  ["what the computation gives", "valid", sealedBy(MOON)],
  ["NM21 = 123456789 of this engine", "invalid", sealedBy(changed(MOON, { value: 123_456_789 }))],
  [
    "NM21 = 123456789 of another engine",
    "sound",
    sealedBy(changed(MOON, { value: 123_456_789, engine_version: "calc-engine/0" })),
  ],
  [
    "NM21 = 123456789 of another registry",
    "sound",
    sealedBy(changed(MOON, { value: 123_456_789, registry_version: "0".repeat(64) })),
  ],
  [
    "NM21 = 123456789 of the oldest generation",
    "sound",
    preGenesisBy(changed(MOON, { value: 123_456_789 })),
  ],
  [
    "an operator that is not there",
    "invalid",
    sealedBy(changed(MOON, { operatorChain: ["KO42", "ZZZ999"] })),
  ],
  [
    "a solver that is not there",
    "invalid",
    sealedBy(changed(MOON, { engine_version: "calc-engine/2+zzz/1" })),
  ],
  ["a bound of 1", "invalid", sealedBy(changed(MOON, { precision_bound: 1 }))],
  ["a calcond of 9e12", "invalid", sealedBy(changed(MOON, { calcond: 9e12 }))],
  ["other inputs", "invalid", sealedBy(withContents(MOON, { inputs: { ...MOON.inputs, r: 1 } }))],
];
const EXITS = { valid: EXIT.ok, sound: EXIT.notChecked, invalid: EXIT.notVerified };
const WORDS = { valid: "valid: ", sound: "sound, VALUE NOT CHECKED: ", invalid: "NOT VALID: " };

/** Green, yellow and red: ECMA-48, section 8.3.117. */
const COLOURS = { valid: 32, sound: 33, invalid: 31 };

/** The bytes of a text with its one U+FFFD made a byte that no UTF-8 has. */
function malformed(text: string): Buffer {
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(Buffer.from("\ufffd"));
  return Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]);
}

describe("verdicts on every surface", () => {
  const dir = temporaryDir("verdicts");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  function written(content: string | Uint8Array): string {
    const path = join(dir.path, "held.json");
    writeFileSync(path, content);
    return path;
  }

  function post(path: string, body: unknown) {
    return call(node, "POST", path, body);
  }

  async function reverified(held: Fields): Promise<Fields> {
    const { body, status, text } = await post("/api/calc/reverify", held);
    expect(status, text).to.equal(200);
    const verdict = fieldsOf(body, "verdict");
    expect(verdict["digest"]).to.equal(sha256(canonical(held)).toString("hex"));
    expect(
      isSignedBy(
        node.api.publicKey,
        `calc-verdict/1\0${canonical(verdict)}`,
        Buffer.from(textOf(body, "signature"), "hex"),
      ),
    ).to.equal(true);
    expect(body["valid"]).to.equal(verdict["valid"]);
    expect(verdict["valid"]).to.equal(verdict["verdict"] === "valid");
    return verdict;
  }

  /** What each surface says of something held. */
  async function onEverySurface(held: Fields, verdict: keyof typeof EXITS): Promise<void> {
    const stated = { verdict, valid: verdict === "valid" };
    for (const path of ["/api/calc/verify", "/api/calc/prove/verify"]) {
      const { body, text } = await post(path, held);
      expect(body, text).to.include(stated);
      expect(listOf(body, "reasons").length === 0).to.equal(verdict === "valid");
    }
    expect(await reverified(held)).to.include({ ...stated, kind: "receipt" });
    const tool = await call(node, "POST", "/api/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "calc_verify", arguments: held },
    });
    expect(fieldsOf(fieldsOf(tool.body, "result"), "structuredContent"), tool.text).to.include(
      stated,
    );
    const client = createClient({ baseUrl: node.api.http, key: node.api.token });
    const outcome = await client.verify(held);
    expect(outcome.kind === "problem" ? outcome.problem : outcome.value).to.include(stated);
    const file = written(JSON.stringify(held));
    const output = await calc(["verify", file]);
    expect(output.code, output.out + output.err).to.equal(EXITS[verdict]);
    expect(output.out.startsWith(WORDS[verdict]), output.out).to.equal(true);
    const json = await calc(["verify", file, "--json"]);
    expect([json.code, parseFields(json.out)["verdict"]]).to.deep.equal([EXITS[verdict], verdict]);
    for (const verb of ["reverify", "prove-verify"]) {
      const asked = await calc([verb, file, "--data-dir", dir.path, "--color", "always"]);
      expect(asked.code, asked.out + asked.err).to.equal(EXITS[verdict]);
      const word = WORDS[verdict].replace(": ", "");
      expect(asked.out.split("\n")[0]).to.equal(`\u001b[${COLOURS[verdict]}m${word}\u001b[0m`);
    }
  }

  for (const [what, verdict, held] of HELD) {
    it(`${what} is ${verdict}: HTTP, what is signed, tool, client and command line`, () =>
      onEverySurface(held, verdict));
  }

  it("what a solver gives is compared on every surface, whatever the router calls its own", async () => {
    const two = [
      { m: 1e10, position: [0, 0], velocity: [0, 0] },
      { m: 1e10, position: [1, 0], velocity: [0, 1.2] },
    ];
    const { body: orbit } = await post("/api/calc/multibody", { bodies: two, t_max: 1 });
    await onEverySurface(orbit, "valid");
    const bodies = listOf(orbit, "bodies").filter(isObject);
    const moved = [bodies[0]!, { ...bodies[1]!, position: [9, 9, 9] }];
    await onEverySurface({ ...orbit, bodies: moved }, "invalid");
    const routing: Fields = {
      candidates: [],
      cueHash: "0".repeat(64),
      params: {},
      query: "two bodies",
      restated: "two bodies; right?",
      why: [],
    };
    for (const name of Object.keys(routing)) {
      const { body } = await post("/api/calc/verify", { ...orbit, [name]: routing[name]! });
      expect(body["verdict"], name).to.equal("invalid");
    }
    for (const held of [
      { ...orbit, solver: "infall" },
      { ...orbit, ...routing },
    ])
      expect((await post("/api/calc/verify", held)).body).to.include({ verdict: "invalid" });
  });

  it("a formula without a solution has its proof beside its receipt, each under its name", async () => {
    const cnf = [
      [1, 2],
      [-1, 2],
      [1, -2],
      [-1, -2],
    ];
    const { body: refuted } = await post("/api/calc/sat", { cnf });
    // The clause 2 follows by unit propagation, and then the empty one.
    expect(textOf(refuted, "proof_text")).to.match(/^(-?[12] 0\n)*0\n?$/);
    expect(fieldsOf(refuted, "proof")).to.include.keys("header", "path", "sig");
    await onEverySurface(refuted, "valid");
    await onEverySurface({ ...refuted, proof_text: "1 0\n0\n" }, "invalid");
  });

  it("reverify computes a bare numerical result, and signs what came out", async () => {
    const result = {
      value: EARTH_MOON_FORCE_N,
      unit: "N",
      operatorChain: ["KO42", "NM21"],
      inputs: EARTH_MOON,
    };
    const example = {
      value: 19.6,
      unit: "N",
      operatorChain: ["KO42", "NM19"],
      inputs: { m: 2, a: 9.8 },
    };
    const right = { verdict: "valid", valid: true, kind: "result", outcome: "agrees" };
    const wrong = { verdict: "invalid", valid: false, kind: "result" };
    for (const held of [
      result,
      example,
      without(result, "unit"),
      { ...without(result, "operatorChain"), operators: ["NM21"] },
    ])
      expect(await reverified(held), JSON.stringify(held)).to.include({
        ...right,
        receipt_id: null,
      });
    for (const held of [
      { ...result, value: EARTH_MOON_FORCE_N * (1 + Number.EPSILON) },
      { ...result, unit: "J" },
      { ...result, uncertainty: 0 },
      { ...result, note: "trust me" },
      { ...result, operators: ["NM19"] },
      { ...result, inputs: { ...EARTH_MOON, r: 1 } },
      { ...result, inputs: { m1: 1 } },
      { ...result, operatorChain: ["KO42", "ZZZ999"] },
    ])
      expect(await reverified(held), JSON.stringify(held)).to.include(wrong);
    for (const held of [
      { ...result, engine_version: "calc-engine/0" },
      { ...result, registry_version: "0".repeat(64) },
    ])
      expect(await reverified(held)).to.include({ verdict: "sound", outcome: "not-comparable" });
  });

  it("reverify runs the solver of a numerical result, sealed or not", async () => {
    const inputs = { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1, x0: 10, y0: 5, t_end: 5 };
    const { body, text } = await call(node, "POST", "/api/calc/predator-prey", inputs);
    expect(body["receipt_id"], text).to.be.a("string");
    expect(await reverified(body)).to.include({ verdict: "valid", kind: "receipt" });
    const bare = {
      value: body["value"]!,
      unit: body["unit"]!,
      operatorChain: ["KO42", "predator-prey"],
      inputs,
    };
    expect(await reverified(bare)).to.include({ verdict: "valid", kind: "result" });
    expect(await reverified({ ...bare, value: 1 })).to.include({ verdict: "invalid" });
    expect(await reverified({ ...bare, inputs: {} })).to.include({ verdict: "invalid" });
    expect(
      await reverified({ ...bare, engine_version: "calc-engine/2+predator-prey/999" }),
    ).to.include({ verdict: "sound" });
  });

  it("a forged receipt of a solver is invalid, however well it is sealed", async () => {
    const asked = { cnf: "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n", visibility: "shared" };
    const { body, text } = await call(node, "POST", "/api/calc/sat", asked);
    expect(body["value"], text).to.equal(1);
    const held = await call(node, "GET", `/api/receipts/${textOf(body, "receipt_id")}`);
    const envelope = fieldsOf(held.body, "envelope");
    const inputs = fieldsOf(held.body, "inputs");
    const sealed = {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node wrote it
      core: envelope["core"] as unknown as Draft["core"],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node wrote it
      equations: envelope["equations"] as string[],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node wrote it
      masterSum: envelope["master_sum"] as JsonObject,
      inputs,
    };
    const unsatisfiable = "p cnf 1 2\n1 0\n-1 0\n";
    const rows: readonly (readonly [string, string, Draft])[] = [
      ["what the solver gives", "valid", sealed],
      ["the opposite", "invalid", changed(sealed, { value: 0 })],
      ["another solution", "invalid", changed(sealed, { fields_hash: "0".repeat(64) })],
      ["a price of its own", "invalid", changed(sealed, { credits: 1_000 })],
      ["no doubt", "invalid", changed(sealed, { uncertainty: 1 })],
      ["another unit", "invalid", changed(sealed, { unit: "kg" })],
      ["another formula", "invalid", withContents(sealed, { inputs: { cnf: unsatisfiable } })],
      ["other words", "invalid", withContents(sealed, { equations: ["it is so"] })],
      [
        "a solver of another version",
        "sound",
        changed(sealed, { value: 0, engine_version: "calc-engine/2+sat/999" }),
      ],
    ];
    for (const [what, verdict, draft] of rows) {
      const forged = sealedBy(draft);
      expect(await reverified(forged), what).to.include({ verdict, kind: "receipt" });
      const checked = await call(node, "POST", "/api/calc/verify", forged);
      expect(checked.body["verdict"], `${what}: ${checked.text}`).to.equal(verdict);
    }
  });

  it("an answer in words holds with how it was understood, and with no other word", async () => {
    const asked = [
      "escape velocity of Mars",
      "Predator prey with alpha = 1.1, beta = 0.4, gamma = 0.4, delta = 0.1, x0 = 10, y0 = 5, t_end = 2 s",
    ];
    for (const query of asked) {
      const { body, text } = await post("/api/calc/auto", { query });
      expect(body, text).to.include.keys("receipt_id", "solver", "why");
      // A radius of Mars that is known to a part in 10^4 gives a speed known to half of that.
      if (/Mars/.test(query)) expect(body["uncertainty"]).to.be.closeTo(0.251, 0.001);
      const checked = await post("/api/calc/verify", body);
      expect(checked.body, query).to.include({ verdict: "valid" });
      const params = fieldsOf(body, "params");
      const [name] = Object.keys(params);
      const { why: _why, ...unexplained } = body;
      for (const lie of [
        { ...body, remark: "by hand" },
        { ...body, params: { ...params, [name!]: 7 } },
        { ...body, params: {} },
        { ...body, params: null },
        { ...body, solver: "infall" },
        unexplained,
      ])
        expect((await post("/api/calc/verify", lie)).body, query).to.include({
          verdict: "invalid",
        });
    }
  });

  it("reverify signs nothing about a body that holds no result", async () => {
    for (const held of [{}, { value: 1 }, { note: "x" }, { operatorChain: ["NM21"], inputs: {} }])
      expectProblem(await post("/api/calc/reverify", held), 400, "INVALID_INPUT");
  });

  it("a statement of prove: valid as it is, invalid with any word added, sound of another engine", async () => {
    const { body: proved } = await post("/api/calc/prove", force());
    expect((await post("/api/calc/prove/verify", proved)).body).to.include({ verdict: "valid" });
    expect(await reverified(proved)).to.include({ verdict: "valid", kind: "proof" });
    const added = { ...proved, note: "trust me" };
    expect((await post("/api/calc/prove/verify", added)).body).to.include({ verdict: "invalid" });
    expect(await reverified(added)).to.include({ verdict: "invalid" });
  });

  it("malformed UTF-8 is refused where U+FFFD is read: file, standard input, body and tool", async () => {
    const held = sealedBy(withContents(MOON, { equations: ["\ufffd"] }));
    const text = JSON.stringify(held);
    expect((await post("/api/calc/verify", held)).body).to.include({ verdict: "invalid" });
    const file = written(malformed(text));
    const output = await calc(["verify", file]);
    expect([output.code, output.out]).to.deep.equal([EXIT.usage, ""]);
    expect(output.err).to.contain("MALFORMED_UTF8");
    const piped = await readText(Readable.from([malformed(text)]), "standard input").catch(
      (error: unknown) => error,
    );
    expect(piped).to.include({ code: "MALFORMED_UTF8", exit: EXIT.usage });
    const rpc = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "calc_verify", arguments: held },
    });
    for (const [path, body] of [
      ["/api/calc/verify", text],
      ["/api/calc/reverify", text],
      ["/api/calc/prove/verify", text],
      ["/api/mcp", rpc],
    ] as const) {
      const response = await fetch(`${node.api.http}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${node.api.token}`,
        },
        body: malformed(body),
      });
      const answered = await response.text();
      expect(response.status, answered).to.equal(400);
      expect(answered).to.not.contain("checks");
    }
  });

  it("a file of 300 MB is refused by its size, before it is read", async () => {
    const file = written("{");
    truncateSync(file, 300_000_000);
    const before = process.memoryUsage().rss;
    for (const args of [
      ["verify", file],
      ["reverify", file, "--data-dir", dir.path],
    ]) {
      const output = await calc(args);
      expect([output.code, output.out]).to.deep.equal([EXIT.usage, ""]);
      expect(output.err).to.contain("TOO_LARGE");
    }
    expect(process.memoryUsage().rss - before).to.be.below(100_000_000);
    // What states no size, as a pipe does, is given up at the byte that is too many.
    const endless = async function* () {
      await Promise.resolve();
      for (;;) yield new Uint8Array(1_048_576);
    };
    const failure = await readText(endless(), "standard input", RECEIPT_BYTES_MAX).catch(
      (error: unknown) => error,
    );
    expect(failure).to.include({ code: "TOO_LARGE", exit: EXIT.usage });
  });
});
