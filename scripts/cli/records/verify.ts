/**
 * `calc verify`: a receipt's id is asked of the daemon, and loads the client alone; whatever a file
 * holds is proved without one.
 */
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import type { Proof } from "../../../protocol/kernel/verifyAnswer.js";
import { showProof, underKeys } from "./proofShown.js";
import type { Expected } from "./verifyFile.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;

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
        const expected = command.opts<Expected>();
        const { key, succession } = expected;
        if (key !== undefined && !RECEIPT_ID.test(key))
          throw usage("--key takes a public key of 64 lower-case hex digits");
        if (RECEIPT_ID.test(what)) {
          if (succession !== undefined) throw underKeys();
          return verifyById(session, what, key);
        }
        const { verifyFile } = await import("./verifyFile.js");
        return verifyFile(session, what, expected);
      });
    });
  },
};

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
