/**
 * Finds the daemon through `api.json` of its data directory, or takes the address that was given.
 */
import { readFile } from "node:fs/promises";
import {
  createClient,
  createRequester,
  type ApiClient,
  type ClientOptions,
  type Requester,
} from "../../api/client/client.js";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import type { GlobalOptions } from "../../api/cli/session.js";
import { dataDirOf, processEnvironment } from "../../config/gathered.js";
import { accountPath, dirFlag, keptAccounts } from "./accountFile.js";
import { plainFetch } from "./plainFetch.js";
import { apiFilePath, type ApiInfo } from "../../node/runtime/apiFile.js";

/** Key for a daemon named by --url; never a flag, which every user of the machine could read. */
const TOKEN_ENV = "CALC_TOKEN";

/** The key that the environment names, if it does. */
export function givenToken(): string | undefined {
  const token = processEnvironment().env[TOKEN_ENV];
  return token === "" ? undefined : token;
}

/** The key that `calc account` keeps for a node at this address. */
async function keptKey(options: GlobalOptions, url: string): Promise<string | undefined> {
  const accounts = await keptAccounts(await accountPath(options));
  return accounts.findLast((account) => account.url === url)?.key;
}

/** `127.0.0.1:8287` means http, and who names the interface means the node that serves it. */
export function typedAddress(typed: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  return url.replace(/\/+$/, "").replace(/\/api$/, "");
}

/** @throws CliError UNREACHABLE when no daemon runs on the data directory. */
export async function daemonPlace(
  options: GlobalOptions,
): Promise<{ readonly url: string; readonly token?: string }> {
  const token = givenToken();
  if (options.url !== undefined) {
    const url = typedAddress(options.url);
    const key = token ?? (await keptKey(options, url));
    return { url, ...(key === undefined ? {} : { token: key }) };
  }
  const dataDir = await dataDirOf(dirFlag(options));
  try {
    const api = JSON.parse(await readFile(apiFilePath(dataDir), "utf8")) as ApiInfo;
    return { url: api.http, token: token ?? api.token };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" && !(error instanceof SyntaxError))
      throw error;
    throw new CliError(
      "UNREACHABLE",
      EXIT.unreachable,
      `no daemon runs on ${dataDir}`,
      "Start one with `calc daemon`, or name one with --data-dir or --url.",
    );
  }
}

/** Where the daemon is that the options name. */
export async function daemonAddress(options: GlobalOptions): Promise<string> {
  return (await daemonPlace(options)).url;
}

/** Words said beside the result, as on standard error. */
interface Output {
  err(text: string): void;
  readonly isTerminal: boolean;
}

const standardError: Output = {
  err: (text) => {
    process.stderr.write(text);
  },
  get isTerminal() {
    return process.stderr.isTTY;
  },
};

export async function daemonClient(
  options: GlobalOptions,
  output: Output = standardError,
): Promise<ApiClient> {
  return createClient(await clientOptions(options, output));
}

/** The same daemon and the same key, by method and path. */
export async function daemonRequester(options: GlobalOptions): Promise<Requester> {
  return createRequester(await clientOptions(options, standardError));
}

async function clientOptions(options: GlobalOptions, output: Output): Promise<ClientOptions> {
  const { url, token } = await daemonPlace(options);
  return {
    baseUrl: url,
    fetch: plainFetch,
    // Threads are loaded when a node asks for work.
    work: async (task, abort) =>
      (await import("./showWork.js")).workShower(options, output)(task, abort),
    ...(token === undefined ? {} : { key: token }),
  };
}
