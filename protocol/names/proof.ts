/**
 * The proof behind a resolved name, checked without the node that gave it: the signed events of its
 * holder, and what the witnesses said of each. It cannot show that no earlier claim exists; the
 * witnesses' first sights make one dear.
 */
import * as z from "zod";
import { fromHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { EventHeader, MeshEvent } from "../seal/event.js";
import { eventId, readEvent, verifyEventSignature } from "../seal/event.js";
import { genesisOf, net8 } from "../events/topics.js";
import { NAME_PROOF_EVENTS_MAX } from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import type { Scrypt } from "./address.js";
import { addressOf } from "./address.js";
import type { NameKind, OwnedKind } from "./bodies.js";
import { isNameKind, NAME_BODIES, nameBodyFault } from "./bodies.js";
import type { Tenure } from "./history.js";
import { historyOf } from "./history.js";
import type { NameFact } from "./nameSet.js";
import { NameSet, subjectOf } from "./nameSet.js";
import { provenWitnesses } from "./witnessKeys.js";

const key = z.string().regex(/^[0-9a-f]{64}$/);

/** The resolved parts: the parts a proof speaks of. */
const resolvedName = z.looseObject({
  name: z.string().nullable(),
  address: z.string(),
  publicKey: key,
  record: z.looseObject({}),
  sequence: z.int().min(0),
  effectiveCalcond: z.int().min(0),
  expires: z.int().min(0),
  proof: z.looseObject({
    genesis: z.looseObject({
      name: z.string(),
      registry_family: z.string(),
      witnesses: z.array(key).max(256),
    }),
    events: z.array(z.json()).min(1).max(NAME_PROOF_EVENTS_MAX),
    /** Of the keys of witnesses that have changed. */
    successions: z.array(z.json()).max(256).optional(),
  }),
});
type ResolvedName = z.output<typeof resolvedName>;

export interface NameCheck {
  readonly name: string;
  /** Null where nothing can be said. */
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface NameVerdict {
  readonly valid: boolean;
  readonly checks: readonly NameCheck[];
  readonly reasons: readonly string[];
  readonly name: string | null;
  readonly owner: string | null;
}

/** What the checker knows of the network beside what the answer says. */
export interface ExpectedNetwork {
  /** 8 hex digits. */
  readonly net?: string;
}

/** Total: a verdict for anything. One event's signature each, and one scrypt. */
export async function verifyName(
  modules: { readonly crypto: Crypto; readonly scrypt: Scrypt },
  held: JsonValue,
  expected: ExpectedNetwork = {},
): Promise<NameVerdict> {
  const read = resolvedName.safeParse(held);
  if (!read.success)
    return verdictOf([check("form", false, "not an answer of resolve")], null, null);
  const { data } = read;
  return verdictOf(await checksOf(modules, data, expected), data.name, data.publicKey);
}

function verdictOf(
  checks: readonly NameCheck[],
  name: string | null,
  owner: string | null,
): NameVerdict {
  const reasons = checks.filter(({ ok }) => ok === false).map(({ detail }) => detail);
  return { valid: reasons.length === 0, checks, reasons, name, owner };
}

function check(name: string, ok: boolean | null, detail: string): NameCheck {
  return { name, ok, detail };
}

async function checksOf(
  { crypto, scrypt }: { crypto: Crypto; scrypt: Scrypt },
  held: ResolvedName,
  expected: ExpectedNetwork,
): Promise<readonly NameCheck[]> {
  const { name: network, registry_family: family, witnesses } = held.proof.genesis;
  const net = net8(crypto, genesisOf(network, family, witnesses));
  const isExpected = expected.net === undefined || expected.net === net;
  const checks = [
    check(
      "network",
      isExpected,
      isExpected
        ? `network ${net} (${network}) with ${witnesses.length} witnesses`
        : `of network ${net}, not ${expected.net}`,
    ),
  ];
  const { events, successions = [] } = held.proof;
  const keys = provenWitnesses(crypto, { net, witnesses }, successions);
  if (typeof keys === "string") return [...checks, check("witness keys", false, keys)];
  if (keys.changed > 0)
    checks.push(check("witness keys", true, `${keys.changed} witnesses have changed their keys`));
  const facts: NameFact[] = [];
  for (const value of events) {
    const fact = factOf(crypto, net, value);
    if (typeof fact === "string") return [...checks, check("events", false, fact)];
    if (fact.kind !== "name.seen" || keys.counts(readEvent(value)!.header)) facts.push(fact);
  }
  checks.push(check("events", true, `${facts.length} signed events of this network`));
  const address = await addressOf(scrypt, fromHex(held.publicKey)!);
  checks.push(
    check(
      "address",
      address === held.address,
      address === held.address
        ? `${address} is the address of the key`
        : `the key's address is ${address}`,
    ),
  );
  const set = new NameSet(crypto, witnesses, keys.witnessOf);
  return [...checks, ...orderChecks(crypto, held, facts, set)];
}

/** The event as a fact, or why it is none. */
function factOf(crypto: Crypto, net: string, value: JsonValue): NameFact | string {
  const event = readEvent(value);
  if (event === null || !isObject(event.body ?? undefined)) return "an event is malformed";
  const { header, sig } = event;
  if (header.net !== net) return "an event is of another network";
  const headerText = canonicalize({ ...header });
  if (crypto.sha256Hex(canonicalize(event.body)) !== header.body_hash)
    return "a body is not its header's";
  if (!verifyEventSignature(crypto, header.author, headerText, sig))
    return "an event's signature fails";
  const fact = readFact({ header, body: event.body }, eventId(crypto, headerText));
  if (fact === null) return "an event is no statement about names";
  const fault =
    fact.kind === "name.commit" || fact.kind === "name.seen"
      ? null
      : nameBodyFault[fact.kind satisfies OwnedKind](crypto, net, event.body!);
  return fault ?? fact;
}

/** The event as a fact of its kind, when its body has that kind's shape; checks no signature. */
export function readFact(
  {
    header,
    body,
  }: {
    readonly header: Pick<EventHeader, "author" | "calcond" | "kind">;
    readonly body: MeshEvent["body"];
  },
  id: string,
): NameFact | null {
  const { kind, author, calcond } = header;
  if (!isNameKind(kind)) return null;
  return factOfKind(kind, body, { id, author, calcond });
}

function factOfKind(
  kind: NameKind,
  body: JsonObject | null,
  said: { id: string; author: string; calcond: number },
): NameFact | null {
  const of = <K extends NameKind, B>(
    named: K,
    schema: z.ZodType<B>,
  ): { id: string; author: string; calcond: number; kind: K; body: B } | null => {
    const read = schema.safeParse(body);
    return read.success ? { ...said, kind: named, body: read.data } : null;
  };
  switch (kind) {
    case "name.claim":
      return of(kind, NAME_BODIES[kind]);
    case "name.update":
      return of(kind, NAME_BODIES[kind]);
    case "name.revoke":
      return of(kind, NAME_BODIES[kind]);
    case "name.commit":
      return of(kind, NAME_BODIES[kind]);
    default:
      return of(kind, NAME_BODIES[kind]);
  }
}

function orderChecks(
  crypto: Crypto,
  held: ResolvedName,
  facts: readonly NameFact[],
  set: NameSet,
): readonly NameCheck[] {
  for (const fact of facts) set.add(fact);
  if (set.witnesses === 0) sightAsTold(set, held, facts);
  const subject = subjectOf(held);
  const tenure = historyOf(crypto, set, subject).tenures.find(
    ({ claim }) => claim.body.owner === held.publicKey,
  );
  if (tenure === undefined) return [check("order", false, "no claim of this key counts")];
  const terms = [held.record, held.sequence, held.expires, held.effectiveCalcond];
  const shown = [tenure.records, tenure.sequence, tenure.expires, tenure.effective];
  const isSame = canonicalize(terms) === canonicalize(shown);
  return [
    check(
      "record",
      isSame,
      isSame
        ? `sequence ${tenure.sequence}, held until ${tenure.expires}`
        : "the events give another record, number or time",
    ),
    check(
      "revoked",
      tenure.revoked === null,
      tenure.revoked === null ? "not revoked" : `revoked at ${tenure.revoked}`,
    ),
    witnessCheck(set, tenure),
  ];
}

/**
 * Without witnesses the order is what the answering node says it is, and the last check says so.
 */
function sightAsTold(set: NameSet, held: ResolvedName, facts: readonly NameFact[]): void {
  for (const fact of facts) {
    const isClaim = fact.kind === "name.claim";
    const claimed = "claimed" in fact.body ? fact.body.claimed : fact.calcond;
    set.sawFirst(fact.id, "told", isClaim ? Math.max(claimed, held.effectiveCalcond) : claimed);
  }
}

function witnessCheck(set: NameSet, { claim, effective }: Tenure): NameCheck {
  if (set.witnesses === 0) {
    return check(
      "witnesses",
      null,
      "this network has none: the order is the answering node's word",
    );
  }
  const said = set.sights(claim.id).size;
  return check(
    "witnesses",
    set.isWitnessed(claim.id),
    `${said} of ${set.witnesses} witnesses saw the claim; effective at ${effective}`,
  );
}
