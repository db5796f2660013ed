/**
 * Envelopes that were just sealed, as tokens of a vault. Minting writes no record per token: the window and its index by
 * account say what there is, and whoever asks first takes it in.
 */
import { solverVersion, type Funding } from "../../protocol/seal/envelope.js";
import { buckets } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { EnvelopeWindow } from "../../storage/records.js";
import type { Store } from "../../storage/store.js";
import type { VaultToken } from "../../storage/vault/leaf.js";
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
  readonly tokens: readonly VaultToken[];
  /** First window that was not looked at. */
  readonly cursor: number;
}

/**
 * What was sealed for an account from a window on, in whole windows, until there are as many as a batch takes.
 * @returns null when there is nothing new. @throws CorruptRecordError
 */
export async function intake(store: Store, account: string, from: number, tokensMax: number): Promise<Intake | null> {
  const tokens: VaultToken[] = [];
  let cursor = from;
  for await (const [window, positions] of store.vault.minted(account, from)) {
    if (tokens.length > 0 && tokens.length + positions.length > tokensMax) break;
    tokens.push(...await ofWindow(store, account, window, positions));
    cursor = window + 1;
  }
  return tokens.length === 0 ? null : { tokens, cursor };
}

async function ofWindow(
  store: Store, account: string, window: number, positions: readonly number[],
): Promise<readonly VaultToken[]> {
  const [envelopes, charges] = await Promise.all([store.envelopes.window(window), store.ledger.charges(window)]);
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
