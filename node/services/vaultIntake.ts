/**
 * Envelopes that were just sealed, as tokens of a vault. Minting writes no record per token: the window and its index by
 * account say what there is, and whoever asks first takes it in.
 */
import { solverVersion, type Funding } from "../../protocol/seal/envelope.js";
import { buckets } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { ChargeRecord } from "../../storage/ledgerRecords.js";
import { readAhead } from "../../storage/readAhead.js";
import type { EnvelopeWindow } from "../../storage/records.js";
import type { Store } from "../../storage/store.js";
import { NewTokens } from "../../storage/vault/newTokens.js";
import type { VaultToken } from "../../storage/vault/tokenRow.js";
import type { KeptEnvelope, WindowShared } from "./envelopeText.js";

/** Of the chain of operators: of the window's first envelope where an envelope's own text leaves them out. */
interface ChainFacts {
  readonly credits: number;
  readonly funding: Funding;
  readonly precision_bound: number;
}

type KeptText = Partial<ChainFacts> & Pick<KeptEnvelope, "precision_actual" | "solved">;
type FirstText = ChainFacts & Pick<KeptEnvelope, "precision_actual" | "solved"> & { readonly shared: WindowShared };

export interface Intake {
  readonly tokens: NewTokens;
  /** First window that was not looked at. */
  readonly cursor: number;
}

/** Windows that are read while one is worked on. */
const AHEAD_WINDOWS = 4;
/** Read between two pauses: about two milliseconds. */
const STEP_TOKENS = 256;

type Minted = readonly [window: number, positions: readonly number[]];

export interface IntakeOptions {
  /** First window to look at. */
  readonly from: number;
  /** First one not to look at. */
  readonly to?: number | undefined;
  /** In whole windows. */
  readonly tokensMax: number;
  /** Awaited between steps that take milliseconds. */
  readonly pause: () => Promise<void>;
}

/** What was sealed for an account. @returns null when there is nothing new. @throws CorruptRecordError */
export async function intake(store: Store, account: string, { from, to, tokensMax, pause }: IntakeOptions): Promise<Intake | null> {
  const tokens = new NewTokens();
  let [cursor, paused] = [from, 0];
  const windows = readAhead(upTo(tokensMax, store.vault.minted(account, from, to)), ([window]) => readWindow(store, window), AHEAD_WINDOWS);
  for await (const [[window, positions], found] of windows) {
    for (const token of tokensOf(account, window, positions, found)) tokens.add(token);
    cursor = window + 1;
    if (tokens.size - paused < STEP_TOKENS) continue;
    paused = tokens.size;
    await pause();
  }
  return tokens.size === 0 ? null : { tokens, cursor };
}

/** At least one window. */
async function* upTo(tokensMax: number, minted: AsyncIterable<Minted>): AsyncGenerator<Minted> {
  let tokens = 0;
  for await (const one of minted) {
    if (tokens > 0 && tokens + one[1].length > tokensMax) return;
    tokens += one[1].length;
    yield one;
  }
}

interface FoundWindow { readonly envelopes: EnvelopeWindow | undefined; readonly charges: ChargeRecord | undefined }

async function readWindow(store: Store, window: number): Promise<FoundWindow> {
  const [envelopes, charges] = await Promise.all([store.envelopes.window(window), store.ledger.charges(window)]);
  return { envelopes, charges };
}

function tokensOf(account: string, window: number, positions: readonly number[], { envelopes, charges }: FoundWindow): readonly VaultToken[] {
  const damaged = (): never => {
    throw new CorruptRecordError(buckets.own.name, `${account}/${window}`, "its window does not hold it");
  };
  if (envelopes === undefined) return damaged();
  const first = JSON.parse(envelopes[0]!.text) as FirstText;
  return positions.map((position) => {
    const token = tokenOf(envelopes, position, first) ?? damaged();
    const row = charges?.rows[position];
    return row === undefined ? token : { ...token, value: row[1], free: row[2] > 0 };
  });
}

function tokenOf(envelopes: EnvelopeWindow, position: number, first: FirstText): VaultToken | null {
  const envelope = envelopes[position];
  if (envelope === undefined) return null;
  const own: KeptText = position === 0 ? first : JSON.parse(envelope.text) as KeptText;
  const { credits, funding, precision_bound: bound } = { ...first, ...own };
  const { engine_version: engine } = first.shared;
  return {
    id: envelope.id, value: credits, free: funding === "free", locked: false, bond: 0, version: 0, folder: "",
    engineVersion: own.solved === undefined ? engine : solverVersion(engine, own.solved.engine),
    precisionActual: own.precision_actual, precisionBound: bound,
  };
}
