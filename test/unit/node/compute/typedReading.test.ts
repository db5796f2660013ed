/** The reading of a question, sent in place of its text: the same value and the same seal. */
import { expect } from "chai";
import { runCli } from "../../../../api/cli/cli.js";
import { createClient } from "../../../../api/client/client.js";
import { solversVerb } from "../../../../scripts/cli/compute/solverList.js";
import { isObject } from "../../../../protocol/encoding/json.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";
import { fieldsOf, listOf, parseFields, textOf, type Fields } from "../../../kit/requests.js";

describe("a typed reading in place of a text", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
  });
  beforeEach(async () => {
    key = await served.account();
  });
  after(() => served.close());

  const post = async (path: string, body: Fields): Promise<Fields> =>
    parseFields((await served.call("POST", path, { key, body })).text);

  async function tool(input: Fields): Promise<Fields> {
    const { text } = await served.call("POST", "/api/mcp", {
      key,
      headers: { accept: "application/json" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "calc_auto", arguments: input },
      },
    });
    return fieldsOf(fieldsOf(parseFields(text), "result"), "structuredContent");
  }

  it("seals no open question, and its reading when that is sent", async () => {
    const query = "What total force accelerates a 3 kg cart at 2 m/s^2 on a snorbly track?";
    const open = await post("/api/calc/auto", { query });
    expect(open).to.include({ value: null }).and.not.to.have.any.keys("token_id", "receipt_id");
    expect(fieldsOf(open, "refusal")).to.include({ kind: "OPEN_READING" });
    const reading = fieldsOf(open, "reading");
    expect(reading).to.include({ format: "calc-reading/1", law: "NM19", text: query });
    expect(listOf(reading, "given")).to.deep.equal([
      { symbol: "m", kind: "mass", name: "mass", value: 3, unit: "kg", said: "3 kg" },
      {
        symbol: "a",
        kind: "acceleration",
        name: "acceleration",
        value: 2,
        unit: "m/s^2",
        said: "2 m/s^2",
      },
    ]);
    expect(listOf(reading, "open").map((one) => textOf(one, "text"))).to.include("total");
    // A word within the name of a thing, which no law of a force has.
    expect(JSON.stringify(reading["setAside"])).to.contain("snorbly");
    const sealed = await post("/api/calc/auto", { reading });
    // F = m a by hand.
    expect(sealed).to.include({ value: 6, unit: "N", query });
    expect(sealed["receipt_id"]).to.match(/^[0-9a-f]{64}$/);
    const verdict = await post("/api/calc/verify", sealed);
    expect(verdict, JSON.stringify(verdict["reasons"])).to.include({ verdict: "valid" });
  });

  it("seals laws that join as one chain, through every door", async () => {
    const query = "A crane lifts 800 kg by 15 m in 20 s. What power does it need?";
    const open = await post("/api/calc/auto", { query });
    expect(open).to.include({ value: null }).and.not.to.have.any.keys("token_id", "receipt_id");
    const reading = fieldsOf(open, "reading");
    const sealed = await post("/api/calc/auto", { reading });
    // m g h / t by hand.
    expect(Number(sealed["value"])).to.be.closeTo((800 * 9.80665 * 15) / 20, 1e-8);
    expect(sealed["operatorChain"]).to.deep.equal(["KO42", "LH21", "RBD36"]);
    const verdict = await post("/api/calc/verify", sealed);
    expect(verdict, JSON.stringify(verdict["reasons"])).to.include({ verdict: "valid" });
    expect(await tool({ reading })).to.include({ value: sealed["value"] });
  });

  it("seals one law at two states with what is taken of both, as any receipt is verified", async () => {
    const query =
      "A projectile at 25 m/s: how much farther does it fly on level ground at 45 degrees than at 20 degrees?";
    const asked = await post("/api/calc/auto", { query });
    expect(asked).to.include({ value: null }).and.not.to.have.any.keys("token_id", "receipt_id");
    const sealed = await post("/api/calc/auto", { reading: fieldsOf(asked, "reading") });
    // v^2 (sin 90 - sin 40)/g by hand.
    const value = (625 / 9.80665) * (1 - Math.sin((40 * Math.PI) / 180));
    expect(Number(sealed["value"]), JSON.stringify(sealed)).to.be.closeTo(value, 1e-9);
    expect(sealed["operatorChain"]).to.deep.equal(["KO42", "KIN8", "KIN8"]);
    const verdict = await post("/api/calc/verify", sealed);
    expect(verdict, JSON.stringify(verdict["reasons"])).to.include({ verdict: "valid" });
    const forged = await post("/api/calc/verify", { ...sealed, value: 2 * value });
    expect(forged["verdict"]).not.to.equal("valid");
  });

  /** The sealed part of an answer, without time and price. */
  const sealOf = ({ domain, inputs, operatorChain, uncertainties, unit, value_bits }: Fields) =>
    JSON.stringify([operatorChain, inputs, uncertainties, domain, unit, value_bits]);

  const READ = [
    "kinetic energy of 2 kg at 3 m/s",
    "NM19 m=2 kg a=3 m/s^2",
    "gravitational force between 5 kg and 7 kg at 3 m",
    "escape velocity of the Moon",
    "kinetic energy of 2 ± 0.1 kg at 3 m/s in kJ",
    "mass of a body of kinetic energy 9 J at 3 m/s",
    "first resonance of an organ pipe, length = 1/2 m, c = 343 m/s, open-open",
  ];
  for (const query of READ) {
    it(`the reading of ${query} gives what its text gave, over HTTP and the tool`, async () => {
      const answer = await post("/api/calc/auto", { query });
      const reading = fieldsOf(answer, "reading");
      const sent = await post("/api/calc/auto", { reading });
      expect(sealOf(sent), JSON.stringify(sent)).to.equal(sealOf(answer));
      expect(sent["in_unit"]).to.deep.equal(answer["in_unit"]);
      const again = fieldsOf(sent, "reading");
      expect(again["given"]).to.deep.equal(
        listOf(reading, "given").map((one) =>
          isObject(one)
            ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== "said"))
            : one,
        ),
      );
      const byTool = await tool({ reading });
      expect(byTool["value"]).to.equal(answer["value"]);
      for (const held of [answer, sent]) {
        const verdict = await post("/api/calc/verify", held);
        expect(verdict["verdict"], JSON.stringify(verdict["reasons"])).to.equal("valid");
      }
    });
  }

  it("a field that was changed gives the value of what stands in it", async () => {
    const answer = await post("/api/calc/auto", { query: "kinetic energy of 2 kg at 3 m/s" });
    const reading = fieldsOf(answer, "reading");
    const [mass, speed] = listOf(reading, "given").filter(isObject);
    const seal = async (given: Fields[], more: Fields = {}): Promise<Fields> =>
      post("/api/calc/auto", { reading: { ...reading, given, ...more } });
    // m v^2/2 by hand: 4 kg; 4,000 g; 36 km/h; a spread of 1 % in m is one of 1 % in the energy.
    expect(await seal([{ ...mass, value: 4 }, speed!])).to.include({ value: 18 });
    expect(await seal([{ ...mass, value: 4000, unit: "g" }, speed!])).to.include({ value: 18 });
    expect(await seal([{ ...mass, value: "4 kg" }, speed!])).to.include({ value: 18 });
    expect(await seal([mass!, { ...speed, value: "36", unit: "km/h" }])).to.include({ value: 100 });
    const spread = await seal([{ ...mass, value: 2000, unit: "g", uncertainty: 20 }, speed!]);
    expect(spread["uncertainty"]).to.be.closeTo(0.09, 1e-12);
    const inKJ = await seal([mass!, speed!], { wanted: { unit: "kJ" } });
    expect(inKJ["in_unit"]).to.include({ unit: "kJ", value: 0.009 });
    const turned = await seal(
      [
        { symbol: "KE", value: 9 },
        { symbol: "v", value: 3 },
      ],
      { wanted: {} },
    );
    expect(turned["value"], JSON.stringify(turned)).to.equal(2);
  });

  it("a reading without a law joins laws from its kinds", async () => {
    const given = [
      { kind: "mass", value: 0.5, unit: "kg" },
      { kind: "height", value: 2, unit: "m" },
      { kind: "spring constant", value: 800, unit: "N/m" },
    ];
    const reading = { format: "calc-reading/1", given, wanted: { kind: "compression" } };
    const sealed = await post("/api/calc/auto", { reading });
    // m g h = k x^2/2 with standard gravity.
    expect(sealed["value"]).to.be.closeTo(Math.sqrt((2 * 0.5 * 9.80665 * 2) / 800), 1e-12);
    const verdict = await post("/api/calc/verify", sealed);
    expect(verdict["verdict"], JSON.stringify(verdict)).to.equal("valid");
  });

  it("a reading with a place left open asks for it by its name, and one of no sense is refused", async () => {
    const short = await post("/api/calc/auto", { query: "kinetic energy of a 2 kg ball" });
    const reading = fieldsOf(short, "reading");
    expect(reading).to.include({ law: "NM23" });
    const given = listOf(reading, "given").filter(isObject);
    expect(given.map(({ symbol, value }) => [symbol, value])).to.deep.equal([
      ["m", 2],
      ["v", null],
    ]);
    const asked = await post("/api/calc/auto", { reading });
    expect(fieldsOf(asked, "inputError")).to.include({ code: "MISSING_INPUT", missing: "v" });
    const filled = given.map((one) => (one["value"] === null ? { ...one, value: 3 } : one));
    expect(await post("/api/calc/auto", { reading: { ...reading, given: filled } })).to.include({
      value: 9,
    });
    for (const [sent, pointer] of [
      [{ ...reading, format: "calc-reading/2" }, "/reading/format"],
      [{ ...reading, law: "NOSUCH1" }, "/reading/law"],
      [{ ...reading, given: [...filled, filled[0]!] }, "/reading/given/2/symbol"],
      [
        { ...reading, given: [{ ...filled[0], value: "2 s" }, filled[1]!] },
        "/reading/given/0/value",
      ],
      [{ ...reading, wanted: { symbol: "m" }, given: filled }, "/reading/given/0/symbol"],
    ] as const) {
      const refused = await post("/api/calc/auto", { reading: sent });
      expect(refused, JSON.stringify(sent)).to.include({ code: "INVALID_BODY" });
      expect(listOf(refused, "errors")[0]).to.include({ pointer });
    }
    const both = await post("/api/calc/auto", { reading, query: "kinetic energy" });
    expect(both).to.include({ code: "INVALID_BODY" });
    expect(await post("/api/calc/auto", {})).to.include({ code: "INVALID_BODY" });
  });

  it("a reading that was changed in a saved answer does not verify", async () => {
    const answer = await post("/api/calc/auto", { query: "kinetic energy of 2 kg at 3 m/s" });
    const reading = fieldsOf(answer, "reading");
    const given = listOf(reading, "given").filter(isObject);
    for (const forged of [
      { ...reading, law: "NM19" },
      { ...reading, solver: "acoustic" },
      { ...reading, given: [{ ...given[0], value: 3 }, given[1]!] },
      { ...reading, given: [{ ...given[0], uncertainty: 0.1 }, given[1]!] },
      { ...reading, given: [given[0]!] },
      { ...reading, given: [{ ...given[0], unit: "g" }, given[1]!] },
      { ...reading, given: [{ ...given[0], unit: given[1]!["unit"]! }, given[1]!] },
      { ...reading, given: [{ ...given[0], value: 9 }, ...given] },
    ]) {
      const verdict = await post("/api/calc/verify", { ...answer, reading: forged });
      expect(verdict["verdict"], JSON.stringify(forged)).to.equal("invalid");
    }
  });

  /** At a terminal where somebody answers; null where nobody is there. */
  async function cli(line: readonly string[], said: string | null): Promise<string> {
    let shown = "";
    const write = (text: string): void => {
      shown += text;
    };
    const client = createClient({ baseUrl: served.http.url, key });
    const ask = (question: string): Promise<string> => {
      write(question);
      return Promise.resolve(said ?? "");
    };
    const modules = {
      client: () => Promise.resolve(client),
      readFile: () => Promise.reject(new Error("ENOENT")),
      readStdin: () => Promise.resolve(""),
      out: write,
      err: write,
      isTerminal: said !== null,
      ask: said === null ? null : ask,
    };
    await runCli(line, modules, [solversVerb]);
    return shown;
  }
  const OPEN = ["auto", "kinetic energy of four 3 kg carts at 2 m/s"];

  it("the command line shows an open reading, and seals it where somebody says so", async () => {
    const sealed = await cli(OPEN, "y");
    expect(sealed)
      .to.match(/read as +NM23/)
      .and.match(/mass \(m\) = 3 kg, said as "3 kg"/)
      .and.match(/open +"four"/)
      .and.match(/seal\? \[y\/n\]/)
      // m v^2/2 by hand.
      .and.match(/= 6 J/)
      .and.match(/receipt +[0-9a-f]{64}/);
    for (const said of ["n", "", null]) {
      const open = await cli(OPEN, said);
      expect(open, String(said))
        .to.match(/read as +NM23/)
        .and.not.to.match(/receipt +[0-9a-f]/);
      expect(/seal\? /.test(open)).to.equal(said !== null);
      expect(open).to.match(/next +seal it: calc auto/);
    }
  });

  it("the command line takes a reading in place of a text", async () => {
    const { reading } = await post("/api/calc/auto", { query: OPEN[1]! });
    expect(await cli(["auto", "--reading", JSON.stringify(reading)], null)).to.match(/= 6 J/);
  });

  it("solvers are found by words, on the command line and over HTTP", async () => {
    for (const [words, id] of [
      ["epidemic", "epi"],
      ["heat in a rod", "heat"],
      ["two body orbit", "multibody"],
      ["quant", "quant"],
    ] as const) {
      expect((await cli(["solvers", ...words.split(" ")], null)).trim().split(/\s/)[0]).to.equal(
        id,
      );
      const { text } = await served.call(
        "GET",
        `/api/calc/solvers?solver=${encodeURIComponent(words)}`,
        { key },
      );
      expect(listOf(parseFields(text), "solvers")[0]).to.include({ id });
    }
    expect(await cli(["solvers", "blorp"], null)).to.match(/no solver has one of these words/);
  });
});
