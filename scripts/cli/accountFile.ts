/**
 * Keys of accounts that `calc account` made or recovered: one file, readable by its owner alone.
 */
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import type { GlobalOptions } from "../../api/cli/session.js";
import { loadConfig } from "../../config/load.js";

const ACCOUNT_FILE = "accounts.json";

const keptAccount = z.strictObject({
  /** Ed25519 key of the node it is an account of. */
  node: z.string(),
  url: z.string(),
  cid: z.string(),
  key: z.string(),
});
export type KeptAccount = z.output<typeof keptAccount>;
const accountFile = z.strictObject({ accounts: z.array(keptAccount) });

export async function accountPath(options: GlobalOptions): Promise<string> {
  const { config } = await loadConfig(
    options.dataDir === undefined ? {} : { "data-dir": options.dataDir },
  );
  return join(config.dataDir, ACCOUNT_FILE);
}

/**
 * The newest last; none where there is no file. @throws CliError when others may read it, or it is
 * damaged
 */
export async function keptAccounts(path: string): Promise<readonly KeptAccount[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CliError(
      "BAD_FILE",
      EXIT.unexpected,
      `${path} cannot be read: ${error.message}`,
      "Check who owns it, or take another --data-dir.",
    );
  });
  if (text === null) return [];
  if (((await stat(path)).mode & 0o077) !== 0) {
    throw new CliError(
      "FORBIDDEN",
      EXIT.auth,
      `${path} is readable by others`,
      `Run: chmod 600 ${path}`,
    );
  }
  try {
    return accountFile.parse(JSON.parse(text)).accounts;
  } catch {
    throw new CliError(
      "BAD_FILE",
      EXIT.unexpected,
      `${path} is damaged`,
      "Move it away, and recover the account with calc account recover.",
    );
  }
}

/**
 * Adds an account, in the place of an older key of it. The file is replaced whole, so it is never
 * half written.
 */
export async function keepAccount(path: string, account: KeptAccount): Promise<void> {
  const others = (await keptAccounts(path)).filter(
    ({ cid, node }) => cid !== account.cid || node !== account.node,
  );
  const next = await written(path, [...others, account]);
  await rename(next, path).catch((error: unknown) => unwritable(path, error));
}

/**
 * Asked before a key is made: one that cannot be kept would be nobody's, and be accepted for ever.
 * @throws CliError
 */
export async function checkKeepable(path: string, account: KeptAccount): Promise<void> {
  await rm(await written(path, [...(await keptAccounts(path)), account]));
}

/** @returns the path of the file written */
async function written(path: string, accounts: readonly KeptAccount[]): Promise<string> {
  const next = `${path}.next`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(next, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ accounts }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    unwritable(path, error);
  }
  return next;
}

function unwritable(path: string, error: unknown): never {
  throw new CliError(
    "BAD_FILE",
    EXIT.unexpected,
    `${path} cannot be written: ${(error as Error).message}`,
    "Check its directory and the space on its disk, or take another --data-dir.",
  );
}
