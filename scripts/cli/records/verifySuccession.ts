/** The keys of a node one after the other, checked from a file without a daemon. */
import type { Session } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOfVerdict } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { verifySuccession, type Succession } from "../../../protocol/events/succession.js";
import type { JsonValue } from "../../../protocol/ports.js";

type Read =
  | { readonly ok: true; readonly succession: Succession }
  | { readonly ok: false; readonly reason: string };

/** @param key one that the reader trusts: the document must hold it */
function readKeys(value: JsonValue, key: string | undefined): Read {
  const found = verifySuccession(nodeCrypto, value);
  if (!found.ok || key === undefined || found.succession.keys.some((one) => one.key === key))
    return found;
  return { ok: false, reason: `${key} is none of these keys` };
}

/** Valid, or invalid: everything in such a file is signed. */
export function verifySuccessionValue(
  session: Session,
  value: JsonValue,
  key: string | undefined,
): number {
  const found = readKeys(value, key);
  const verdict = found.ok ? "valid" : "invalid";
  const { isColoured, modules, options } = session;
  const shown = found.ok
    ? { verdict, net: found.succession.net, keys: found.succession.keys }
    : { verdict, reason: found.reason };
  if (options.json === true || options.field !== undefined) session.print(shown);
  else if (options.quiet !== true) {
    const word = verdictWord(verdict, isColoured);
    modules.out(
      found.ok
        ? `${word}: keys of a node of network ${found.succession.net}\n${keysText(found.succession)}`
        : `${word}: keys of a node\n  FAIL         ${found.reason}\n`,
    );
  }
  return exitOfVerdict(verdict);
}

function keysText({ keys }: Succession): string {
  return keys
    .map(({ end, key }) =>
      end === null
        ? `  ${key}  newest of this document\n`
        : `  ${key}  ended by ${end.by}, ${end.size} events stand\n`,
    )
    .join("");
}

/** The keys in a file, under which a receipt is checked. @throws CliError for a file that proves none */
export function heldSuccession(path: string, text: string, key: string | undefined): Succession {
  const read = parseJson(text);
  const found: Read = read.ok ? readKeys(read.value, key) : { ok: false, reason: read.message };
  if (found.ok) return found.succession;
  throw new CliError(
    "NOT_VERIFIED",
    EXIT.notVerified,
    `${path} is no succession of keys that verifies: ${found.reason}`,
    "Get the document anew, and the key from a source of trust.",
  );
}
