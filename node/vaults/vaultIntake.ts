/**
 * Envelopes that were just sealed, as tokens of a vault. Minting writes no record per token: the
 * window and its index by account say what there is, and anyone who asks first takes it in.
 */
import { solverVersion } from "../../protocol/seal/envelope.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { ChargeRecord } from "../../storage/records/ledgerRecords.js";
import { readAhead } from "../../storage/kv/readAhead.js";
import type { EnvelopeRecord, WindowPart } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import { NewTokens } from "../../storage/vault/newTokens.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import type { KeptEnvelope, WindowShared } from "../sealing/envelopeText.js";

/**
 * Of the chain of operators: of the window's first envelope where an envelope's own text leaves
 * them out.
 */
type ChainFacts = Pick<KeptEnvelope, "credits" | "funding" | "precision_bound">;

type KeptText = Partial<ChainFacts> & Pick<KeptEnvelope, "precision_actual" | "solved">;
type FirstText = ChainFacts &
  Pick<KeptEnvelope, "precision_actual" | "solved"> & { readonly shared: WindowShared };

export interface Intake {
  readonly tokens: NewTokens;
  /** First window that was not looked at. */
  readonly cursor: number;
}

/** Windows that are read while one is worked on. */
const AHEAD_WINDOWS = 4;
/** What a window counts as where it has fewer: it is read and looked through whole. */
const WINDOW_TOKENS_LEAST = 16;
/** Between two pauses: about two milliseconds. */
const STEP_TOKENS = 256;

type Minted = readonly [window: number, positions: readonly number[]];

export interface IntakeOptions {
  /** First window to look at. */
  readonly from: number;
  /** First one not to look at. */
  readonly to?: number | undefined;
  /** In whole windows, of which each counts as at least sixteen. */
  readonly tokensMax: number;
  /** Awaited between steps that take milliseconds. */
  readonly pause: () => Promise<void>;
  /** Asked between these steps: false where what was gathered by then is enough. */
  readonly goOn?: (() => boolean) | undefined;
}

/**
 * Envelopes sealed for an account. Before a damaged window it ends: who goes on from there meets it
 * at once.
 * @returns null when there is nothing new. @throws CorruptRecordError
 */
export async function intake(
  store: Store,
  account: string,
  { from, to, tokensMax, pause, goOn = () => true }: IntakeOptions,
): Promise<Intake | null> {
  const tokens = new NewTokens();
  let [cursor, step] = [from, 0];
  const wanted = upTo(tokensMax, store.vault.minted.of(account, from, to));
  try {
    for await (const [[window, positions], found] of readAhead(
      wanted,
      (one) => readWindow(store, one),
      AHEAD_WINDOWS,
    )) {
      for (const token of tokensOf(account, window, positions, found)) tokens.add(token);
      cursor = window + 1;
      step += costOf(positions);
      if (step < STEP_TOKENS) continue;
      step = 0;
      await pause();
      if (!goOn()) break;
    }
  } catch (error) {
    if (!(error instanceof CorruptRecordError) || tokens.size === 0) throw error;
  }
  return tokens.size === 0 ? null : { tokens, cursor };
}

function costOf({ length }: readonly number[]): number {
  return Math.max(length, WINDOW_TOKENS_LEAST);
}

/** At least one window. */
async function* upTo(tokensMax: number, minted: AsyncIterable<Minted>): AsyncGenerator<Minted> {
  let tokens = 0;
  for await (const one of minted) {
    if (tokens > 0 && tokens + costOf(one[1]) > tokensMax) return;
    tokens += costOf(one[1]);
    yield one;
  }
}

interface FoundWindow {
  readonly part: WindowPart | undefined;
  readonly charges: ChargeRecord | undefined;
}

async function readWindow(store: Store, [window, positions]: Minted): Promise<FoundWindow> {
  const [part, charges] = await Promise.all([
    store.envelopes.part(window, positions),
    store.ledger.charges(window),
  ]);
  return { part, charges };
}

function tokensOf(
  account: string,
  window: number,
  positions: readonly number[],
  { part, charges }: FoundWindow,
): readonly VaultToken[] {
  const damaged = (): never => {
    throw new CorruptRecordError(
      buckets.own.name,
      `${account}/${window}`,
      "its window does not hold it",
    );
  };
  if (part === undefined) return damaged();
  const first = JSON.parse(part.first.text) as FirstText;
  return positions.map((position, i) => {
    const token = tokenOf(part.envelopes[i] ?? damaged(), position === 0, first);
    const row = charges?.rows[position];
    return row === undefined ? token : { ...token, value: row[1], free: row[2] > 0 };
  });
}

function tokenOf(envelope: EnvelopeRecord, isFirst: boolean, first: FirstText): VaultToken {
  const own: KeptText = isFirst ? first : (JSON.parse(envelope.text) as KeptText);
  const { credits, funding, precision_bound: bound } = { ...first, ...own };
  const { engine_version: engine } = first.shared;
  return {
    id: envelope.id,
    value: credits,
    free: funding === "free",
    locked: false,
    bond: 0,
    version: 0,
    folder: "",
    engineVersion: own.solved === undefined ? engine : solverVersion(engine, own.solved.engine),
    precisionActual: own.precision_actual,
    precisionBound: bound,
  };
}
