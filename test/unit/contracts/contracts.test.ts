import { expect } from "chai";
import * as fc from "fast-check";
import { typeText } from "../../../protocol/cel/types.js";
import { shapeOf, typeOfUnit } from "../../../protocol/contracts/catalog.js";
import { computingHere } from "../../../protocol/log/computing.js";
import {
  carryOver,
  initialState,
  prepareProgram,
  trace,
  validateProgram,
} from "../../../protocol/contracts/index.js";
import type { PreparedProgram } from "../../../protocol/contracts/index.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { runs } from "../../kit/runs.js";
import { replayed, runCase } from "../../kit/contractRuns.js";
import { barProgram, changed, parsed, randomCase } from "./programs.js";

const SEED = 3_141;
const registry = builtinRegistry();
const compute = computingHere(nodeCrypto, registry);

function problemsOf(program: JsonValue): readonly string[] {
  const validated = validateProgram(program, registry);
  return validated.ok ? [] : validated.problems.map(({ code, pointer }) => `${pointer} ${code}`);
}

function prepared(program: JsonValue): PreparedProgram {
  const validated = validateProgram(program, registry);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  return prepareProgram(nodeCrypto, validated.checked);
}

function readings(all: readonly (number | null)[]) {
  return all.map((q, i) => ({
    type: "reading",
    data: (q === null ? {} : { q }) as JsonObject,
    calcond: 1_000 + i,
  }));
}

async function traceOf(program: JsonValue, all: readonly (number | null)[]) {
  const ready = prepared(program);
  return trace(ready, initialState(ready), readings(all), compute);
}

const SMALL = { initial: "a", states: { a: {} } };
const SMALL_HASH = "93b27b7235c66e794fa021cda4a040fea908d3e036dcbdec11de4baef3a2a27e";

const GUARD = "/machine/states/nominal/on/0/guard";

describe("contracts: programs", () => {
  it("passes what is right, and gives one hash for one program", () => {
    const program = barProgram();
    expect(problemsOf(program)).to.deep.equal([]);
    const turned = Object.fromEntries(Object.entries(program).reverse());
    expect(prepared(turned).hash).to.equal(prepared(program).hash);
    // SHA-256("calc-program/1" || 0x00 || JCS(program)) by Python's hashlib and json.dumps.
    expect(
      prepared({ ...program, params: {}, inputs: {}, compute: [], machine: SMALL }).hash,
    ).to.equal(SMALL_HASH);
  });

  const faults: readonly (readonly [string, unknown, readonly string[]])[] = [
    ["/name", undefined, ["/name INVALID_STRUCTURE"]],
    ["/params/limit/unit", "furlong per", ["/params/limit/unit BAD_UNIT"]],
    ["/params/limit/default", 2_000, ["/params/limit/default OUT_OF_RANGE"]],
    [
      "/trigger",
      { type: "cron", cron: "61 * * * *" },
      ["/trigger/cron BAD_CRON", "/inputs/q NO_INPUT"],
    ],
    [
      "/trigger",
      { type: "on-aggregate", event: "reading", field: "p", fn: "mean", window: { count: 3 } },
      ["/trigger/field UNKNOWN_INPUT"],
    ],
    ["/compute/0/operators", ["HT1x"], ["/compute/0 UNKNOWN_OPERATOR"]],
    ["/compute/0/operators", ["HT1", "KO42"], ["/compute/0 OPERATOR_CHAIN"]],
    ["/compute/0", { as: "hot", solver: "heatt", inputs: {} }, ["/compute/0 UNKNOWN_SOLVER"]],
    ["/compute/0/as", "tick", ["/compute/0/as DUPLICATE_NAME"]],
    ["/compute/0/inputs/k", "params.length", ["/compute/0/inputs/k WRONG_UNIT"]],
    ["/compute/0/inputs/mass", "1.0", ["/compute/0/inputs/mass UNKNOWN_INPUT"]],
    [GUARD, "hot.value >= params.length", [`${GUARD} WRONG_UNIT`]],
    [GUARD, "hot.value", [`${GUARD} WRONG_TYPE`]],
    [GUARD, "hot.valu > nix", [`${GUARD} UNKNOWN_FIELD`, `${GUARD} UNKNOWN_NAME`]],
    [GUARD, "timestamp('a') > 1", [`${GUARD} UNKNOWN_FUNCTION`]],
    [
      "/machine/states/nominal/on/0/target",
      "alarm",
      ["/machine/states/nominal/on/0/target MISSING_STATE"],
    ],
    ["/machine/states/spare", { on: [] }, ["/machine/states/spare UNREACHABLE_STATE"]],
    ["/machine/initial", "calm", ["/machine/initial MISSING_STATE"]],
    [
      "/machine/states/nominal/on/0/assign",
      { count: "1.0" },
      ["/machine/states/nominal/on/0/assign/count UNKNOWN_NAME"],
    ],
    ["/about", "x".repeat(2_001), ["/about INVALID_STRUCTURE"]],
    ["/extra", 1, [" INVALID_STRUCTURE"]],
  ];
  for (const [path, value, wanted] of faults) {
    it(`refuses ${path} ${JSON.stringify(value)?.slice(0, 40)}`, () => {
      const found = problemsOf(changed(barProgram(), path, value));
      for (const one of wanted) expect(found).to.include(one);
      if (path !== "/compute/0/as" && !path.startsWith("/compute/0/op") && path !== "/compute/0")
        expect(found).to.have.length(wanted.length);
    });
  }

  it("knows the unit of every example of a solver, or that it is known from the answer alone", () => {
    for (const { examples, id } of solverCards) {
      for (const { body, expect: expected, title } of examples) {
        const inputs = Object.fromEntries(Object.keys(body).map((name) => [name, "1.0"]));
        const read = shapeOf(registry, { as: "x", solver: id, inputs });
        if (!read.ok) throw new Error(`${id}: ${read.message}`);
        const { value } = read.shape;
        const isOpen = value.kind === "double" && value.dimension === "unknown";
        if (!isOpen) {
          expect(typeText(value), `${id}: ${title}`).to.equal(typeText(typeOfUnit(expected.unit)));
        }
      }
    }
    const line = { V1: "1.0", X: "1.0", P: "1.0", Q: "1.0" };
    const loss = shapeOf(registry, { as: "x", solver: "grid", inputs: line });
    expect(loss.ok && typeText(loss.shape.value)).to.equal(typeText(typeOfUnit("W")));
  });

  it("names all problems at once", () => {
    let program = changed(barProgram(), GUARD, "hot.value > params.length");
    program = changed(program, "/params/early/default", 1e9);
    program = changed(program, "/params/early/max", 200);
    program = changed(program, "/machine/states/alert/on/0/target", "gone");
    expect(problemsOf(program)).to.deep.equal([
      "/params/early/default OUT_OF_RANGE",
      `${GUARD} WRONG_UNIT`,
      "/machine/states/alert/on/0/target MISSING_STATE",
      "/machine/states/resolved UNREACHABLE_STATE",
    ]);
  });

  it("names what is wrong in form and in meaning at once, and nothing that follows from it", () => {
    let program = changed(barProgram(), GUARD, "hot.value > params.length");
    program = changed(program, "/params/limit/default", "hot");
    program = changed(program, "/inputs/q", { type: "number" });
    program = changed(program, "/params/k/unit", "furlong per");
    program = changed(program, "/machine/states/watch/on/0/target", 5);
    program = changed(program, "/machine/states/alert/on/0/target", "gone");
    program = changed(program, "/compute/1", { as: "other", operators: 5 });
    program = changed(program, "/machine/states/alert/on/0/assign", {
      alerts: "other.value + nix",
    });
    program = changed(program, "/extra", 1);
    expect([...problemsOf(program)].sort()).to.deep.equal([
      " INVALID_STRUCTURE",
      "/compute/1/operators INVALID_STRUCTURE",
      "/inputs/q/type INVALID_STRUCTURE",
      "/machine/states/alert/on/0/assign/alerts UNKNOWN_NAME",
      "/machine/states/alert/on/0/target MISSING_STATE",
      `${GUARD} WRONG_UNIT`,
      "/machine/states/watch/on/0/target INVALID_STRUCTURE",
      "/params/k/unit BAD_UNIT",
      "/params/limit/default INVALID_STRUCTURE",
    ]);
    for (const lost of ["/trigger", "/compute", "/machine/initial", "/machine/context", "/params"])
      expect(problemsOf(changed(program, lost, 7)), lost).to.include(
        "/machine/states/alert/on/0/target MISSING_STATE",
      );
    for (const [lost, found] of [
      ["/machine", 1],
      ["/machine/states", 1],
    ] as const)
      expect(problemsOf(changed(barProgram(), lost, 7))).to.have.length(found);
  });

  it("takes numbered inputs and lists of them, and says which are missing", async () => {
    const wall = (inputs: object): JsonObject => {
      let program = changed(barProgram(), "/compute/0", { as: "hot", operators: ["HT9"], inputs });
      program = changed(program, "/inputs/d", {
        type: "doubles",
        unit: "m",
        default: [0.015, 0.16, 0.115],
      });
      program = changed(program, "/inputs/k", {
        type: "doubles",
        unit: "W/(m K)",
        default: [0.57, 0.039, 0.84],
      });
      return changed(program, "/machine/states", {
        nominal: { on: [{ guard: "hot.value > 0.0", target: "nominal" }] },
      });
    };
    const films = { h_a: "7.7", h_b: "25.0" };
    const numbered = {
      L_1: "0.015",
      L_2: "input.d[1]",
      L_3: "0.115",
      k_1: "0.57",
      k_2: "0.039",
      k_3: "0.84",
    };
    // The operator's example, by a reference script: 1/(1/7.7 + 1/25 + sum of L/k).
    for (const inputs of [
      { ...films, ...numbered },
      { ...films, L_i: "input.d", k_i: "input.k" },
      { ...films, thickness: "input.d", conductivity: "input.k" },
    ]) {
      const { steps } = await traceOf(wall(inputs), [1]);
      expect(steps[0]!.results[0]!.value).to.be.closeTo(0.22544585833175398, 1e-13);
    }
    const { k_3: _, ...fewer } = numbered;
    for (const [inputs, found] of [
      [{ ...films, ...fewer }, "/compute/0/inputs MISSING_INPUT"],
      [{ h_a: "7.7", L_i: "input.d", k_i: "input.k" }, "/compute/0/inputs MISSING_INPUT"],
      [{ ...films, L_i: "input.k", k_i: "input.k" }, "/compute/0/inputs/L_i WRONG_UNIT"],
      [{ ...films, ...numbered, h_a: "input.d" }, "/compute/0/inputs/h_a WRONG_TYPE"],
      [{ ...films, ...numbered, M_1: "1.0" }, "/compute/0/inputs/M_1 UNKNOWN_INPUT"],
    ] as const)
      expect(problemsOf(wall(inputs))).to.deep.equal([found]);
    const solver = changed(barProgram(), "/compute/0", { as: "hot", solver: "heat", inputs: {} });
    expect(problemsOf(solver)).to.include("/compute/0/inputs MISSING_INPUT");
  });

  it("finds no input missing where an operator's example gives all of them", () => {
    const every = runs(40, 1);
    for (const [i, { record }] of registry.entries.entries()) {
      if (i % every !== 0) continue;
      if (record.example === undefined || !("inputs" in record.example)) continue;
      const inputs = Object.fromEntries(
        Object.keys(record.example.inputs).map((name) => [name, "1"]),
      );
      const read = shapeOf(registry, { as: "x", operators: [record.id], inputs });
      if (read.ok) expect(read.shape.missing, record.id).to.equal(null);
    }
  });

  it("refuses programs that are large, deep or slow", () => {
    const deep = `${"(".repeat(60)}true${")".repeat(60)}`;
    expect(problemsOf(changed(barProgram(), GUARD, deep))).to.deep.equal([`${GUARD} TOO_DEEP`]);
    const many = Array(1_500).fill("1.0").join(" + ");
    expect(problemsOf(changed(barProgram(), GUARD, `${many} > 0.0`))[0]).to.equal(
      `${GUARD} TOO_MANY_NODES`,
    );
    let slow = changed(barProgram(), "/inputs/some", { type: "doubles", default: [] });
    slow = changed(slow, GUARD, "input.some.all(a, input.some.all(b, a <= b))");
    expect(problemsOf(slow)).to.deep.equal([
      `${GUARD} TOO_MANY_STEPS`,
      "/machine/states TOO_MANY_STEPS",
    ]);
    const wide = { guard: "input.some.all(a, a <= 1.0 || a >= 2.0)", target: "nominal" };
    slow = changed(slow, "/machine/states/nominal/on", [
      { guard: "true", target: "watch" },
      { guard: "true", target: "alert" },
      ...Array.from({ length: 40 }, () => wide),
    ]);
    expect(problemsOf(slow)).to.deep.equal(["/machine/states TOO_MANY_STEPS"]);
    expect(problemsOf({ ...barProgram(), big: "x".repeat(33_000) })).to.deep.equal([" TOO_LARGE"]);
  });

  // Values of T_1 = q L/k + T_2 by Python: 310.5, 409.3, 427.8, 418.0, 416.7, 299.4 K; limits at
  // 423.15 and 403.15 K, a band of 4 K.
  it("moves between its states with dead bands, and is at fault without an input", async () => {
    const { after, steps } = await traceOf(barProgram(), [
      1_000,
      9_000,
      10_500,
      9_850,
      9_600,
      10_500,
      9_600,
      100,
      null,
      2e6,
    ]);
    expect(steps.map(({ kind, to }) => `${kind} ${to}`)).to.deep.equal([
      "held nominal",
      "moved watch",
      "moved alert",
      "held alert",
      "moved resolved",
      "moved alert",
      "moved resolved",
      "moved nominal",
      "fault nominal",
      "fault nominal",
    ]);
    expect(steps[1]!.results[0]!.value).to.be.closeTo(409.26111111111106, 1e-10);
    expect(steps[4]!.emitted[0]!.data["alerts"]).to.equal(1);
    expect(steps[8]!.fault).to.deep.equal({
      code: "INVALID_INPUT",
      message: "the input q is missing",
      pointer: "/inputs",
    });
    expect(after).to.deep.include({ state: "nominal", context: { alerts: 2 }, events: 10 });
  });

  it("is at fault, and stays, where a guard or a compute has no value", async () => {
    const divided = changed(barProgram(), GUARD, "1.0 / (input.q - input.q) > 0.0");
    const unlike = changed(barProgram(), "/params/length/default", 0);
    for (const [program, code] of [
      [changed(divided, GUARD, "params.band / ctx.alerts > 1.0"), "NON_FINITE"],
      [changed(unlike, "/params/k/default", -1), "REFUSED"],
    ] as const) {
      const { steps } = await traceOf(program, [9_000]);
      expect(steps[0]).to.deep.include({
        kind: "fault",
        from: "nominal",
        to: "nominal",
        emitted: [],
      });
      expect(steps[0]!.fault!.code).to.equal(code);
    }
  });

  it("keeps events for the next time of a program that listens", async () => {
    const report = {
      schema: "calc-contract/1",
      name: "report",
      inputs: { t: { type: "double", unit: "degC" }, who: { type: "string", optional: true } },
      trigger: {
        type: "cron",
        cron: "0 6 * * *",
        listen: {
          event: "reading",
          aggregate: { field: "t", fn: "mean", window: { calconds: 100 } },
        },
      },
      machine: {
        initial: "quiet",
        context: { n: 0 },
        states: {
          quiet: {
            on: [
              {
                guard: "last.count > 0.0 && agg.value > 300.0",
                target: "sent",
                assign: { n: "last.count" },
                emit: [{ type: "report", data: { mean: "agg.value", at: "last.calcond" } }],
              },
            ],
          },
          sent: { on: [{ guard: "!has(agg.value) && tick.missed == 0.0", target: "quiet" }] },
        },
      },
    };
    const ready = prepared(parsed(JSON.stringify(report)));
    const sent = (t: number | string, calcond: number) => ({
      type: "reading",
      data: { t, other: 1 } as JsonObject,
      calcond,
    });
    const tick = (calcond: number) => ({ type: "tick", data: {}, calcond });
    const { steps } = await trace(
      ready,
      initialState(ready),
      [
        tick(5),
        sent(20, 10),
        sent("hot", 15),
        sent(40, 20),
        tick(50),
        tick(110),
        tick(130),
        tick(500),
      ],
      compute,
    );
    expect(steps.map(({ fault, kind, to }) => `${kind} ${to} ${fault?.code ?? ""}`)).to.deep.equal([
      "fault quiet INVALID_INPUT",
      "ignored quiet ",
      "fault quiet INVALID_INPUT",
      "ignored quiet ",
      "moved sent ",
      "held sent ",
      "moved quiet ",
      "held quiet ",
    ]);
    // (20 degC + 40 degC)/2 is 303.15 K; at 110 the first of the two has left the window.
    expect(steps[4]!.emitted[0]!.data["mean"]).to.be.closeTo(303.15, 1e-12);
    expect(steps[4]).to.deep.include({ last: { count: 2, calcond: 20 }, context: { n: 2 } });
    expect(steps[4]!.event.data).to.deep.equal({ t: 40 });
    expect(steps[5]!.agg).to.deep.equal({ value: 313.15, count: 1 });
    expect([steps[6]!.agg, steps[6]!.last]).to.deep.equal([null, { count: 0, calcond: 20 }]);
    await replayed(
      ready,
      steps.map((one) => ({ ...one, emittedBefore: 0 })),
      compute,
    );
    const trigger = { ...report.trigger, listen: { event: "tick" } };
    expect(problemsOf(parsed(JSON.stringify({ ...report, trigger })))).to.include(
      "/trigger/listen/event DUPLICATE_NAME",
    );
  });

  it("ends a chain of events that lead to others", async () => {
    const looping = {
      schema: "calc-contract/1",
      name: "loop",
      trigger: { type: "on-event", event: "go" },
      machine: {
        initial: "a",
        context: { n: 0 },
        states: {
          a: {
            on: [
              { guard: "true", target: "a", assign: { n: "ctx.n + 1" }, emit: [{ type: "go" }] },
            ],
          },
        },
      },
    };
    const ready = prepared(looping);
    const go = { type: "go", data: {}, calcond: 5 };
    const { after, steps } = await trace(ready, initialState(ready), [go, go], compute);
    // Sixteen events behind each root, and the seventeenth is refused.
    expect(steps.map(({ kind }) => kind)).to.deep.equal(
      [0, 1].flatMap(() => [...Array<string>(16).fill("moved"), "fault"]),
    );
    expect(steps[16]!.fault!.code).to.equal("LOOP_LIMIT");
    expect(after.context).to.deep.equal({ n: 32 });
  });

  it("carries a machine over to another version, or says that its state is lost", () => {
    const old = prepared(barProgram());
    const state = { ...initialState(old), state: "watch", context: { alerts: 7 } };
    const text = JSON.stringify(barProgram()).replaceAll('"watch"', '"early"');
    const next = prepared(parsed(text));
    const before = { state, program: old.program };
    expect(carryOver(before, next)).to.deep.include({ ok: false, code: "STATE_LOST" });
    const carried = carryOver(before, next, { watch: "early" });
    expect(carried.ok && carried.state).to.deep.include({ state: "early", context: { alerts: 7 } });
  });

  it("makes the steps of a dry run, one by one, and again from their records", () => {
    return fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        const { ok, text } = await runCase(nodeCrypto, given);
        if (!ok) expect(text).to.match(/^UNREACHABLE_STATE( UNREACHABLE_STATE)*$/);
      }),
      { seed: SEED, numRuns: runs(80, 2_000) },
    );
  });
});
