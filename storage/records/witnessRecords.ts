/** A checkpoint of a log that was cosigned. */
export interface CosignedRecord {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** The signed note with the cosignatures that are known. */
  readonly note: string;
}
