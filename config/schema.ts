/** What a configuration holds: one section for each room or service, and what is allowed in it. */
import * as z from "zod";

export interface HostPort {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

const PORT_MAX = 65_535;
const HOST_PORT = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/;
const MULTIADDR = /^\/(?:ip4|ip6|dns|dns4|dns6|dnsaddr)(?:\/[^/\s]+)+$/;
const MULTIADDR_PORT = /\/(?:tcp|udp)(?:\/([^/]*))?/;
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const NAME_RULE = "must be lower-case letters, digits and -";
const ORIGIN = /^(?:\*|https?:\/\/[^/\s?#]+)$/;

function hostPort(text: string): HostPort | null {
  const match = HOST_PORT.exec(text);
  if (match === null) return null;
  const port = Number(match[3]);
  return port > PORT_MAX ? null : { host: match[1] ?? match[2]!, port };
}

const listenAddress = z.string().transform((text, context): HostPort => {
  const parsed = hostPort(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: `"${text}" is not HOST:PORT, as in 127.0.0.1:8287` });
  return z.NEVER;
});

const listenAddressOrOff = z.union([z.literal("off").transform(() => null), listenAddress], {
  error: "must be HOST:PORT, as in 127.0.0.1:9464, or off",
});

function isMultiaddr(text: string): boolean {
  const transport = MULTIADDR_PORT.exec(text);
  if (!MULTIADDR.test(text)) return false;
  if (transport === null) return true;
  return /^\d{1,5}$/.test(transport[1] ?? "") && Number(transport[1]) <= PORT_MAX;
}

const multiaddr = z
  .string()
  .refine(isMultiaddr, { error: "must be a multiaddr, as in /ip4/127.0.0.1/tcp/4287" });

const publicKey = z.string().regex(/^[0-9a-f]{64}$/, "must be a public key of 64 hex digits");
const witnessKey = z
  .string()
  .regex(
    /^(?:[0-9a-f]{64}|[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*)(?: https?:\/\/[^\s?#]+)?$/,
    "must be a public key of 64 hex digits, or NAME+HASH+BASE64 as a witness publishes it; " +
      "behind a space may stand its address, as in https://witness.example",
  );
const logKey = z
  .string()
  .regex(
    /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/,
    "must be ORIGIN+HASH+BASE64 as a log publishes its key",
  );
/** As many as fit on one checkpoint. */
const WITNESSES_MAX = 16;
const listItems = 64;

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const configSchema = z.strictObject({
  dataDir: z.string().min(1),
  logLevel: z.enum(LOG_LEVELS),
  rateLimits: z.enum(["on", "off"]),
  http: z.strictObject({
    adapter: z.enum(["auto", "uws", "node"], {
      error: ({ input }) =>
        input === "http1"
          ? "http1 is gone: uws or node serves, and auto chooses between them"
          : "must be auto, uws or node",
    }),
    listen: listenAddress,
    corsOrigins: z
      .array(z.string().regex(ORIGIN, "must be an origin, as in https://example.org"))
      .max(listItems),
    allowedHosts: z.array(z.string().min(1)).max(listItems),
    trustedProxies: z.array(z.string().min(1)).max(listItems),
  }),
  p2p: z.strictObject({
    listen: z.array(multiaddr).max(8),
    announce: z.array(multiaddr).max(8),
    bootstrap: z.array(multiaddr).max(listItems),
    mdns: z.enum(["auto", "on", "off"]),
    relay: z.enum(["auto", "serve", "off"]),
    privateAddresses: z.enum(["auto", "on", "off"]),
    sharedAddresses: z.array(z.string().min(1)).max(listItems),
    connectionsMax: z.int().min(1).max(10_000),
  }),
  mesh: z.strictObject({
    secretFiles: z.array(z.string().min(1)).max(255),
    capacity: z.int().min(1).max(16),
    admission: z.enum(["open", "invited"]),
    keep: z.enum(["all", "share"]),
    forgetDays: z.int().min(0).max(36_500),
    alone: z.boolean(),
  }),
  credits: z.strictObject({ welcome: z.int().min(0).max(1_000_000_000) }),
  claim: z.strictObject({ unlockBelow: z.int().min(1).max(1_000_000_000) }),
  llm: z.strictObject({
    keyFile: z.string().min(1).nullable(),
    keysLost: z.boolean(),
    localServers: z
      .array(z.string().regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/, "must be host:port"))
      .max(listItems),
  }),
  transfers: z.strictObject({
    origins: z.array(z.union([z.literal("*"), publicKey])).max(listItems),
  }),
  witness: z
    .strictObject({
      keys: z.array(witnessKey).max(WITNESSES_MAX),
      quorum: z.int().min(0).max(WITNESSES_MAX),
      gatherer: z.union([publicKey, z.literal("")]).optional(),
      logs: z.array(logKey).max(listItems).optional(),
    })
    .refine(
      ({ keys, quorum }) => quorum <= keys.length,
      "a quorum needs as many witnesses: name more keys, or lower it",
    ),
  metrics: z.strictObject({ listen: listenAddressOrOff }),
  network: z.strictObject({
    preset: z.string().min(1),
    name: z.string().regex(NAME, NAME_RULE),
    registryFamily: z.string().regex(NAME, NAME_RULE),
    witnesses: z.array(publicKey).max(listItems),
  }),
});

export type Config = z.output<typeof configSchema>;
