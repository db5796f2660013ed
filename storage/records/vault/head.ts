/** What an account holds in all, and what goes with it. */
export interface VaultHead {
  /** First window that is not ingested yet. */
  readonly cursor: number;
  /**
   * Grows with each change: a reader that finds the same one before and after has read one state.
   */
  readonly edition: number;
  readonly count: number;
  readonly movable: number;
  /** Face credits of the tokens, by what they were paid with. */
  readonly paid: number;
  readonly free: number;
  /** Bonds made so far: the number of the last one. */
  readonly bonds: number;
  /** Bonds that still hold tokens, the oldest first. */
  readonly holding: readonly number[];
  readonly mode: "idle" | "contributing" | "experimenting";
}

export const EMPTY_VAULT: VaultHead = {
  cursor: 0,
  edition: 0,
  count: 0,
  movable: 0,
  paid: 0,
  free: 0,
  bonds: 0,
  holding: [],
  mode: "idle",
};
