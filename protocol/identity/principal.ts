/** Who acts: the account behind a key or a session, whatever way it came. */
export interface Principal {
  /**
   * Account: owner of what the call makes, and scope of idempotency keys and rates. A machine's key
   * works for the account that owns the machine.
   */
  readonly owner: string;
  /**
   * A key of the account, the key of one of its machines, or a session that its identity opened.
   */
  readonly kind: "account" | "machine" | "session";
  /** Id of the machine whose key it is; null for the others. */
  readonly machine: string | null;
  /** sha256 of the key or token, hex. */
  readonly keyHash: string;
  /** First characters of the key, safe to log. */
  readonly keyPrefix: string;
  /** Unlimited calls: the operator's own account. */
  readonly unlimited: boolean;
  /** The shared demo key: it may start things, not compute. */
  readonly spinUpOnly: boolean;
}
