/** Proofs of what has a log, checked as a whole and by layer; and the receipts of machines. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import {
  readCommitment,
  TRANSITION_ENGINE,
  transitionCredits,
} from "../../../protocol/kernel/transition.js";
import { CanonicalError, canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { LogFault } from "../../../protocol/log/check.js";
import type { LayerName } from "../../../protocol/log/layers.js";
import { type LogGenesis, type MachineRow } from "../../../protocol/log/row.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { STRANGER_ROWS_MAX } from "../log/keptReadings.js";
import type { JobCredits } from "../log/logReading.js";
import type { GivenRow, LayerReport, LogReport, ReadingAsked } from "../log/logValidation.js";
import { asker } from "../../operations/asker.js";
import { answered } from "../../operations/effect.js";
import type { ComputeServices } from "../../compute/createCompute.js";
import type { Ground } from "../../ground/ground.js";
import type { LogServices } from "../log/createLogs.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { logByName, type LogOwners } from "./logsByName.js";
import { rowIn } from "./machineLogs.js";

type ProofHandlers = Pick<
  NodeHandlers,
  | "statePohcValidate"
  | "stateTallyEnvelopes"
  | "stateTallySummary"
  | "stateTallyVerify"
  | "pohcPulse"
  | "pohcPhase"
  | "pohcLinkage"
  | "pohcCoverage"
  | "pohcEnergy"
>;
type ProofServices = Pick<Ground, "crypto" | "store"> &
  Pick<ComputeServices, "evaluator" | "receipts"> &
  Pick<LogServices, "logValidation" | "machineLog"> &
  Pick<WitnessServices, "witnessing"> &
  LogOwners;

/**
 * Rows looked through for one page of receipts by who has a part in a log, and receipts checked at
 * most in one call.
 */
const SCANNED_MAX = 10_000;
const VERIFIED_MAX = 100;

export function machineProofHandlers(services: ProofServices): ProofHandlers {
  const { logValidation, machineLog, witnessing } = services;
  const layer = (name: LayerName) => async (input: LayerInput, call: Call) => {
    const report = await layerReport(services, name, input, call);
    return {
      layer: name,
      ...report,
      pass: passShown(report, report),
      failures: report.failures.map(failureShown),
    };
  };
  return {
    statePohcValidate: async ({ slug }, call) => {
      const { genesis } = await logByName(services, slug, call.principal);
      const asked = askedOf(services, genesis, call);
      const { firstBad, ...report } = await logValidation.validate(genesis, asked);
      const layers = layersShown(report);
      return { ...report, layers, ...(firstBad === null ? {} : { firstBad: { ...firstBad } }) };
    },
    stateTallyEnvelopes: async ({ before, limit, slug }, call) => {
      const { genesis } = await logByName(services, slug, call.principal);
      const rowsMax = scannedMax(genesis, call);
      const found: MachineRow[] = [];
      let scanned = 0;
      let next: number | null = null;
      const range = {
        reverse: true,
        limit: rowsMax,
        ...(before === undefined ? {} : { to: before }),
      };
      for await (const { seq, text } of machineLog.rows(genesis.machine, range)) {
        const row = rowIn(text);
        if (row.token !== null) found.push(row);
        scanned += 1;
        if (found.length < limit && scanned < rowsMax) continue;
        next = seq === 0 ? null : seq;
        break;
      }
      const envelopes = await Promise.all(
        found.map(receiptShown).map(async (one) => ({
          ...one,
          standing: await witnessing.standingOfReceipt(one.receipt_id),
        })),
      );
      const answer = { machine: genesis.machine, envelopes, next };
      return answered(answer, []).before(next === null ? null : { before: next });
    },
    stateTallySummary: async ({ slug }, call) => {
      const { genesis } = await logByName(services, slug, call.principal);
      const summary = await logValidation.summary(
        genesis.machine,
        askedOf(services, genesis, call),
      );
      return { machine: genesis.machine, ...summary, keys: [...summary.keys] };
    },
    stateTallyVerify: async ({ receipt_ids: named, slug }, call) => {
      const { genesis } = await logByName(services, slug, call.principal);
      const scan: Scan = {
        machine: genesis.machine,
        rowsMax: isStranger(genesis, call) ? STRANGER_ROWS_MAX : null,
        signal: call.signal,
      };
      const asked = named ?? (await newestReceipts(services, scan));
      const found = await withRows(services, scan, new Set(asked));
      const failures: { readonly receipt_id: string; readonly why: string }[] = [];
      for (const id of asked) {
        const why = found.has(id) ? await faultOf(services, id) : unnamed(scan);
        if (why !== null) failures.push({ receipt_id: id, why });
      }
      return { valid: failures.length === 0, checked: asked.length, failures };
    },
    pohcPulse: layer("pulse-attestation"),
    pohcPhase: layer("phase-agreement"),
    pohcLinkage: layer("hash-linkage"),
    pohcCoverage: layer("operator-coverage"),
    pohcEnergy: layer("energy-record"),
  };
}

type LayerInput = Parameters<NodeHandlers["pohcPulse"]>[0];

/** Whether a caller has no part in a log but what everybody may read. */
function isStranger({ owner }: Pick<LogGenesis, "owner">, { principal }: Call): boolean {
  return principal?.owner !== owner && principal?.unlimited !== true;
}

function askedOf(
  services: Pick<ComputeServices, "evaluator">,
  log: Pick<LogGenesis, "owner">,
  call: Call,
): ReadingAsked {
  const { signal } = call;
  return { isStranger: isStranger(log, call), jobCredits: jobCreditsOf(services, call), signal };
}

function scannedMax(log: Pick<LogGenesis, "owner">, call: Call): number {
  return isStranger(log, call) ? STRANGER_ROWS_MAX : SCANNED_MAX;
}

/** Where nothing was there to check, nothing has passed. */
function passShown(
  { checked, pass }: Pick<LayerReport, "checked" | "pass">,
  { complete }: Pick<LayerReport, "complete">,
): boolean | null {
  return complete && pass && checked === 0 ? null : pass;
}

function layersShown(report: Pick<LogReport, "complete" | "layers">) {
  const { layers } = report;
  const shown = (name: LayerName) => {
    const { checked, pass } = layers[name];
    return { pass: passShown({ checked, pass }, report), checked };
  };
  return {
    "pulse-attestation": shown("pulse-attestation"),
    "phase-agreement": shown("phase-agreement"),
    "hash-linkage": shown("hash-linkage"),
    "operator-coverage": shown("operator-coverage"),
    "energy-record": shown("energy-record"),
  };
}

/** What a job costs by the price rule, where this node has its solver. */
function jobCreditsOf({ evaluator }: Pick<ComputeServices, "evaluator">, call: Call): JobCredits {
  return async (solver, inputs) => {
    if (solver === TRANSITION_ENGINE) {
      const commitment = readCommitment(inputs);
      return commitment === null ? null : transitionCredits(commitment.results);
    }
    const [name = ""] = solver.split("/");
    try {
      return (await evaluator.quote(name, inputs, asker(call)))?.credits ?? null;
    } catch (error) {
      if (error instanceof SolverRefusal) return null;
      throw error;
    }
  };
}

async function layerReport(
  services: ProofServices,
  name: LayerName,
  { fromSeq, machine, rows, toSeq }: LayerInput,
  call: Call,
): Promise<LayerReport> {
  if ((machine === undefined) === (rows === undefined))
    throw new ApiError("INVALID_INPUT", "name a machine, or give rows: one of the two");
  if (rows !== undefined) return services.logValidation.given(name, rows.map(givenRow));
  const { genesis } = await logByName(services, machine!, call.principal);
  return services.logValidation.layer(genesis, name, {
    ...(fromSeq === undefined ? {} : { from: fromSeq }),
    ...(toSeq === undefined ? {} : { to: toSeq }),
    ...askedOf(services, genesis, call),
  });
}

type Given = NonNullable<LayerInput["rows"]>[number];

/** @throws ApiError for what has no canonical form */
function givenRow(given: Given): GivenRow {
  const whole: Readonly<Record<string, unknown>> = given;
  const { core, payload, row = given } = whole;
  const { hash, members } = servedRow(row);
  const payloadText = payload === undefined ? null : canonicalText(payload);
  const coreText = core === undefined ? null : canonicalText(core);
  const read = coreText === null ? null : valueIn(coreText);
  return {
    text: canonicalText(members),
    hash,
    core: read !== null && isObject(read) ? read : null,
    coreText,
    payload: payloadText === null ? undefined : valueIn(payloadText),
    payloadText,
  };
}

/** A row as it is served: beside the members that are hashed, its hash and how surely it stays. */
function servedRow(row: unknown): { readonly members: unknown; readonly hash: string | null } {
  if (!isObject(row)) return { members: row, hash: null };
  const { hash, standing: _standing, ...members } = row;
  // A text that is no hash stays a member that no row has.
  return typeof hash === "string" || hash === undefined
    ? { members, hash: hash ?? null }
    : { members: { ...members, hash }, hash: null };
}

function canonicalText(value: unknown): string {
  try {
    return canonicalize(value);
  } catch (error) {
    if (error instanceof CanonicalError) throw new ApiError("INVALID_INPUT", error.message);
    throw error;
  }
}

function valueIn(text: string): JsonValue {
  const read = parseJson(text);
  return read.ok ? read.value : null;
}

function failureShown({ expected, got, rule, seq }: LogFault) {
  return { seq, why: `${rule}: ${expected} expected, ${got} got`, rule, expected, got };
}

function receiptShown({ actor, calcond, seq, token, transitionType }: MachineRow) {
  return { receipt_id: token!, seq, calcond, key: actor.key, role: actor.role, transitionType };
}

/** The newest rows of a machine that are looked through. */
interface Scan {
  readonly machine: string;
  /** Null for all of them. */
  readonly rowsMax: number | null;
  readonly signal: AbortSignal;
}

function unnamed({ rowsMax }: Scan): string {
  return rowsMax === null
    ? "no row of this machine names it"
    : `none of the newest ${rowsMax} rows of this machine names it`;
}

async function newestReceipts(
  { machineLog }: Pick<LogServices, "machineLog">,
  { machine, rowsMax }: Scan,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const limit = rowsMax ?? SCANNED_MAX;
  for await (const { text } of machineLog.rows(machine, { reverse: true, limit })) {
    const { token } = rowIn(text);
    if (token !== null) ids.push(token);
    if (ids.length === VERIFIED_MAX) break;
  }
  return ids;
}

/** Those of some receipts that rows of a machine name. */
async function withRows(
  { machineLog }: Pick<LogServices, "machineLog">,
  { machine, rowsMax, signal }: Scan,
  asked: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const range = { reverse: true, ...(rowsMax === null ? {} : { limit: rowsMax }) };
  for await (const { text } of machineLog.rows(machine, range)) {
    signal.throwIfAborted();
    const { token } = rowIn(text);
    if (token !== null && asked.has(token)) found.add(token);
    if (found.size === asked.size) break;
  }
  return found;
}

/** What does not hold of a receipt, or null. */
async function faultOf({ receipts }: ProofServices, id: string): Promise<string | null> {
  const held = await receipts.own(id);
  if (held === null) return "this node does not keep it";
  const read = parseJson(held.text);
  if (!read.ok) return "it cannot be read";
  return receipts.isReceipt(id, held.text) ? null : "its hashes or its signature do not hold";
}
