/** Exported ticks and places of checkpoints, checked from a file without a daemon. */
import type { Session } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOfVerdict } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { solveAgain } from "../../../protocol/kernel/solveAgain.js";
import { isWorthSolving, type VerifyExpectations } from "../../../protocol/kernel/verifyAnswer.js";
import type { LogCheckpoint } from "../../../protocol/log/checkpoint.js";
import { checkPlace } from "../../../protocol/log/place.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { heldByTick, verifyTick, type TickProof } from "../../../protocol/streams/verifyTick.js";
import { ownRegistry } from "../compute/ownRegistry.js";

export async function verifyTickValue(
  session: Session,
  value: JsonValue,
  expected: VerifyExpectations,
): Promise<number> {
  const modules = { crypto: nodeCrypto, registry: ownRegistry() };
  const held = heldByTick(nodeCrypto, value);
  const solved = isWorthSolving(modules, held, expected)
    ? await solveAgain(nodeCrypto, held)
    : null;
  const proof = verifyTick(modules, value, {
    ...expected,
    ...(solved === null ? {} : { solved }),
  });
  const { isColoured, modules: io, options } = session;
  if (options.json === true || options.field !== undefined) session.print({ ...proof });
  else if (options.quiet !== true) io.out(tickText(proof, isColoured));
  return exitOfVerdict(proof.verdict);
}

function tickText(
  { checks, machine, reasons, receipt_id: id, signer, tick, verdict }: TickProof,
  isColoured: boolean,
): string {
  return [
    `${verdictWord(verdict, isColoured)}: tick ${tick ?? "without a number"} of ${machine ?? "no channel"}`,
    ...(verdict === "sound" ? [`not checked: ${reasons.join("; ")}`] : []),
    `receipt ${id ?? "-"}, signed by ${signer ?? "nobody"}`,
    ...checks.map(
      ({ detail, name, ok }) =>
        `  ${ok === null ? "-   " : ok ? "ok  " : "FAIL"} ${name.padEnd(16)} ${detail}`,
    ),
    "",
  ].join("\n");
}

/** Valid, or invalid: everything in such a file is signed. */
export function verifyPlaceValue(
  session: Session,
  value: JsonValue,
  key: string | undefined,
): number {
  const found = checkPlace(nodeCrypto, value, key);
  const shown = found.ok
    ? {
        verdict: "valid" as const,
        machine: found.machine,
        publicKey: found.publicKey,
        rows: found.checkpoint.size,
        announcedCalcond: found.calcond,
      }
    : { verdict: "invalid" as const, rule: found.rule, reason: found.reason };
  const { isColoured, modules, options } = session;
  if (options.json === true || options.field !== undefined) session.print(shown);
  else if (options.quiet !== true) {
    const word = verdictWord(shown.verdict, isColoured);
    modules.out(
      found.ok
        ? `${word}: ${found.checkpoint.size} rows of ${found.machine}\n` +
            `  announced at calcond ${found.calcond} by ${found.publicKey}\n`
        : `${word}: place of a checkpoint\n  FAIL         ${found.rule}: ${found.reason}\n`,
    );
  }
  return exitOfVerdict(shown.verdict);
}

/** The checkpoint of a place that was kept. @throws CliError for a file that proves none */
export function heldCheckpoint(path: string, text: string, key: string | undefined): LogCheckpoint {
  const read = parseJson(text);
  const found = read.ok
    ? checkPlace(nodeCrypto, read.value, key)
    : ({ ok: false, rule: "format", reason: read.message } as const);
  if (found.ok) return found.checkpoint;
  throw new CliError(
    "NOT_VERIFIED",
    EXIT.notVerified,
    `${path} is no place of a checkpoint that verifies: ${found.rule}: ${found.reason}`,
    "Keep the answer of `calc state place` or `calc stream checkpoint` as it came.",
  );
}
