/** What the serving thread and the sealing thread tell each other. */
import type { LogFields } from "../../protocol/ports.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { ChainFacts } from "./draft.js";
import type { UnsealedReason } from "./outcome.js";

/** What the sealing thread needs to open its own handle on the store and on the spine. */
export interface SealThreadData {
  readonly dataDir: string;
  readonly net: string;
  /** 64 hex digits. */
  readonly publicKey: string;
  readonly seed: Uint8Array;
  readonly proofKey: Uint8Array;
  /** How far the database is behind what was acknowledged. */
  readonly progress: SharedArrayBuffer;
}

export type ToSealThread =
  | {
      readonly type: "items";
      /** As `packItems` writes them. */
      readonly flat: readonly unknown[];
      /** All chains named before are forgotten first. */
      readonly forget: boolean;
      readonly chains: readonly (readonly [number: number, chain: ChainFacts])[];
      /** Slots whose answers have been sent. */
      readonly freed: readonly number[];
    }
  | { readonly type: "block"; readonly reason: UnsealedReason | null }
  | { readonly type: "reload" }
  | { readonly type: "close" };

export type FromSealThread =
  | {
      readonly type: "ready";
      readonly envelopes: number;
      readonly ledger: LedgerHead;
      readonly lastSealNs: bigint;
      readonly slots: readonly SharedArrayBuffer[];
    }
  /** The answers lie in a slot, or come along where no slot was free or large enough. */
  | {
      readonly type: "settled";
      /** As `packOutcome` writes it. */
      readonly outcome: readonly unknown[];
      readonly slot: number;
      readonly answers: Uint8Array | null;
    }
  | { readonly type: "failed"; readonly items: number; readonly error: unknown }
  | {
      readonly type: "log";
      readonly level: "debug" | "info" | "warn" | "error";
      readonly message: string;
      readonly fields: LogFields | undefined;
    }
  | { readonly type: "reloaded" }
  | { readonly type: "closed" };
