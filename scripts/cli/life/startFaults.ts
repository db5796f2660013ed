/** Why a node cannot start, in words: what stands in the way, who may, and what to change. */
import { isIPv6 } from "node:net";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { diskFault } from "./diskFault.js";

const LISTEN_FAULT = /listen (E[A-Z]+)/;
const HTTP_ADDRESS = /^cannot listen on (\S+): /;
const P2P_ADDRESS = /(\/ip[46]\/(\S+?)\/tcp\/(\d+)\S*): Error: listen/;
const ASKED_MS = 1_000;
const FIRST_FREE_PORT = 1024;

interface Taken {
  readonly option: "http" | "p2p";
  readonly host: string;
  readonly port: number;
}

function takenBy(message: string): Taken | null {
  const [, address] = HTTP_ADDRESS.exec(message) ?? [];
  if (address !== undefined) {
    const colon = address.lastIndexOf(":");
    return {
      option: "http",
      host: address.slice(0, colon),
      port: Number(address.slice(colon + 1)),
    };
  }
  const [, multiaddr, host = "", port] = P2P_ADDRESS.exec(message) ?? [];
  return multiaddr === undefined ? null : { option: "p2p", host, port: Number(port) };
}

/** Whether a node of ours answers there. */
async function isNode({ host, port }: Taken): Promise<boolean> {
  try {
    const response = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/api/health`, {
      signal: AbortSignal.timeout(ASKED_MS),
    });
    await response.body?.cancel();
    return response.headers.has("x-calc-version");
  } catch {
    return false;
  }
}

const OTHERS: Readonly<Record<Taken["option"], string>> = {
  http: "--http HOST:PORT",
  p2p: "--p2p /ip4/HOST/tcp/PORT",
};

/** @returns null for what is no fault of an address */
export async function listenFault(error: unknown): Promise<CliError | null> {
  const message = error instanceof Error ? error.message : "";
  const [, code] = LISTEN_FAULT.exec(message) ?? [];
  const taken = takenBy(message);
  if (code === undefined || taken === null) return null;
  const { host, option, port } = taken;
  const other = `choose another address with ${OTHERS[option]} (port 0 picks a free one)`;
  const members = { option, address: `${host}:${port}` };
  switch (code) {
    case "EADDRINUSE": {
      const who =
        option === "http" && (await isNode(taken))
          ? "another calc node answers there"
          : "another program listens there, perhaps another node";
      return new CliError(
        "ADDRESS_IN_USE",
        EXIT.usage,
        `port ${port} of ${host} is in use: ${who}`,
        `Stop it, or ${other}. ss -ltnp 'sport = :${port}' names the program.`,
        members,
      );
    }
    case "EACCES":
      return new CliError(
        "CONFIG",
        EXIT.usage,
        `port ${port} of ${host} may not be listened on by this user`,
        `Take a port from ${FIRST_FREE_PORT} on: ${other}.`,
        members,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new CliError(
        "CONFIG",
        EXIT.usage,
        `this machine has no address ${host}`,
        `Take one of its own: ${other}.`,
        members,
      );
    default:
      return new CliError("CONFIG", EXIT.usage, message, `Mend that, or ${other}.`, members);
  }
}

const DIRECTORY_CAUSES: Readonly<Record<string, string>> = {
  ENOENT: "the file system there lets nothing be made",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is mounted read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  ENOTDIR: "a part of the path is a file",
};

/** @returns null for what no file system said of the data directory */
export function fileFault(error: unknown, dataDir: string): CliError | null {
  const fault = diskFault(error, dataDir);
  if (fault === null) return null;
  const { members, message, next } = fault;
  const doctor = `calc doctor --data-dir ${dataDir} says more.`;
  return new CliError("STORE_IO", EXIT.unexpected, message, `${next} ${doctor}`, members);
}

/** @returns null for what is no fault of making the data directory */
export function directoryFault(error: unknown): CliError | null {
  if (!(error instanceof Error) || !error.message.endsWith("cannot be made")) return null;
  const code: unknown = Reflect.get(Object(error.cause), "code");
  const why = typeof code === "string" ? (DIRECTORY_CAUSES[code] ?? code) : String(error.cause);
  return new CliError(
    "STORE_IO",
    EXIT.unexpected,
    `${error.message}: ${why}`,
    "Name a directory of your own with --data-dir or CALC_DATA_DIR.",
  );
}
