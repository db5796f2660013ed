/** Each layer fails on a log that was made to fail it alone. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { instantOf, modulationAt } from "../../../protocol/math/modulation.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { LogCheck } from "../../../protocol/log/check.js";
import { ContentCheck, LAYERS, type LayerName } from "../../../protocol/log/layers.js";
import { payloadHash, rowHash, rowText, type MachineRow } from "../../../protocol/log/row.js";
import type { JsonObject } from "../../../protocol/ports.js";

const MACHINE = `m_${"c".repeat(26)}`;
const GENESIS = "0".repeat(64);
const REGISTRY = "r1";
const KNOWN = new Set(["KO42", "NM19", "NM21"]);

interface Forged {
  /** Of the third of six rows; `relinked` ones keep the hashes of the log. */
  readonly core?: (core: JsonObject) => JsonObject;
  readonly row?: (row: MachineRow) => MachineRow;
  readonly payload?: string;
  readonly drift?: number;
  /** The row is changed after the next one was linked to it. */
  readonly isLate?: boolean;
}

function coreAt(ns: bigint): JsonObject {
  const { calcond, phase } = instantOf(ns);
  return {
    R_t: modulationAt(phase),
    calcond,
    credits: 3,
    engine_version: "calc-engine/2",
    operatorChain: ["KO42", "NM19"],
    phase,
    registry_version: REGISTRY,
  };
}

function verdicts(forged: Forged = {}): Readonly<Record<LayerName, boolean>> {
  const check = new LogCheck(nodeCrypto, { machine: MACHINE, prev: GENESIS });
  const content = new ContentCheck({
    hasOperator: (version, id) => (version === REGISTRY ? KNOWN.has(id) : null),
    jobCredits: () => 7,
  });
  let prev = GENESIS;
  for (let seq = 0; seq < 6; seq += 1) {
    const isForged = seq === 2;
    const ns = 2_310_000_000n * CALCOND_NS + BigInt(seq) * 123_456_789n;
    const sealed = coreAt(ns);
    const core = isForged && forged.core !== undefined ? forged.core(sealed) : sealed;
    const honest: MachineRow = {
      v: 3,
      machine: MACHINE,
      seq,
      prev,
      ns: ns.toString(),
      calcond: Number(ns / CALCOND_NS),
      transitionType: "step",
      payloadHash: "",
      programHash: null,
      from: null,
      to: null,
      evalRoot: null,
      evalCount: 0,
      token: nodeCrypto.sha256Hex(`token ${seq}`),
      proof: null,
      actor: { key: "csm_test", role: "admin" },
      engineVersion: "calc-engine/2",
    };
    const drift = isForged ? (forged.drift ?? 0.05) : 0.05;
    const payload = { n: seq, invariants: [{ name: "energy", boundPct: 0.1, driftPct: drift }] };
    const text = canonicalize(payload);
    const row = { ...honest, payloadHash: payloadHash(nodeCrypto, text) };
    const shown = isForged && forged.row !== undefined ? forged.row(row) : row;
    prev = toHex(rowHash(nodeCrypto, rowText(forged.isLate === true ? row : shown)));
    const read = check.row(rowText(shown));
    if (read === null) continue;
    check.payload(read, isForged && forged.payload !== undefined ? forged.payload : text);
    content.add({ row: read, core, payload });
  }
  return {
    "pulse-attestation": check.pulse.pass,
    "phase-agreement": content.verdict("phase-agreement").pass,
    "hash-linkage": check.linkage.pass,
    "operator-coverage": content.verdict("operator-coverage").pass,
    "energy-record": content.verdict("energy-record").pass,
  };
}

const CASES: readonly (readonly [layer: LayerName, what: string, forged: Forged])[] = [
  [
    "pulse-attestation",
    "a calcond that its nanoseconds do not give",
    { row: (row) => ({ ...row, calcond: row.calcond + 1 }) },
  ],
  ["phase-agreement", "a phase of another time", { core: (core) => ({ ...core, phase: 0.75 }) }],
  [
    "phase-agreement",
    "an R_t off by 2e-12",
    { core: (core) => ({ ...core, R_t: Number(core["R_t"]) + 2e-12 }) },
  ],
  [
    "hash-linkage",
    "a row that was changed",
    { isLate: true, row: (row) => ({ ...row, transitionType: "fault" }) },
  ],
  ["hash-linkage", "a payload that was changed", { payload: "{}" }],
  ["hash-linkage", "a number that is there twice", { row: (row) => ({ ...row, seq: 1 }) }],
  [
    "operator-coverage",
    "KO42 in another place",
    { core: (core) => ({ ...core, operatorChain: ["NM19", "KO42"] }) },
  ],
  [
    "operator-coverage",
    "an operator that the registry lacks",
    { core: (core) => ({ ...core, operatorChain: ["KO42", "XX1"] }) },
  ],
  [
    "energy-record",
    "a price that the rule does not give",
    { core: (core) => ({ ...core, credits: 2 }) },
  ],
  [
    "energy-record",
    "a job at another price",
    { core: (core) => ({ ...core, engine_version: "calc-engine/2+heat/1" }) },
  ],
  ["energy-record", "a drift of 0.11 percent", { drift: 0.11 }],
];

describe("log: the five layers", () => {
  it("pass on an honest log", () => {
    expect(Object.values(verdicts())).to.deep.equal([true, true, true, true, true]);
    expect(Object.keys(verdicts())).to.have.members([...LAYERS]);
  });

  for (const [layer, what, forged] of CASES)
    it(`${layer} alone fails for ${what}`, () => {
      const failed = Object.entries(verdicts(forged)).flatMap(([name, pass]) =>
        pass ? [] : [name],
      );
      expect(failed).to.deep.equal([layer]);
    });

  it("fail for more than four operators, in coverage, and in the price that no chain has", () => {
    const chain = ["KO42", "NM19", "NM19", "NM19", "NM19"];
    const found = verdicts({ core: (core) => ({ ...core, operatorChain: chain }) });
    expect(found["operator-coverage"]).to.equal(false);
  });

  it("leave alone what is of another generation of the registry", () => {
    const core = (one: JsonObject) => ({
      ...one,
      registry_version: "r0",
      operatorChain: ["KO42", "XX1"],
    });
    expect(verdicts({ core })["operator-coverage"]).to.equal(true);
  });
});
