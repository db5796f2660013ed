/**
 * Needs python3 with the package cryptography. Whoever holds a key can seal anything: every member
 * of a receipt and of an answer is changed, hashes and signature are made right again, and the
 * verifier in Python says of each what the project's own says.
 */
import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { altered, leafPaths, withChange } from "../../../scripts/seal/jsonPaths.js";
import { NOW, changed, honest, sealedBy, withContents, type Draft } from "../../kit/forger.js";
import { fieldsOf, parseFields } from "../../kit/requests.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

const registry = builtinRegistry();
/** A transition of an ion: its wavelength, and with that how often it happens. */
const LINE = { M: 6.644657345e-27, Z: 2, n_1: 3, n_2: 5, g_l: 2, g_u: 4, f_lu: 0.641 };
const MOON = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };

interface Held {
  readonly name: string;
  readonly receipt: JsonObject;
}

/** Single computations and chains: constants with uncertainties, assumed values, exact zeros. */
const ASKED: readonly (readonly [
  readonly string[],
  Record<string, number>,
  Record<string, number>?,
])[] = [
  [["KO42"], {}],
  [["KO42", "NM21"], MOON],
  [["KO42", "NM21"], MOON, { m1: 1e20, r: 1e3 }],
  [["KO42", "AT1", "AT16"], LINE, { Z: 0.1, f_lu: 0.01 }],
  [["KO42", "AC1"], { p: 0.632 }, { p: 0.5 }],
];

const plainOf = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

/** Members that are decided by a clock or an account, and those whose hash is made right anyway. */
const FREE = new Set(
  "R_t calcond phase funding inputs_hash equations_hash master_sum_hash value_bits".split(" "),
);

function forgedCores(draft: Draft, name: string): Held[] {
  const core = plainOf(draft.core);
  const members = [...Object.keys(core), "metric_shift", "seal_kind", "rows_count", "rows_root"];
  const others: Record<string, JsonValue> = {
    metric_shift: 1e-4,
    seal_kind: "observable-differential",
    rows_count: 1,
    rows_root: "1".repeat(64),
    operatorChain: ["KO42", "NM1"],
    fields_hash: "1".repeat(64),
  };
  return members
    .filter((member) => !FREE.has(member))
    .map((member) => ({
      name: `${name}, ${member}`,
      receipt: sealedBy(changed(draft, { [member]: others[member] ?? altered(core[member]) })),
    }));
}

type Contents = Partial<Omit<Draft, "core">>;

function forgedContents(draft: Draft, name: string): Held[] {
  const { equations, inputs, masterSum, uncertainties = {} } = draft;
  const contents = plainOf({ equations, inputs, masterSum });
  const leaves: Contents[] = leafPaths(contents).map((path) => withChange(contents, path, altered));
  const added: Contents[] = [
    { uncertainties: { ...uncertainties, zzz: 1 } },
    { inputs: { ...inputs, zzz: 1 } },
    { equations: [...equations, "x"] },
  ];
  const measured: Contents[] = Object.entries(uncertainties).map(([key, u]) => ({
    uncertainties: { ...uncertainties, [key]: u * (1 + 2 ** -52) },
  }));
  return [...leaves, ...added, ...measured].map((change, i) => ({
    name: `${name}, contents ${i}`,
    receipt: sealedBy(withContents(draft, change)),
  }));
}

describe("scripts/seal/verify_receipt.py: forged figures", () => {
  const dir = temporaryDir("forged-figures");
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(async () => {
    await served.close();
    dir.remove();
  });

  const own = ({ receipt }: Held, nowCalcond: number) =>
    verifyHeld({ crypto, registry }, receipt, { nowCalcond }).verdict;

  /** What Python says otherwise than stated. */
  function forgedOf(held: readonly (Held & { readonly verdict: string })[], now: number): string[] {
    const path = join(dir.path, "held.json");
    const receipts = held.map((one) => ({ ...one, id: null }));
    writeFileSync(path, JSON.stringify({ now, receipts }));
    const run = spawnSync(
      "python3",
      ["scripts/seal/verify_receipt.py", path, "--registry", "protocol/operators/domains"],
      { encoding: "utf8", maxBuffer: 1e8 },
    );
    expect(run.stderr).equal("");
    const lines = run.stdout.trim().split("\n").slice(0, held.length);
    return held.flatMap(({ name, verdict }, i) =>
      lines[i]!.startsWith(`${verdict} `) ? [] : [`${name}: ${verdict}, in Python ${lines[i]}`],
    );
  }

  it("calls every change to what is sealed what calc verify calls it", () => {
    const held = ASKED.flatMap(([operators, inputs, uncertainties]) => {
      const draft = honest(registry, operators, inputs, uncertainties)!;
      const name = `${operators.join()} +- ${Object.keys(uncertainties ?? {}).join()}`;
      return [
        { name, receipt: sealedBy(draft) },
        ...forgedCores(draft, name),
        ...forgedContents(draft, name),
      ];
    }).map((one) => ({ ...one, verdict: own(one, NOW) }));
    const untouched = held.filter(({ name }) => !name.includes(", "));
    expect(untouched.map(({ verdict }) => verdict)).deep.equal(ASKED.map(() => "valid"));
    expect(held.length).above(150);
    expect(forgedOf(held, NOW)).deep.equal([]);
  });

  it("calls every change to an answer what calc verify calls it, but for words about rows", async () => {
    const compute = async (path: string, body: unknown): Promise<JsonObject> =>
      plainOf(parseFields((await served.call("POST", path, { key, body })).text));
    const table = { operators: ["NM21"], columns: { m1: 1, m2: 2, r: [1, 2, 4] } };
    const answers: Record<string, JsonObject> = {
      single: await compute("/api/calc/compute", {
        operators: ["NM21"],
        inputs: MOON,
        uncertainties: { m1: 1e24 },
      }),
      chain: await compute("/api/calc/compute", { operators: ["AT1", "AT16"], inputs: LINE }),
      assumed: await compute("/api/calc/compute", { operators: ["AC1"], inputs: { p: 0.632 } }),
      routed: await compute("/api/calc/auto", { query: "escape velocity of Mars" }),
      table: await compute("/api/calc/compute/table", table),
      refused: await compute("/api/calc/compute/table", {
        ...table,
        columns: { ...table.columns, r: [1, 0, 4] },
      }),
    };
    const now = Number(answers["single"]!["calcond"]) + 10;
    const held = Object.entries(answers).flatMap(([name, answer]) => [
      { name, receipt: answer },
      ...leafPaths(answer).flatMap((path) =>
        [altered, () => undefined].map((change) => ({
          name: `${name} ${path.join(".")} ${change === altered ? "altered" : "removed"}`,
          receipt: withChange(answer, path, change),
        })),
      ),
      { name: `${name} with another member`, receipt: { ...answer, zzz: 1 } },
    ]);
    const judged = held.map((one) => {
      const verdict = own(one, now);
      // Why a row is refused is told in words of the project's own.
      const isInWords =
        one.name.startsWith("refused") &&
        (verdict === "valid" || /refused\.\d+\.message altered/.test(one.name));
      return { ...one, verdict: isInWords ? "sound" : verdict };
    });
    for (const name of ["single", "chain", "assumed", "routed", "table"])
      expect(judged.find((one) => one.name === name)!.verdict).equal("valid");
    expect(fieldsOf(parseFields(JSON.stringify(answers["refused"])), "rows")).has.property(
      "answered",
      2,
    );
    expect(judged.length).above(500);
    expect(forgedOf(judged, now)).deep.equal([]);
  });
});
