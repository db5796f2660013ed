/** `calc verify`: whatever a file holds that can be proved, without a daemon; a receipt's id with one. */
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOfVerdict, usage } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { solveAgain } from "../../../protocol/kernel/solveAgain.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { isExportedLog } from "../../../protocol/log/opening.js";
import { isCheckpointPlace } from "../../../protocol/log/place.js";
import { isExportedTick } from "../../../protocol/streams/exportedTick.js";
import { isSuccession, type Succession } from "../../../protocol/events/succession.js";
import { isWorthSolving, verifyHeld, type Proof } from "../../../protocol/kernel/verifyAnswer.js";
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
import { isLogFile, verifyLogFile, verifyLogText } from "./verifyLog.js";
import { heldCheckpoint, verifyPlaceValue, verifyTickValue } from "./verifyProofs.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;

function underKeys(): CliError {
  return usage("--succession goes with a receipt in a file, alone or with --key");
}

export const verifyVerb: Verb = {
  register(program, run) {
    const command = program
      .command("verify")
      .description(
        "Check a receipt, a whole answer, an exported log or tick, the place of a checkpoint, a verdict or " +
          "the keys of a node from a file, without a daemon; or ask the daemon about a receipt id",
      )
      .argument("<file-or-id>", "JSON file, - for standard input, or a receipt id")
      .option("--key <hex>", "public key the signer must have")
      .option("--holds <file>", "place of a checkpoint whose rows an exported log must have")
      .option("--succession <file>", "keys of a node, under one of which a receipt must stand");
    command.action(async (what: string) => {
      await run(command, async (session) => {
        const {
          holds: kept,
          key,
          succession: keysFile,
        } = command.opts<{ holds?: string; key?: string; succession?: string }>();
        if (key !== undefined && !RECEIPT_ID.test(key))
          throw usage("--key takes a public key of 64 lower-case hex digits");
        const keys =
          keysFile === undefined
            ? undefined
            : heldSuccession(keysFile, await readFileOf(session, keysFile), key);
        const isOther = kept !== undefined || RECEIPT_ID.test(what);
        if (keys !== undefined && isOther) throw underKeys();
        if (RECEIPT_ID.test(what)) return verifyById(session, what, key);
        const holds =
          kept === undefined
            ? undefined
            : heldCheckpoint(kept, await readFileOf(session, kept), key);
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
      });
    });
  },
};

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

async function verifyById(session: Session, id: string, key: string | undefined): Promise<number> {
  const client = await session.modules.client(session.options);
  const outcome = await client.verify({ receipt_id: id });
  if (outcome.kind === "problem") return session.show(outcome);
  const signer: unknown = outcome.value["signer"];
  if (key !== undefined && signer !== key) {
    throw new CliError(
      "WRONG_SIGNER",
      EXIT.notVerified,
      `signed by ${String(signer)}, not by ${key}`,
      "Ask whose key that is, or drop --key.",
    );
  }
  if (session.options.json === true || session.options.field !== undefined)
    return session.show(outcome, true);
  return showProof(session, outcome.value as unknown as Proof);
}

async function readFileOf(session: Session, path: string): Promise<string> {
  try {
    return await session.modules.readFile(path, RECEIPT_BYTES_MAX);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(
      "NOT_FOUND",
      EXIT.notFound,
      `${path} cannot be read: ${(error as Error).message}`,
      "Check the path.",
    );
  }
}

function showProof(session: Session, proof: Proof): number {
  const { verdict, valid, checks, reasons, generation, detail, id, signer } = proof;
  const shown = {
    verdict,
    valid,
    generation,
    detail,
    receipt_id: id ?? (proof as { receipt_id?: string }).receipt_id ?? null,
    signer,
    checks,
    reasons,
  };
  if (session.options.json === true || session.options.field !== undefined) session.print(shown);
  else if (session.options.quiet !== true)
    session.modules.out(proofText(shown, session.isColoured));
  return exitOfVerdict(verdict);
}

function proofText(
  {
    verdict,
    receipt_id: id,
    signer,
    checks,
    reasons,
  }: Pick<Proof, "verdict" | "signer" | "checks" | "reasons"> & { receipt_id: string | null },
  isColoured: boolean,
): string {
  const lines = checks.map(
    ({ name, ok, detail }) =>
      `  ${ok === null ? "-   " : ok ? "ok  " : "FAIL"} ${name.padEnd(12)} ${detail}`,
  );
  return [
    `${verdictWord(verdict, isColoured)}: receipt ${id ?? "without an id"}`,
    ...(verdict === "sound" ? [`not checked: ${reasons.join("; ")}`] : []),
    `signed by ${signer ?? "nobody"}`,
    ...lines,
    "",
  ].join("\n");
}
