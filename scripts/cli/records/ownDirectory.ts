/** The owner of a data directory. Opening a database makes files there, which its node must be able to read. */
import { stat } from "node:fs/promises";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";

/** The number of the user who owns a directory; null for the user of this process, and without users. */
export async function otherOwner(dir: string): Promise<number | null> {
  const own = process.getuid?.();
  if (own === undefined) return null;
  const { uid } = await stat(dir);
  return uid === own ? null : uid;
}

/** @throws CliError where it is another user's */
export async function refuseOthers(dir: string): Promise<void> {
  const owner = await otherOwner(dir);
  if (owner === null) return;
  throw new CliError(
    "OTHER_USER",
    EXIT.refused,
    `${dir} is of user ${owner}: files that this user makes in it could not be read by its node`,
    `Run it as that user: sudo -u '#${owner}' calc ..., or while the node runs.`,
  );
}
