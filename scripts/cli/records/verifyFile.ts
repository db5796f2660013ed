/** Whatever a file holds that can be proved, without a daemon. */
import type { Session } from "../../../api/cli/session.js";
import { CliError, usage } from "../../../api/cli/exitCodes.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { solveAgain } from "../../../protocol/kernel/solveAgain.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { isExportedLog } from "../../../protocol/log/opening.js";
import { isCheckpointPlace } from "../../../protocol/log/place.js";
import { isExportedTick } from "../../../protocol/streams/exportedTick.js";
import { isSuccession, type Succession } from "../../../protocol/events/succession.js";
import { isWorthSolving, verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { verifyUnderSuccession } from "../../../protocol/kernel/verifyKeys.js";
import { utf8Length } from "../../../protocol/encoding/utf8.js";
import { RECEIPT_BYTES_MAX, RECEIPT_MARKS_MAX, TICK_BYTES_MAX } from "../../../protocol/limits.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { ownRegistry } from "../compute/ownRegistry.js";
import { marksOf } from "../texts.js";
import { heldSuccession, verifySuccessionValue } from "./verifySuccession.js";
import { isVerdict, showVerdict } from "./verifyVerdict.js";
import { showProof, underKeys } from "./proofShown.js";
import { isLogFile, verifyLogFile, verifyLogText } from "./verifyLog.js";
import { heldCheckpoint, verifyPlaceValue, verifyTickValue } from "./verifyProofs.js";

/** The flags of `calc verify`. */
export interface Expected {
  readonly key?: string | undefined;
  /** The file of a checkpoint's place whose rows an exported log must have. */
  readonly holds?: string | undefined;
  /** The file of a node's keys, under one of which a receipt must stand. */
  readonly succession?: string | undefined;
}

/** Checks what a file holds, or standard input for `-`. @returns the exit code */
export async function verifyFile(
  session: Session,
  what: string,
  { holds: kept, key, succession: keysFile }: Expected,
): Promise<number> {
  const keys =
    keysFile === undefined
      ? undefined
      : heldSuccession(keysFile, await readFileOf(session, keysFile), key);
  if (keys !== undefined && kept !== undefined) throw underKeys();
  const holds =
    kept === undefined ? undefined : heldCheckpoint(kept, await readFileOf(session, kept), key);
  if (what !== "-" && keys === undefined && (await isLogFile(what)))
    return verifyLogFile(session, what, { holds, key });
  const text =
    what === "-"
      ? await session.modules.readStdin(RECEIPT_BYTES_MAX)
      : await readFileOf(session, what);
  if (keys === undefined && isExportedLog(text))
    return verifyLogText(session, text, { holds, key });
  if (holds !== undefined) throw usage("--holds goes with an exported log");
  if (marksOf(text) > RECEIPT_MARKS_MAX)
    throw usage(
      `${what} has more than ${RECEIPT_MARKS_MAX} values and was not read`,
      "Hand over one receipt or answer alone.",
    );
  const read = parseJson(text);
  if (!read.ok)
    throw usage(
      `${what} is not JSON: ${read.message}, at character ${read.offset}`,
      "Hand over the answer as it came.",
    );
  const bytes = utf8Length(text);
  if (keys !== undefined) return verifyReceiptValue(session, read.value, { bytes, keys });
  if (isSuccession(read.value)) return verifySuccessionValue(session, read.value, key);
  if (isVerdict(read.value)) return showVerdict(session, read.value);
  if (isCheckpointPlace(read.value)) return verifyPlaceValue(session, read.value, key);
  return verifyReceiptValue(session, read.value, { bytes, key });
}

/** A receipt, an answer or an exported tick: signed by one key, or under the keys of one node. */
async function verifyReceiptValue(
  session: Session,
  value: JsonValue,
  {
    bytes,
    key,
    keys,
  }: {
    readonly bytes: number;
    readonly key?: string | undefined;
    readonly keys?: Succession;
  },
): Promise<number> {
  const modules = { crypto: nodeCrypto, registry: ownRegistry() };
  const expected = {
    nowCalcond: instantOf(systemClock().nowNs()).calcond,
    ...(key === undefined ? {} : { key }),
  };
  if (isExportedTick(value)) {
    if (keys !== undefined) throw underKeys();
    if (bytes > TICK_BYTES_MAX)
      throw usage(
        `an exported tick has at most ${TICK_BYTES_MAX} bytes, and this has ${bytes}`,
        "Hand over the tick as it was exported.",
      );
    return verifyTickValue(session, value, expected);
  }
  const solved = isWorthSolving(modules, value, expected)
    ? await solveAgain(nodeCrypto, value)
    : null;
  const proof = verifyHeld(modules, value, {
    ...expected,
    ...(solved === null ? {} : { solved }),
  });
  return showProof(
    session,
    keys === undefined ? proof : verifyUnderSuccession(nodeCrypto, proof, keys),
  );
}

/** A word that is neither a file nor an id may be either, mistyped. */
async function readFileOf(session: Session, path: string): Promise<string> {
  try {
    return await session.modules.readFile(path, RECEIPT_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "NOT_FOUND") throw error;
    throw new CliError(
      error.code,
      error.exit,
      `${error.message}, and no receipt has such an id`,
      "Check the path; an id has 64 of 0-9 and a-f.",
    );
  }
}
