/** What is kept of credentials for providers of models. */

/** The key of a provider is in it encrypted; only the prefix can be read. */
export interface CredentialRecord {
  readonly provider: string;
  readonly prefix: string;
  readonly label: string | null;
  /** Where requests go; null for that of the provider. */
  readonly baseUrl: string | null;
  readonly createdCalcond: number;
  /** Id of the key that wraps the data key. */
  readonly wrappingKey: string;
  /** The data key under the wrapping key: nonce, ciphertext and tag, base64. */
  readonly wrapped: string;
  /** The key of the provider under the data key, alike. */
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
