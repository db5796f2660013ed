/** What lets a reader in, looked at for each message. */
export interface Right {
  /** Readers with the same one are let in alike: it is looked at once for all of them. */
  readonly id: string;
  /** @returns why it lets nobody in any more; null while it does */
  lost(): Promise<string | null>;
}
