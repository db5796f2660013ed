/** Records kept of credentials for providers of models. */

/** A credential. The provider's key is encrypted; only its prefix is readable. */
export interface CredentialRecord {
  readonly provider: string;
  readonly prefix: string;
  readonly label: string | null;
  /** Base address of requests; null for the provider's own. */
  readonly baseUrl: string | null;
  readonly createdCalcond: number;
  /** Id of the key that wraps the data key. */
  readonly wrappingKey: string;
  /** The data key under the wrapping key: nonce, ciphertext and tag, base64. */
  readonly wrapped: string;
  /** The provider's key under the data key, in the same form. */
  readonly sealed: string;
}

/** Sums over the chats that ended. */
export interface CredentialUse {
  readonly chats: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly toolCalls: number;
  readonly credits: number;
  readonly lastCalcond: number;
}
