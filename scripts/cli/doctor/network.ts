/** Addresses to listen on, peers to be reached, the clock, and what a running node says. */
import { connect, createServer } from "node:net";
import { ConfigError } from "../../../config/errors.js";
import { loadMeshSecrets } from "../../../config/secrets.js";
import type { ApiInfo } from "../../../node/runtime/apiFile.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { listenFault } from "../life/startFaults.js";
import { stoppedClock } from "./directory.js";
import { fail, ok, skip, warn, type Check, type Row } from "./row.js";

const ANSWER_MS = 3_000;
const NS_PER_MS = 1_000_000;
/** Two calconds: farther from its peers' median a node seals nothing. */
const OFFSET_MS_MAX = (2 * Number(CALCOND_NS)) / NS_PER_MS;

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Listens for a moment. @returns what hinders it, or null */
function listening({ host, port }: Place): Promise<Error | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

async function portRow(name: string, place: Place): Promise<Row> {
  const where = `${place.host}:${place.port}`;
  if (place.port === 0) return ok(name, "the system picks a free port");
  const error = await listening(place);
  if (error === null) return ok(name, `${where} is free`);
  const fault = await listenFault(new Error(`cannot listen on ${where}: ${error.message}`));
  return fail(name, fault?.message ?? error.message, fault?.next ?? "Choose another address");
}

const http: Check = async ({ api, config }) => {
  if (api !== null) return ok("http", `this node answers at ${api.http}`);
  if (config === null) return skip("http", "the settings cannot be read");
  return portRow("http", config.http.listen);
};

const metrics: Check = async ({ api, config }) => {
  if (config === null) return skip("metrics", "the settings cannot be read");
  if (config.metrics.listen === null) return ok("metrics", "off");
  if (api !== null)
    return skip("metrics", "the node has its address, or has said that it is taken");
  const row = await portRow("metrics", config.metrics.listen);
  // Without them the node runs as well.
  return row.state === "fail"
    ? warn("metrics", row.says, "calc daemon --metrics HOST:PORT takes another address, off none")
    : row;
};

const MULTIADDR = /^\/(?:ip4|ip6|dns|dns4|dns6)\/([^/]+)\/tcp\/(\d+)/;

function placeIn(address: string): Place | null {
  const [, host, port] = MULTIADDR.exec(address) ?? [];
  return host === undefined ? null : { host, port: Number(port) };
}

const p2p: Check = async ({ api, config }) => {
  if (api !== null) return ok("p2p", api.p2p.length === 0 ? "off" : api.p2p.join(" "));
  if (config === null) return skip("p2p", "the settings cannot be read");
  const places = config.p2p.listen.flatMap((address) => placeIn(address) ?? []);
  for (const place of places) {
    const row = await portRow("p2p", place);
    if (row.state !== "fail") continue;
    const other = "calc daemon --p2p /ip4/HOST/tcp/PORT takes another address";
    return fail("p2p", row.says, `${other}; ss -ltnp 'sport = :${place.port}' names the program`);
  }
  return ok("p2p", places.length === 0 ? "off" : "its addresses are free");
};

function reachable({ host, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
    const end = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", end(true)).once("error", end(false)).once("timeout", end(false));
  });
}

const bootstrap: Check = async ({ api, config }) => {
  if (api !== null) return runningBootstrap(api);
  const addresses = config?.p2p.bootstrap ?? [];
  if (addresses.length === 0) return skip("bootstrap", "no nodes are named to start from");
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const place = placeIn(address);
      return place === null || (await reachable(place));
    }),
  );
  const silent = addresses.filter((_, i) => answers[i] !== true);
  const reached = addresses.length - silent.length;
  if (silent.length === 0) return ok("bootstrap", `all ${reached} can be reached`);
  const says = `${reached} of ${addresses.length} can be reached; not ${silent.join(", ")}`;
  const mend = "Name nodes that run: calc id on their machines tells their addresses";
  return reached === 0 ? fail("bootstrap", says, mend) : warn("bootstrap", says, mend);
};

const secret: Check = async ({ api, config }) => {
  if (api !== null) return runningSecret(api);
  if (config === null) return skip("mesh secret", "the settings cannot be read");
  const { secretFiles } = config.mesh;
  if (secretFiles.length === 0)
    return config.p2p.bootstrap.length === 0
      ? ok("mesh secret", "none: the node takes part in no mesh")
      : warn(
          "mesh secret",
          "none, and nodes to start from are named: the node joins no topic",
          "calc daemon --mesh-secret-file FILE, with the mesh's own",
        );
  try {
    const { ring, warnings } = await loadMeshSecrets(secretFiles);
    const says = `key ${ring?.currentKid} is in use, ${ring?.secrets.size} are known`;
    return warnings.length === 0
      ? ok("mesh secret", says)
      : warn("mesh secret", warnings.join("; "), `chmod 600 ${secretFiles.join(" ")}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail("mesh secret", error.message, `ls -l ${secretFiles.join(" ")}`);
  }
};

async function asked(url: string, token?: string): Promise<unknown> {
  const headers = new Headers(token === undefined ? [] : [["authorization", `Bearer ${token}`]]);
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  return response.json();
}

// A node that runs has settings of its own: flags, and files as they were when it started.

const UNASKED = "the node did not tell";

async function why({
  http: url,
  token,
}: ApiInfo): Promise<Readonly<Record<string, unknown>> | null> {
  const answer = await asked(`${url}/api/mesh/why`, token).catch(() => null);
  return isObject(answer) && Array.isArray(answer["findings"]) ? answer : null;
}

function listed(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

async function runningSecret(api: ApiInfo): Promise<Row> {
  const [answer, status] = await Promise.all([
    why(api),
    asked(`${api.http}/api/mesh/status`).catch(() => null),
  ]);
  if (answer === null || !isObject(status)) return skip("mesh secret", UNASKED);
  const missing = listed(answer["findings"]).find(({ code }) => code === "NO_OWN_SECRET");
  if (missing !== undefined)
    return warn(
      "mesh secret",
      "none, and nodes to start from are named: the node joins no topic",
      "calc daemon --mesh-secret-file FILE, with the mesh's own",
    );
  return status["gossip"] === "on"
    ? ok("mesh secret", "the node has one, and takes part in its mesh")
    : ok("mesh secret", "none: the node takes part in no mesh");
}

async function runningBootstrap(api: ApiInfo): Promise<Row> {
  const answer = await why(api);
  if (answer === null) return skip("bootstrap", UNASKED);
  const named = listed(answer["peers"]).filter(({ source }) => source === "configured");
  if (named.length === 0) return skip("bootstrap", "no nodes are named to start from");
  const out = named.filter(({ greeted }) => greeted !== true);
  const entered = named.length - out.length;
  if (out.length === 0) return ok("bootstrap", `all ${entered} have let this node in`);
  const says = `${entered} of ${named.length} have let this node in; not ${out.map(placeOf).join(", ")}`;
  const mend = "calc mesh why tells the reason of each";
  return entered === 0 ? fail("bootstrap", says, mend) : warn("bootstrap", says, mend);
}

/** Addresses of a peer with what hinders them. */
function placeOf({ addresses, peer }: Readonly<Record<string, unknown>>): string {
  const places = listed(addresses).map(
    ({ address, means }) => `${String(address)}${typeof means === "string" ? ` (${means})` : ""}`,
  );
  return places.length === 0 ? String(peer) : places.join(", ");
}

/** What `calc mesh why` finds. */
const mesh: Check = async ({ api }) => {
  if (api === null) return skip("mesh", "no daemon runs on the directory");
  const answer = await why(api);
  if (answer === null) return skip("mesh", UNASKED);
  const findings = listed(answer["findings"]);
  if (findings.length === 0 && listed(answer["peers"]).length === 0)
    return skip("mesh", "no other node is known to it");
  if (findings.length === 0) return ok("mesh", "nothing keeps this node and others from talking");
  return warn(
    "mesh",
    findings.map(({ code, detail }) => `${String(code)}: ${String(detail)}`).join("; "),
    "docs/mesh.md has a row with the cure for each of these words; calc mesh why tells more",
  );
};

const MENDS: Readonly<Record<string, string>> = {
  db: "calc logs --level error says which write failed; the database is opened anew by itself",
  disk: "Free some room: the node goes on by itself",
  clock: "timedatectl set-ntp true; docs/operate.md says what is held",
  peers: "calc peers tells who is there: its own head is asked of peers before it seals",
  starting: "Wait: calc logs tells the step it is at",
  stopping: "Wait, then start it again",
};

const ready: Check = async ({ api }) => {
  if (api === null) return skip("ready", "no daemon runs on the directory");
  let answer: unknown;
  try {
    answer = await asked(`${api.http}/api/ready`);
  } catch (error) {
    return fail(
      "ready",
      `process ${api.pid} does not answer at ${api.http}: ${String(error)}`,
      `kill ${api.pid}, and after 20 s kill -9 ${api.pid}; then start it again`,
    );
  }
  if (isObject(answer) && answer["ready"] === true) return ok("ready", "it serves and seals");
  const reasons = isObject(answer) && Array.isArray(answer["reasons"]) ? answer["reasons"] : [];
  const mends = reasons.map(
    (reason) => MENDS[String(reason)] ?? `calc logs says more of ${reason}`,
  );
  return fail("ready", `it is not: ${reasons.join(", ")}`, mends.join("; "));
};

const clock: Check = async (patient) => {
  const { api } = patient;
  if (api === null) return stoppedClock(patient);
  const answer = await asked(`${api.http}/api/mesh/status`).catch(() => null);
  const offset = isObject(answer) ? answer["clockOffsetMs"] : null;
  if (typeof offset !== "number") return skip("clock", "no peer has told its own");
  const says = `its peers' median is ${offset} ms from it`;
  return Math.abs(offset) > OFFSET_MS_MAX
    ? fail("clock", `${says}: nothing is sealed`, "timedatectl set-ntp true")
    : ok("clock", says);
};

export const NETWORK_CHECKS: readonly Check[] = [
  http,
  metrics,
  p2p,
  secret,
  bootstrap,
  mesh,
  ready,
  clock,
];
