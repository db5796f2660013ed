/**
 * A node that listens for others at any free port keeps the one that it had: they know it by that.
 * Where another process has taken it, the node has a new one.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { isObject, parseJson } from "../../../protocol/encoding/json.js";

/** In the data directory. */
const FILE = "peer-port.json";
const ANY = /^\/(ip[46])\/([^/]+)\/tcp\/0$/;

/** The listening addresses, the one at any port with the port that it had. */
export async function withKeptPort(
  listen: readonly string[],
  dataDir: string,
): Promise<readonly string[]> {
  const port = await keptPort(dataDir);
  if (port === null || listen.filter((address) => ANY.test(address)).length !== 1) return listen;
  return Promise.all(
    listen.map(async (address) => {
      const host = ANY.exec(address)?.[2];
      const isFree = host !== undefined && (await canListen(host, port));
      return isFree ? address.replace(/0$/, String(port)) : address;
    }),
  );
}

/** @param addresses where the node listens, as others dial them */
export async function keepPort(
  listen: readonly string[],
  addresses: readonly string[],
  dataDir: string,
): Promise<void> {
  const [only, ...others] = listen.flatMap((address) => ANY.exec(address)?.[1] ?? []);
  if (only === undefined || others.length > 0) return;
  const port = addresses
    .map((address) => new RegExp(`^/${only}/[^/]+/tcp/(\\d+)/p2p/[^/]+$`).exec(address)?.[1])
    .find((found) => found !== undefined);
  if (port === undefined || Number(port) === (await keptPort(dataDir))) return;
  await writeFile(join(dataDir, FILE), `${JSON.stringify({ port: Number(port) })}\n`, {
    mode: 0o600,
  });
}

async function keptPort(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => "");
  const read = parseJson(text);
  const port = read.ok && isObject(read.value) ? read.value["port"] : null;
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536
    ? port
    : null;
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, host, () => server.close(() => done(true)));
  });
}
