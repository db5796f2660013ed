/** How `calc verify` shows what became of a receipt, whoever checked it. */
import type { Session } from "../../../api/cli/session.js";
import { exitOfVerdict, usage, type CliError } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import type { Proof } from "../../../protocol/kernel/verifyAnswer.js";

export function underKeys(): CliError {
  return usage("--succession goes with a receipt in a file, alone or with --key");
}

export function showProof(session: Session, proof: Proof): number {
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
