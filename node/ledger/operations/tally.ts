import type { Call } from "../../../api/contract/definition/call.js";
import {
  CHAIN_VERIFY_FIELDS,
  ENVELOPE_MEMBERS,
} from "../../../api/contract/receipts/chainVerify.js";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { FieldFault } from "../../../protocol/errors/refusal.js";
import { pointerOf } from "../../../api/http/validate.js";
import { CALCOND_SECONDS } from "../../../protocol/kernel/answer.js";
import { PULSE_HZ } from "../../../protocol/math/modulation.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import {
  checkEnvelope,
  type EnvelopeVerdict,
  definedOf,
  type StatedArithmetic,
} from "../../../protocol/seal/envelopeCheck.js";
import { verdictOf } from "../../../protocol/seal/verdict.js";
import { bookHealth } from "../bookHealth.js";
import {
  CALCONDS_A_DAY,
  consensusOf,
  FINALITY,
  OWNERSHIP,
  RULES,
} from "../../compute/consensus.js";
import { DamagedError } from "../../runtime/damage.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { Ground } from "../../ground/ground.js";
import type { LedgerServices } from "../createLedger.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { NameServices } from "../../names/createNames.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { ownerOf } from "../../operations/owner.js";
import { checkPeriod } from "../../operations/period.js";

type TallyHandlers = Pick<
  NodeHandlers,
  | "tallyClock"
  | "tallyTransparency"
  | "tallyConsensus"
  | "tallyRecord"
  | "tallyHealth"
  | "publishDefault"
  | "setPublishDefault"
  | "chainVerify"
>;

/** The period as people say it; wrong for counting. */
const CALCOND_SECONDS_SHOWN = 0.777;
/** Name of a node's own chain. */
const SELF = "self";
/** What an envelope may say of its own generation. */
const GENERATION_NAMES = ["v3", "v1", "pre_genesis"] as const;
/** Digits of its key by which a node is called. */
const NODE_NAME_DIGITS = 16;

type ChainServices = Pick<Ground, "crypto" | "identity" | "store"> &
  Pick<MachineServices, "machines">;
type TallyServices = EffectServices &
  ChainServices &
  Pick<AccountServices, "accounts"> &
  Pick<LedgerServices, "ledger" | "publicRecord" | "supply"> &
  Pick<NameServices, "names"> &
  Pick<Ground, "readiness"> &
  Pick<WitnessServices, "witnessing">;

export function tallyHandlers(services: TallyServices): TallyHandlers {
  const { accounts, identity, ledger, names, publicRecord, readiness, store, supply, witnessing } =
    services;
  const clock = {
    pulse_hz: PULSE_HZ,
    calcond_sec: CALCOND_SECONDS_SHOWN,
    calcond_sec_exact: CALCOND_SECONDS,
    calcond_ns: Number(CALCOND_NS),
    ...FINALITY,
    calconds_per_day: CALCONDS_A_DAY,
  };
  const consensus = consensusOf(names.options.genesis.witnesses.length);
  return {
    tallyClock: () => clock,
    tallyTransparency: () => ({
      ...OWNERSHIP,
      face_value_per_credit: 1,
      free_before_paid: true,
      rules: [...RULES],
      figures: "/api/transparency/now",
    }),
    tallyConsensus: () => consensus,
    tallyRecord: async ({ operator, from, to, before, limit, offset }, call) => {
      checkPeriod({ from, to }, call);
      const behind = await publicRecord.follow();
      const page = await publicRecord.page({
        operator: operator ?? null,
        from,
        to,
        before,
        limit,
        offset,
      });
      const { total, beforeNext, left } = page;
      const entries = await Promise.all(
        page.entries.map(async (entry) =>
          entry.receipt_id === null
            ? entry
            : { ...entry, standing: await witnessing.standingOfReceipt(entry.receipt_id) },
        ),
      );
      return preEncoded({
        // A number of the list stays what it is while new entries arrive, an offset from the newest
        // does not.
        next: beforeNext === null ? null : { before: beforeNext, offset: 0 },
        body: JSON.stringify({
          entries,
          total,
          limit,
          offset,
          next: left > 0 ? offset + entries.length : null,
          before_next: beforeNext,
          behind,
          damaged: publicRecord.damaged,
          scope: "node",
          public_key: identity.publicKeyHex,
        }),
      });
    },
    tallyHealth: async () => {
      const recordBehind = await publicRecord.follow();
      const {
        entries,
        head,
        identities,
        journalBehind,
        damaged: ofBooks,
      } = await bookHealth(supply, store.ledger);
      const damaged = [ofBooks, publicRecord.damaged].filter((one) => one !== null);
      return {
        ok:
          identities.every(({ holds }) => holds !== false) &&
          damaged.length === 0 &&
          ledger.lastAudit?.ok !== false,
        journal: { entries, head },
        identities: identities.map((one) => ({ ...one })),
        readings: { journal_behind: journalBehind, record_behind: recordBehind },
        damaged: damaged.map((one) => ({ ...one })),
        last_audit: ledger.lastAudit === null ? null : { ...ledger.lastAudit },
        not_ready: [...readiness.reasons()],
        scope: "node",
      };
    },
    publishDefault: async (_input, call) =>
      preferenceOf(await accounts.defaultVisibility(ownerOf(call))),
    setPublishDefault: ({ publish }, call) => {
      // A machine's key works for its machine: what all of the account publishes is not its to say.
      if (call.principal?.kind === "machine")
        throw new ApiError("FORBIDDEN", "this takes a key of the account, not of a machine");
      const visibility = publish === true || publish === "record" ? "record" : "private";
      return effectOf(services, call, nodeOperations.setPublishDefault).run(
        accounts.setDefaultVisibility(ownerOf(call), visibility),
        () => preferenceOf(visibility),
      );
    },
    chainVerify: (
      { slug, envelope, engine_version, precision_actual, precision_bound, ...rest },
      call,
    ) => {
      const stated = { engine_version, precision_actual, precision_bound };
      const held = presented(envelope as JsonObject | undefined, rest as JsonObject);
      refuseMisspelt(rest as JsonObject);
      refuseGeneration(
        held["generation"],
        Object.hasOwn(rest, "generation") ? ["generation"] : ["envelope", "generation"],
      );
      refuseNothing({ ...definedOf(stated), ...held });
      return chainVerdict(services, slug, held, stated, call);
    },
  };
}

function preferenceOf(visibility: "private" | "record") {
  return { publish: visibility === "record", visibility };
}

/**
 * The members of an envelope may stand among the fields of the call, or under `envelope`, where a
 * receipt has its own.
 */
function presented(envelope: JsonObject | undefined, rest: JsonObject): JsonObject {
  if (envelope === undefined) return rest;
  if (Object.keys(rest).length === 0) return envelope;
  return rest["proof"] === undefined ? { ...envelope, ...rest } : { envelope, ...rest };
}

/**
 * Later envelopes may have members that nobody knows today; one that is nearly a field of the call
 * is none of them.
 */
function refuseMisspelt(members: JsonObject): void {
  for (const name of Object.keys(members).filter((one) => !ENVELOPE_MEMBERS.has(one))) {
    const near = nearestName(name, CHAIN_VERIFY_FIELDS);
    if (near !== null)
      throw refusedMember([name], `there is no such field; the nearest is ${near}`, {
        nearest: near,
      });
  }
}

function refuseGeneration(claim: JsonValue | undefined, path: readonly string[]): void {
  if (claim === undefined || GENERATION_NAMES.some((one) => one === claim)) return;
  const accepts = GENERATION_NAMES.join(", ");
  throw refusedMember(path, `there is no such generation: it is one of ${accepts}`, { accepts });
}

/** That nothing contradicts it could be said of anything at all. */
function refuseNothing(held: JsonObject): void {
  if (Object.keys(held).some((name) => ENVELOPE_MEMBERS.has(name))) return;
  throw refusedMember(
    ["envelope"],
    "this holds nothing of an envelope: hand over a receipt, a compute answer, or {core, prev}",
  );
}

function refusedMember(
  path: readonly string[],
  message: string,
  more: Pick<FieldFault, "accepts" | "nearest"> = {},
): ApiError {
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer: pointerOf(path), code: "INVALID_VALUE", message, ...more }],
  });
}

async function chainVerdict(
  services: ChainServices,
  slug: string,
  held: JsonObject,
  stated: StatedArithmetic,
  call: Call,
) {
  const { crypto, identity } = services;
  // An answer states its arithmetic under the same names as the call does.
  const whole = held["operatorChain"] !== undefined && held["proof"] !== undefined;
  const verdict = checkEnvelope(crypto, whole ? { ...definedOf(stated), ...held } : held, stated, {
    publicKey: identity.publicKeyHex,
    proofKey: identity.proofKey,
  });
  const { valid, generation, detail, id, checks } = verdict;
  return {
    verdict: verdictOf(checks),
    valid,
    generation,
    detail,
    checks: checks.map((check) => ({ ...check })),
    token_id: id,
    chain: await chainOf(services, slug, verdict, call),
  };
}

/** Which chain is meant, and whether this node sealed the envelope on it. */
async function chainOf(
  { store, identity, machines }: ChainServices,
  slug: string,
  { id, valid }: EnvelopeVerdict,
  call: Call,
) {
  const key = identity.publicKeyHex;
  const isNode = slug === SELF || slug === key || slug === key.slice(0, NODE_NAME_DIGITS);
  // A machine that the caller may not see looks like one that is not there.
  const machine = isNode
    ? null
    : await machines.seen(slug, call.principal).catch((error: unknown) => {
        if (error instanceof DamagedError) return "damaged" as const;
        throw error;
      });
  if (!isNode && machine === null) return { slug, kind: null, holds: null };
  const kind = isNode ? ("node" as const) : ("machine" as const);
  // The verdict on the envelope does not need it.
  if (machine === "damaged") return { slug, kind, holds: null };
  const sealed = id === null || valid !== true ? undefined : await store.envelopes.byId(id);
  if (id === null || valid !== true) return { slug, kind, holds: null };
  if (isNode) return { slug, kind, holds: sealed !== undefined };
  if (sealed === undefined) return { slug, kind, holds: false };
  // Who computed what, and with which machine, is told to whom it belongs: public machines would
  // tell whose a published envelope is.
  const { account } = sealed.envelope;
  if (!(await machines.mayRead(call.principal, { account, place: sealed })))
    return { slug, kind, holds: null };
  return { slug, kind, holds: (await store.machines.ranAt([machine!.id], sealed)).length > 0 };
}
