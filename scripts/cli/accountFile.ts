/**
 * Keys of accounts that `calc account` made or recovered: one file, readable by its owner alone.
 */
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import type { GlobalOptions } from "../../api/cli/session.js";
import { dataDirOf } from "../../config/gathered.js";
import type { Flags } from "../../config/sources.js";
import { isObject, parseJson } from "../../protocol/encoding/json.js";

const ACCOUNT_FILE = "accounts.json";

export interface KeptAccount {
  /** Ed25519 key of the node it is an account of. */
  readonly node: string;
  readonly url: string;
  readonly cid: string;
  readonly key: string;
}
const MEMBERS = ["cid", "key", "node", "url"];

function isKeptAccount(value: unknown): value is KeptAccount {
  return (
    isObject(value) &&
    Object.keys(value).sort().join() === MEMBERS.join() &&
    Object.values(value).every((member) => typeof member === "string")
  );
}

/** @returns null for what this program would not have written */
function accountsIn(text: string): readonly KeptAccount[] | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value) || Object.keys(read.value).join() !== "accounts")
    return null;
  const { accounts } = read.value;
  return Array.isArray(accounts) && accounts.every(isKeptAccount) ? accounts : null;
}

/** The flag that names the data directory, as the settings have it. */
export function dirFlag({ dataDir }: Pick<GlobalOptions, "dataDir">): Flags {
  return dataDir === undefined ? {} : { "data-dir": dataDir };
}

export async function accountPath(options: GlobalOptions): Promise<string> {
  return join(await dataDirOf(dirFlag(options)), ACCOUNT_FILE);
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
  const accounts = accountsIn(text);
  if (accounts !== null) return accounts;
  throw new CliError(
    "BAD_FILE",
    EXIT.unexpected,
    `${path} is damaged`,
    "Move it away, and recover the account with calc account recover.",
  );
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
