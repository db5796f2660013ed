/** All records of a node as of one instant: from the daemon that runs, else from its directory. */
import { isNetworkFailure, type Session } from "../../../api/cli/session.js";
import { CliError, EXIT, exitOf } from "../../../api/cli/exitCodes.js";
import { loadConfig } from "../../../config/load.js";
import type { RecordSource } from "../../../node/backup/writeBackup.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import {
  IdentityError,
  readIdentity,
  type Identity,
} from "../../../node/runtime/identity/identity.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../../../protocol/version.js";
import { readSections, SECTION } from "../../../storage/backup/sections.js";
import type { Entry } from "../../../storage/kv/kv.js";
import { daemonPlace } from "../localClient.js";
import { openedOffline } from "./ledger.js";

export interface OpenRecords extends RecordSource {
  /** Where they come from, in words. */
  readonly from: "the running node" | "the data directory";
  close(): Promise<void>;
}

const LIST_RECORDS = 1_024;

/** The data directory that the options or the configuration name. */
export async function dataDirOf({ options }: Session): Promise<string> {
  const { config } = await loadConfig(
    options.dataDir === undefined ? {} : { "data-dir": options.dataDir },
  );
  return config.dataDir;
}

/** @throws CliError where the directory has none, or a broken one */
export async function identityIn(dataDir: string): Promise<Identity> {
  try {
    const identity = await readIdentity(dataDir, nodeCrypto);
    if (identity !== null) return identity;
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new CliError(
      "IDENTITY",
      EXIT.unexpected,
      error.message,
      "calc doctor names what is wrong.",
    );
  }
  throw new CliError(
    "NOT_FOUND",
    EXIT.notFound,
    `${dataDir} has no identity of a node`,
    "Name a data directory with --data-dir, or make one with `calc init`.",
  );
}

/** @throws CliError */
export async function openRecords(session: Session, signal: AbortSignal): Promise<OpenRecords> {
  try {
    return await ofDaemon(session, signal);
  } catch (error) {
    // A daemon that was killed leaves its address behind; one that lives keeps the directory locked.
    const none =
      isNetworkFailure(error) || (error instanceof CliError && error.code === "UNREACHABLE");
    if (!none || session.options.url !== undefined) throw error;
  }
  const { store } = await openedOffline(session);
  return {
    from: "the data directory",
    software: SOFTWARE_VERSION,
    engineVersion: ENGINE_VERSION,
    records: () => store.stored(LIST_RECORDS),
    close: () => store.close(),
  };
}

async function ofDaemon({ options }: Session, signal: AbortSignal): Promise<OpenRecords> {
  const { token, url } = await daemonPlace(options);
  const response = await fetch(`${url}/api/node/backup`, {
    signal,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  if (response.status !== 200) throw problemOf(await response.text());
  const source = new SentRecords(response);
  return {
    from: "the running node",
    software: response.headers.get("x-calc-version") ?? SOFTWARE_VERSION,
    engineVersion: ENGINE_VERSION,
    records: () => source.lists(),
    close: async () => {
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

function problemOf(text: string): CliError {
  let problem: unknown;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = null;
  }
  const { code, detail, remedy } = isObject(problem) ? problem : {};
  return new CliError(
    typeof code === "string" ? code : "INTERNAL",
    exitOf(String(code)),
    typeof detail === "string" ? detail : "the node did not send its records",
    typeof remedy === "string" ? remedy : "The daemon's log may say why.",
  );
}

/** What a node sends: records, and how many there were. */
class SentRecords {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  async *lists(): AsyncGenerator<readonly Entry[]> {
    if (this.#response.body === null) throw new Error("the node sent nothing");
    let records = 0;
    for await (const list of readSections(this.#response.body)) {
      const entries: Entry[] = [];
      for (const { content, kind, name } of list) {
        if (kind === SECTION.record) entries.push([name, content]);
        else if (kind === SECTION.manifest) checkCount(content, records + entries.length);
      }
      records += entries.length;
      yield entries;
    }
  }
}

function checkCount(content: Uint8Array, records: number): void {
  const said: unknown = JSON.parse(Buffer.from(content).toString("utf8"));
  if (!isObject(said) || said["records"] !== records)
    throw new Error("the node sent other records than it says");
}
