/** An event as far as the head of a spine has to know it. */
export interface SpineStep {
  readonly seq: number;
  readonly id: string;
  readonly calcond: number;
  /** Leaf hash in the tree of the spine. */
  readonly leaf: Uint8Array;
}
