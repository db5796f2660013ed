/**
 * One row of a machine's log, `calc-row/3`: what happened, who did it, and the hash of the row before
 * it. A row commits to its payload by hash alone, so the bytes may be dropped.
 */
import { parseCanonical } from "../encoding/canonicalJson.js";
import { toHex } from "../encoding/hex.js";
import { canonicalize, canonicalNumber, canonicalString } from "../encoding/jcs.js";
import { isObject, isCount } from "../encoding/json.js";
import { ROLES, type Role } from "../identity/roles.js";
import type { Crypto } from "../ports.js";

export const ROW_VERSION = 3;

export const TRANSITION_TYPES = [
  "sealed_event",
  "created",
  "event",
  "transition",
  "fault",
  "deployed",
  "paused",
  "resumed",
  "granted",
  "revoked",
  "key_rotated",
  "page_commit",
  "page_serve",
  "tick",
  "step",
  "checkpoint",
  "published",
  "closed",
] as const;
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** Roles of those who write rows; `node` is what the node does by itself, at a time or at an end. */
export const ACTOR_ROLES = [...ROLES, "node"] as const;
export type ActorRole = Role | "node";

export interface RowActor {
  /** First characters of the key; of the node its public key's. */
  readonly key: string;
  readonly role: ActorRole;
}

export interface MachineRow {
  readonly v: typeof ROW_VERSION;
  readonly machine: string;
  /** 0, 1, 2, ... */
  readonly seq: number;
  /** Hash of the row before it; of the first the hash of the genesis. */
  readonly prev: string;
  /** Unix nanoseconds, decimal. */
  readonly ns: string;
  readonly calcond: number;
  readonly transitionType: TransitionType;
  /** sha256 of the payload's canonical bytes. */
  readonly payloadHash: string;
  readonly programHash: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Evaluations since the row before it that have no row; null where there were none. */
  readonly evalRoot: string | null;
  readonly evalCount: number;
  /** Receipt id of the envelope that was sealed with it. */
  readonly token: string | null;
  readonly proof: string | null;
  readonly actor: RowActor;
  readonly engineVersion: string;
}

type Hasher = Pick<Crypto, "sha256" | "sha256Hex">;

/** Texts in front of what is hashed, so that no hash can be taken for one of another kind. */
const ROW_DOMAIN = "calc-row/3\u0000";
const GENESIS_DOMAIN = "calc-genesis/3\u0000";

/** What a log begins with. */
export interface LogGenesis {
  readonly machine: string;
  /** Account. */
  readonly owner: string;
  readonly genesisCalcond: number;
}

/** `prev` of row 0. */
export function genesisHash(
  crypto: Hasher,
  { genesisCalcond, machine, owner }: LogGenesis,
): string {
  return crypto.sha256Hex(GENESIS_DOMAIN + canonicalize({ genesisCalcond, machine, owner }));
}

export function rowHash(crypto: Hasher, text: string): Uint8Array {
  return crypto.sha256(ROW_DOMAIN + text);
}

export function rowHashHex(crypto: Hasher, text: string): string {
  return toHex(rowHash(crypto, text));
}

export function payloadHash(crypto: Hasher, canonicalText: string): string {
  return crypto.sha256Hex(canonicalText);
}

function textOrNull(text: string | null): string {
  return text === null ? "null" : canonicalString(text);
}

/** Digits have no escape. */
function hashOrNull(text: string | null): string {
  return text === null ? "null" : `"${text}"`;
}

/** The canonical text, equal to `canonicalize(row)`: members in their order, without a search. */
export function rowText(row: MachineRow): string {
  return (
    `{"actor":{"key":${canonicalString(row.actor.key)},"role":"${row.actor.role}"},` +
    `"calcond":${canonicalNumber(row.calcond)},` +
    `"engineVersion":${canonicalString(row.engineVersion)},` +
    `"evalCount":${canonicalNumber(row.evalCount)},"evalRoot":${hashOrNull(row.evalRoot)},` +
    `"from":${textOrNull(row.from)},"machine":"${row.machine}",` +
    `"ns":"${row.ns}","payloadHash":"${row.payloadHash}","prev":"${row.prev}",` +
    `"programHash":${hashOrNull(row.programHash)},"proof":${hashOrNull(row.proof)},` +
    `"seq":${canonicalNumber(row.seq)},"to":${textOrNull(row.to)},` +
    `"token":${hashOrNull(row.token)},"transitionType":"${row.transitionType}","v":3}`
  );
}

type RowResult =
  | { readonly ok: true; readonly row: MachineRow }
  | { readonly ok: false; readonly message: string };

const MACHINE = /^[a-z]{1,2}_[a-z2-7]{26}$/;
const HASH = /^[0-9a-f]{64}$/;
const DECIMAL = /^(?:0|[1-9]\d{0,29})$/;
const NAME_CHARS_MAX = 64;
const KEY_CHARS_MAX = 16;

const TYPES: ReadonlySet<unknown> = new Set(TRANSITION_TYPES);
const ACTORS: ReadonlySet<unknown> = new Set(ACTOR_ROLES);

function isHash(value: unknown): boolean {
  return typeof value === "string" && HASH.test(value);
}
function isHashOrNull(value: unknown): boolean {
  return value === null || isHash(value);
}
function isName(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= NAME_CHARS_MAX;
}
function isNameOrNull(value: unknown): boolean {
  return value === null || isName(value);
}

function isActor(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { key, role } = value;
  return (
    typeof key === "string" &&
    key.length > 0 &&
    key.length <= KEY_CHARS_MAX &&
    ACTORS.has(role) &&
    Object.keys(value).length === 2
  );
}

/** Each member with what it has to be; in the order of the canonical text. */
const SHAPE: readonly (readonly [name: keyof MachineRow, isRight: (value: unknown) => boolean])[] =
  [
    ["actor", isActor],
    ["calcond", isCount],
    ["engineVersion", isName],
    ["evalCount", isCount],
    ["evalRoot", isHashOrNull],
    ["from", isNameOrNull],
    ["machine", (value) => typeof value === "string" && MACHINE.test(value)],
    ["ns", (value) => typeof value === "string" && DECIMAL.test(value)],
    ["payloadHash", isHash],
    ["prev", isHash],
    ["programHash", isHashOrNull],
    ["proof", isHashOrNull],
    ["seq", isCount],
    ["to", isNameOrNull],
    ["token", isHashOrNull],
    ["transitionType", (value) => TYPES.has(value)],
    ["v", (value) => value === ROW_VERSION],
  ];

/** The fault of members that should be a row's, or null. */
function membersFault(members: Readonly<Record<string, unknown>>): string | null {
  const wrong = SHAPE.find(([name, isRight]) => !isRight(members[name]));
  if (wrong !== undefined) return `${wrong[0]} of the row is not what it has to be`;
  if (Object.keys(members).length !== SHAPE.length) return "the row has members of no row";
  const { evalCount, evalRoot } = members;
  return foldsFit({ evalCount, evalRoot }) ? null : "evalRoot and evalCount of the row do not fit";
}

function foldsFit({
  evalCount,
  evalRoot,
}: Readonly<Record<"evalCount" | "evalRoot", unknown>>): boolean {
  return (evalRoot === null) === (evalCount === 0);
}

/** A text without what JSON escapes and without surrogates, which come in pairs. */
const plainText = (charsMax: number): string =>
  `"([^"\\\\\\x00-\\x1f\\ud800-\\udfff]{1,${charsMax}})"`;
const orNull = (pattern: string): string => `(?:null|${pattern})`;
const HASH_TEXT = '"([0-9a-f]{64})"';
const COUNT_TEXT = "(0|[1-9][0-9]{0,15})";

/**
 * A canonical row whose names need no escapes. One match costs a quarter of parsing the text, looking
 * at each member and writing all of it again to compare.
 */
const PLAIN_ROW = new RegExp(
  `^{"actor":{"key":${plainText(KEY_CHARS_MAX)},"role":"(${ACTOR_ROLES.join("|")})"},` +
    `"calcond":${COUNT_TEXT},"engineVersion":${plainText(NAME_CHARS_MAX)},` +
    `"evalCount":${COUNT_TEXT},"evalRoot":${orNull(HASH_TEXT)},` +
    `"from":${orNull(plainText(NAME_CHARS_MAX))},"machine":"([a-z]{1,2}_[a-z2-7]{26})",` +
    `"ns":"(0|[1-9][0-9]{0,29})","payloadHash":${HASH_TEXT},"prev":${HASH_TEXT},` +
    `"programHash":${orNull(HASH_TEXT)},"proof":${orNull(HASH_TEXT)},` +
    `"seq":${COUNT_TEXT},"to":${orNull(plainText(NAME_CHARS_MAX))},` +
    `"token":${orNull(HASH_TEXT)},"transitionType":"(${TRANSITION_TYPES.join("|")})","v":3}$`,
);

const TYPE_OF = new Map<string, TransitionType>(TRANSITION_TYPES.map((type) => [type, type]));
const ROLE_OF = new Map<string, ActorRole>(ACTOR_ROLES.map((role) => [role, role]));

/** The row of a text that `PLAIN_ROW` matches; null for any other, which may be a row all the same. */
function plainRow(text: string): MachineRow | null {
  const found = PLAIN_ROW.exec(text);
  if (found === null) return null;
  const row: MachineRow = {
    v: ROW_VERSION,
    machine: found[8]!,
    seq: Number(found[14]),
    prev: found[11]!,
    ns: found[9]!,
    calcond: Number(found[3]),
    transitionType: TYPE_OF.get(found[17]!)!,
    payloadHash: found[10]!,
    programHash: found[12] ?? null,
    from: found[7] ?? null,
    to: found[15] ?? null,
    evalRoot: found[6] ?? null,
    evalCount: Number(found[5]),
    token: found[16] ?? null,
    proof: found[13] ?? null,
    actor: { key: found[1]!, role: ROLE_OF.get(found[2]!)! },
    engineVersion: found[4]!,
  };
  return isCount(row.seq) && isCount(row.calcond) && isCount(row.evalCount) && foldsFit(row)
    ? row
    : null;
}

/** A row with characters that JSON escapes, or of other planes, where it is written as rows are. */
function writtenRow(text: string): MachineRow | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRow(value) && rowText(value) === text ? value : null;
  } catch {
    return null;
  }
}

function isRow(value: unknown): value is MachineRow {
  return isObject(value) && membersFault(value) === null;
}

/** Reads a row only in its canonical form: what another reader hashes is then the same bytes. */
export function readRow(text: string): RowResult {
  const row = plainRow(text) ?? writtenRow(text);
  if (row !== null) return { ok: true, row };
  const read = parseCanonical(text);
  if (!read.ok) return { ok: false, message: `at ${read.offset}: ${read.message}` };
  const fault = isObject(read.value) ? membersFault(read.value) : "a row is an object";
  return { ok: false, message: fault ?? "not a row in canonical form" };
}
