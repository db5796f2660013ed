/** Keys of accounts that `calc account` made or recovered: one file, readable by its owner alone. */
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import type { GlobalOptions } from "../../api/cli/cli.js";
import { loadConfig } from "../../config/load.js";

const ACCOUNT_FILE = "accounts.json";

const keptAccount = z.strictObject({
  /** Ed25519 key of the node it is an account of. */
  node: z.string(), url: z.string(), cid: z.string(), key: z.string(),
});
export type KeptAccount = z.output<typeof keptAccount>;
const accountFile = z.strictObject({ accounts: z.array(keptAccount) });

export async function accountPath(options: GlobalOptions): Promise<string> {
  const { config } = await loadConfig(options.dataDir === undefined ? {} : { "data-dir": options.dataDir });
  return join(config.dataDir, ACCOUNT_FILE);
}

/** The newest last; none where there is no file. @throws CliError when others may read it, or it is damaged */
export async function keptAccounts(path: string): Promise<readonly KeptAccount[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return [];
  if (((await stat(path)).mode & 0o077) !== 0) {
    throw new CliError("FORBIDDEN", EXIT.auth, `${path} is readable by others`, `Run: chmod 600 ${path}`);
  }
  try {
    return accountFile.parse(JSON.parse(text)).accounts;
  } catch {
    throw new CliError("BAD_FILE", EXIT.unexpected, `${path} is damaged`,
      "Move it away, and recover the account with calc account recover.");
  }
}

/** Adds an account, in the place of an older key of it. The file is replaced whole, so it is never half written. */
export async function keepAccount(path: string, account: KeptAccount): Promise<void> {
  const others = (await keptAccounts(path)).filter(({ cid, node }) => cid !== account.cid || node !== account.node);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.next`;
  const file = await open(next, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ accounts: [...others, account] }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
