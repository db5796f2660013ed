/** What the row of a tick says of the text that the tick is answered with. */
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";

/** sha256 over the media type, a zero byte and the text that a template made. */
export function bodyHash(
  { sha256Hex }: Pick<Crypto, "sha256Hex">,
  { body, contentType }: { readonly body: string; readonly contentType: string },
): string {
  return sha256Hex(utf8Encode(`${contentType}\u0000${body}`));
}

/** Names and values of the fields that every pull and tick carries, behind all others. */
export function tickHeaderFields(tick: {
  readonly calcond: number;
  readonly proof: string;
  readonly token: string;
}): Readonly<Record<string, string>> {
  return {
    "X-Calc-Sealed": "true",
    "X-Calc-Proof": tick.proof,
    "X-Calc-Token": tick.token,
    "X-Calc-Calcond": String(tick.calcond),
    "X-Calc-Verify": `/api/receipts/${tick.token}`,
  };
}
