/**
 * The one table of settings: key, flag, environment variable, how text is read, default, and what
 * it is for.
 */
import { defaultDataDir } from "./paths.js";
import type { Environment } from "./paths.js";

type SettingKind = "text" | "list" | "integer" | "switch";

export interface Setting {
  /** Dotted path in the configuration and its files. */
  readonly key: string;
  readonly kind: SettingKind;
  /** Long flag without its dashes, or null where there is none. */
  readonly flag: string | null;
  readonly placeholder: string;
  readonly env: string;
  readonly about: string;
  readonly fallback: (environment: Environment) => unknown;
}

/** The environment name follows from the flag, or from the key where there is no flag. */
function envName(name: string): string {
  return `CALC_${name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[.-]/g, "_")
    .toUpperCase()}`;
}

interface SettingOptions {
  readonly kind?: SettingKind;
  readonly flag?: string;
  readonly placeholder?: string;
  readonly about: string;
  readonly fallback: unknown;
}

function setting(key: string, options: SettingOptions): Setting {
  const { kind = "text", flag = null, placeholder = "VALUE", about, fallback } = options;
  const env = envName(flag ?? key);
  return { key, kind, flag, placeholder, env, about, fallback: () => fallback };
}

export const settings: readonly Setting[] = [
  {
    ...setting("dataDir", {
      flag: "data-dir",
      placeholder: "DIR",
      fallback: null,
      about: "Directory of the node's identity, database and backups",
    }),
    fallback: defaultDataDir,
  },
  setting("http.listen", {
    flag: "http",
    placeholder: "HOST:PORT",
    fallback: "127.0.0.1:8287",
    about: "Address of the HTTP interface; port 0 picks a free one",
  }),
  setting("http.adapter", {
    flag: "http-adapter",
    placeholder: "auto|uws|node",
    fallback: "auto",
    about: "uws: uWebSockets.js, for this machine alone; node: node:http, anywhere, behind proxies",
  }),
  setting("http.corsOrigins", {
    kind: "list",
    fallback: [],
    about: "Origins whose pages may call the HTTP interface, or *",
  }),
  setting("http.allowedHosts", {
    kind: "list",
    fallback: [],
    about: "Host names, besides the listening one, that requests may name",
  }),
  setting("http.trustedProxies", {
    kind: "list",
    fallback: [],
    about: "Addresses of proxies whose forwarded client address is believed",
  }),
  setting("p2p.listen", {
    kind: "list",
    flag: "p2p",
    placeholder: "MULTIADDR",
    fallback: ["/ip4/127.0.0.1/tcp/0"],
    about: "Addresses for other nodes, or off; only this machine unless set",
  }),
  setting("p2p.announce", {
    kind: "list",
    fallback: [],
    about: "Addresses told to others in place of the listening ones",
  }),
  setting("p2p.bootstrap", {
    kind: "list",
    flag: "bootstrap",
    placeholder: "A,B",
    fallback: [],
    about: "Nodes to connect to at start",
  }),
  setting("p2p.mdns", {
    flag: "mdns",
    placeholder: "auto|on|off",
    fallback: "auto",
    about: "Find nodes of the mesh on the local network; auto: if others there can reach this one",
  }),
  setting("p2p.relay", {
    flag: "relay",
    placeholder: "auto|serve|off",
    fallback: "auto",
    about: "serve: carry bounded traffic of nodes nobody can call; auto: use such a node if needed",
  }),
  setting("p2p.sharedAddresses", {
    kind: "list",
    fallback: [],
    about: "IP addresses behind which many honest nodes live; not counted against them",
  }),
  setting("p2p.connectionsMax", {
    kind: "integer",
    fallback: 100,
    about: "Connections to other nodes at the same time",
  }),
  setting("p2p.privateAddresses", {
    placeholder: "auto|on|off",
    fallback: "auto",
    about: "Tell and dial private addresses; auto: unless this node has a public one",
  }),
  setting("mesh.admission", {
    placeholder: "open|invited",
    fallback: "open",
    about: "Whose spines are kept: open takes strangers within bounds; invited only those let in",
  }),
  setting("mesh.keep", {
    placeholder: "all|share",
    fallback: "all",
    about:
      "Whose spines are kept: all as far as there are places; share its own part of the others",
  }),
  setting("mesh.forgetDays", {
    kind: "integer",
    fallback: 0,
    about: "Forget bodies of others' witnessed, superseded events after so many days; 0: keep all",
  }),
  setting("mesh.secretFiles", {
    kind: "list",
    flag: "mesh-secret-file",
    placeholder: "FILE",
    fallback: [],
    about: "File with the mesh secret; without one the node takes part in no topic",
  }),
  setting("mesh.capacity", {
    kind: "integer",
    fallback: 1,
    about: "Capacity told to other nodes, 1 to 16",
  }),
  setting("mesh.alone", {
    kind: "switch",
    flag: "i-am-alone",
    fallback: false,
    about: "Seal without asking peers for this node's own head: only if nobody else has its key",
  }),
  setting("credits.welcome", {
    kind: "integer",
    fallback: 128,
    about: "Free credits that a new account begins with",
  }),
  setting("claim.unlockBelow", {
    kind: "integer",
    fallback: 6,
    about: "Free and paid credits together below which the day's free credits can be claimed",
  }),
  setting("llm.keyFile", {
    flag: "llm-key-file",
    placeholder: "FILE",
    fallback: null,
    about: "File that wraps the keys of providers of models; llm.key in the data directory",
  }),
  setting("llm.keysLost", {
    kind: "switch",
    flag: "llm-keys-lost",
    fallback: false,
    about: "Start although the key file opens no kept key; their accounts have to give them anew",
  }),
  setting("llm.localServers", {
    kind: "list",
    flag: "llm-local",
    placeholder: "HOST:PORT",
    fallback: [],
    about: "Servers of models in your own network that accounts may name",
  }),
  setting("transfers.origins", {
    kind: "list",
    fallback: [],
    about: "Public keys of nodes whose envelopes are taken, * for all; none unless named",
  }),
  setting("witness.keys", {
    kind: "list",
    fallback: [],
    about:
      "Witnesses you trust: keys of nodes or of others, with their http address behind a space",
  }),
  setting("witness.quorum", {
    kind: "integer",
    fallback: 0,
    about: "So many of them have to cosign before something counts as witnessed; 0 asks for none",
  }),
  setting("witness.gatherer", {
    kind: "text",
    fallback: "",
    about: "Node that gathers heads for the witnesses, by its public key: its own where it does",
  }),
  setting("witness.logs", {
    kind: "list",
    fallback: [],
    about: "Logs of other systems that this node cosigns, too: their keys as they publish them",
  }),
  setting("metrics.listen", {
    flag: "metrics",
    placeholder: "HOST:PORT|off",
    fallback: "127.0.0.1:9464",
    about: "Address of the metrics, or off",
  }),
  setting("logLevel", {
    flag: "log-level",
    placeholder: "LEVEL",
    fallback: "info",
    about: "silent, error, warn, info or debug",
  }),
  setting("rateLimits", {
    flag: "rate-limits",
    placeholder: "on|off",
    fallback: "on",
    about: "off is for test clusters only",
  }),
  setting("network.preset", {
    flag: "network",
    placeholder: "NAME",
    fallback: "main",
    about: "Network whose settings apply",
  }),
  setting("network.name", { fallback: "main", about: "Name in the network's genesis" }),
  setting("network.registryFamily", {
    fallback: "calc",
    about: "Operator registry the network computes with",
  }),
  setting("network.witnesses", {
    kind: "list",
    fallback: [],
    about: "Public keys of the network's witnesses",
  }),
];

export const settingsByKey: ReadonlyMap<string, Setting> = new Map(settings.map((s) => [s.key, s]));

/** Flag and environment name of the project file. */
export const CONFIG_FLAG = "config";
export const CONFIG_ENV = "CALC_CONFIG";
