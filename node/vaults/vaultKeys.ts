/** What vaults are guarded by, and what their leaves are found by. */

export function guardKey(account: string): string {
  return `acct:${account}`;
}

/** First two bytes of a token id. */
export function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, 4), 16);
}
