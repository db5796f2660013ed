/**
 * What every surface says of a question in words, and answers in a unit that was asked for. One node;
 * HTTP, MCP and the command line ask it. The console shows the answer of HTTP.
 */
import { expect } from "chai";
import { runCli } from "../../../../api/cli/cli.js";
import { createClient } from "../../../../api/client/client.js";
import { isObject } from "../../../../protocol/encoding/json.js";
import { solverVerbs } from "../../../../scripts/cli/compute/solvers.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";
import {
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
} from "../../../kit/requests.js";

/** SI by hand: half a metre of open pipe is 343/(2*0.5) Hz; the constant is exact in the SI. */
const ANSWERED: readonly (readonly [query: string, value: number, restated: RegExp])[] = [
  ["kinetic energy of 2 kg at 3 m/s", 9, /m = 2 kg.*v = 3 m\/s/],
  ["NM19 m=2 kg a=3 m/s^2", 6, /m = 2 kg.*a = 3 m\/s\^2/],
  [
    "first resonance of an organ pipe, length = 1/2 m, c = 343 m/s, open-open",
    343,
    /length = 0\.5 m.*c = 343 m\/s/,
  ],
  ["speed of light", 299_792_458, /299792458 m\/s/],
];

describe("questions in words over every surface", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(() => served.close());

  const post = async (path: string, body: Fields): Promise<Fields> =>
    parseFields((await served.call("POST", path, { key, body })).text);

  /** The one answer of a batch. */
  const batched = async (computation: Fields): Promise<Fields> => {
    const answer = await post("/api/calc/compute/batch", { computations: [computation] });
    const [only] = listOf(answer, "answers");
    return fieldsOf({ only: only! }, "only");
  };

  /** What the tool answers, and as what a model reads it. */
  async function tool(name: string, input: Fields): Promise<{ text: string; answer: Fields }> {
    const { text: answered } = await served.call("POST", "/api/mcp", {
      key,
      headers: { accept: "application/json" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
    });
    const result = fieldsOf(parseFields(answered), "result");
    const text = textOf(listOf(result, "content")[0], "text");
    const { structuredContent } = result;
    return { text, answer: isObject(structuredContent) ? structuredContent : parseFields(text) };
  }

  async function cli(line: readonly string[]): Promise<{ exit: number; out: string; err: string }> {
    let [out, err] = ["", ""];
    const client = createClient({ baseUrl: served.http.url, key });
    const exit = await runCli(
      line,
      {
        client: () => Promise.resolve(client),
        readFile: () => Promise.reject(new Error("ENOENT")),
        readStdin: () => Promise.resolve(""),
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        isTerminal: false,
      },
      solverVerbs,
    );
    return { exit, out, err };
  }

  for (const [query, value, restated] of ANSWERED) {
    it(`says how ${query} was read`, async () => {
      const expectAnswer = (answer: Fields): void => {
        expect(answer["value"]).to.be.closeTo(value, 1e-9 * value);
        expect(answer["restated"])
          .to.match(restated)
          .and.match(/right\?$/);
        const why = listOf(answer, "why");
        expect(why.length).to.be.greaterThan(0);
        for (const reason of why) expect(reason).to.include.keys("cue", "rule", "at");
      };
      expectAnswer(await post("/api/calc/auto", { query }));
      const { answer } = await tool("calc_auto", { query });
      expectAnswer(answer);
      const json = await cli(["auto", query, "--json"]);
      expect(json.exit, json.err).to.equal(0);
      expectAnswer(JSON.parse(json.out));
      expect((await cli(["auto", query])).out)
        .to.match(/read as/)
        .and.match(restated);
    });
  }

  it("shows what it set aside", async () => {
    const query = "Greetings from Bogota. Kinetic energy of 2 kg at 3 m/s?";
    const answer = await post("/api/calc/auto", { query });
    expect(answer["value"]).to.equal(9);
    expect(listOf(answer, "setAside").map((one) => textOf(one, "text"))).to.deep.equal([
      "Greetings from Bogota.",
    ]);
  });

  it("takes constants of the request as inputs of an operator that is named", async () => {
    const constants = { m1: 5, m2: 7, r: 3 };
    const answer = await post("/api/calc/auto", { query: "universal gravitation", constants });
    // G m1 m2/r^2 with G of CODATA 2022.
    expect(answer["value"]).to.be.closeTo((6.6743e-11 * 35) / 9, 1e-20);
    const { r: _, ...two } = constants;
    const short = await post("/api/calc/auto", { query: "universal gravitation", constants: two });
    expect(short).to.include({ value: null });
    expect(fieldsOf(short, "inputError")).to.include({ code: "MISSING_INPUT" });
  });

  it("answers in a unit asked for, with SI sealed beside it", async () => {
    const force = { operators: ["NM19"], inputs: { m: "2 t", a: 3 }, unit: "kN" };
    const pipe = { length: "50 cm", c: 343, ends: "open-open", unit: "kHz" };
    const inWords = "kinetic energy of 2 kg at 3 m/s";
    const answers: readonly (readonly [Fields, number, number, string])[] = [
      [await post("/api/calc/compute", force), 6000, 6, "kN"],
      [await batched(force), 6000, 6, "kN"],
      [await post("/api/calc/auto", { query: inWords, unit: "kJ" }), 9, 0.009, "kJ"],
      [await post("/api/calc/auto", { query: `${inWords} in kJ` }), 9, 0.009, "kJ"],
      [await post("/api/calc/auto", { query: "NM19 m=2 kg a=3 m/s^2 in kN" }), 6, 0.006, "kN"],
      [await post("/api/calc/auto", { query: `${ANSWERED[2]![0]} in kHz` }), 343, 0.343, "kHz"],
      [await post("/api/calc/acoustic", pipe), 343, 0.343, "kHz"],
      [
        await post("/api/playground/compute", { equation: "v = 5 km/20 min", unit: "km/h" }),
        25 / 6,
        15,
        "km/h",
      ],
      [(await tool("calc_compute", force)).answer, 6000, 6, "kN"],
      [(await tool("calc_auto", { query: inWords, unit: "kJ" })).answer, 9, 0.009, "kJ"],
    ];
    for (const [answer, si, value, unit] of answers) {
      expect(answer["value"], JSON.stringify(answer)).to.be.closeTo(si, 1e-9 * si);
      expect(answer["in_unit"]).to.include({ unit });
      expect(numberOf(fieldsOf(answer, "in_unit"), "value")).to.be.closeTo(value, 1e-9 * value);
    }
  });

  it("refuses a unit of another dimension before anything is sealed", async () => {
    const sealed = async (): Promise<unknown> => {
      const { body, status } = await served.call("GET", "/api/ledger", { key });
      expect(status).to.equal(200);
      return body;
    };
    const before = await sealed();
    const inWords = "kinetic energy of 2 kg at 3 m/s";
    for (const [path, body] of [
      ["/api/calc/compute", { operators: ["NM19"], inputs: { m: 2, a: 3 }, unit: "kg" }],
      ["/api/calc/auto", { query: inWords, unit: "kg" }],
      ["/api/calc/auto", { query: `${inWords} in kg` }],
      ["/api/calc/auto", { query: "NM19 m=2 kg a=3 m/s^2 in kg" }],
      ["/api/calc/auto", { query: `${ANSWERED[2]![0]} in kg` }],
      ["/api/calc/acoustic", { length: 0.5, c: 343, ends: "open-open", unit: "kg" }],
      ["/api/playground/compute", { equation: "v = 5 km/20 min", unit: "kg" }],
    ] as const) {
      const answer = await post(path, body);
      expect(answer["value"] ?? null, JSON.stringify(body)).to.equal(null);
      expect(answer["receipt_id"], JSON.stringify(answer)).to.equal(undefined);
    }
    const one = await batched({ operators: ["NM19"], inputs: { m: 2, a: 3 }, unit: "kg" });
    expect(one["problem"]).to.include({ code: "INVALID_INPUT" });
    expect(one).not.to.have.property("value");
    expect(await sealed()).to.deep.equal(before);
  });
});
