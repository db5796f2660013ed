/**
 * The direction of the house: who may import whom, as a literal table, with canaries that prove the
 * check bites.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { builtinModules } from "node:module";
import { expect } from "chai";

interface Room {
  readonly ours: readonly string[];
  readonly packages: readonly string[];
  readonly builtins: boolean;
}

/** What every room of the node may import of the other rooms, and from outside. */
const NODE = {
  ours: [
    "protocol",
    "config",
    "storage",
    "api",
    "api/contract",
    "api/client",
    "api/openapi",
    "api/readable",
  ],
  packages: [
    "libp2p",
    "@libp2p/*",
    // The client of WebSockets that Node.js 20 lacks.
    "ws",
    "@chainsafe/libp2p-gossipsub",
    "@multiformats/multiaddr",
    "pino",
    "postal-mime",
    "prom-client",
    "zod",
  ],
  builtins: true,
} as const;

/** Rooms of the node by floor: what a floor may import stands above it here. */
const RUNTIME = ["node/runtime", "node/runtime/identity", "node/runtime/metrics"];
const BOOKS = [...RUNTIME, "node/spine", "node/sealing", "node/ledger"];
const MESH_PARTS = [
  "node/mesh/host",
  "node/mesh/intake",
  "node/mesh/sync",
  "node/mesh/shards",
  "node/mesh/discovery",
  "node/mesh/view",
];
const GROUND = [...BOOKS, "node/ground", "node/accounts"];
const SERVICES = [
  "node/machines/log",
  "node/machines",
  "node/vaults",
  "node/names",
  "node/onboarding",
  "node/compute",
  "node/compute/workers",
  "node/streams",
  "node/reactors",
  "node/contracts",
  "node/market",
  "node/pages",
  "node/models",
  "node/mail",
  "node/mail/delivery",
  "node/mail/inbound",
  "node/mail/rendering",
  "node/agents",
  "node/agents/scaffold",
  "node/witness",
  "node/transfers",
  "node/repair",
];

/**
 * Folders of the node with a `capability.ts`. One that stands on common ground alone needs no row
 * here.
 */
const CAPABILITIES = readdirSync("node").filter((name) => existsSync(`node/${name}/capability.ts`));

/**
 * Above the services of a folder: its `capability.ts` and `operations/`, which may ask the services
 * of every folder.
 */
function capabilityRoom(name: string): string {
  return `node/${name}/operations`;
}
const CAPABILITY = [
  ...GROUND,
  "node/ledger/audit",
  "node/mesh/host",
  "node/mesh/view",
  ...SERVICES,
  "node/ground",
  "node/capability",
  "node/operations",
];
/** Whose operations share a rule of translation with those of another capability. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  // A machine may begin with a program.
  machines: ["contracts"],
  vaults: ["market"],
  market: ["compute"],
  witness: ["compute"],
};
/** Rooms inside a capability's folder that its operations ask. */
const PARTS: Readonly<Record<string, readonly string[]>> = { mesh: MESH_PARTS };
const STATED_ROOMS: Readonly<Record<string, readonly string[]>> = {
  "node/runtime": [],
  "node/runtime/identity": ["node/runtime"],
  "node/runtime/metrics": ["node/runtime"],
  "node/spine": RUNTIME,
  "node/sealing": [...RUNTIME, "node/spine"],
  "node/ground": [...RUNTIME, "node/spine", "node/sealing"],
  "node/ledger": [...RUNTIME, "node/spine", "node/sealing", "node/ground"],
  "node/ledger/audit": BOOKS,
  "node/verifying": BOOKS,
  "node/backup": [...BOOKS, "node/verifying"],
  "node/accounts": [...BOOKS, "node/ground"],
  "node/mesh/host/patches": RUNTIME,
  "node/mesh/host": [...RUNTIME, "node/mesh/host/patches"],
  "node/mesh/intake": [...RUNTIME, "node/mesh/host"],
  "node/mesh/sync": [...RUNTIME, "node/mesh/host", "node/mesh/intake"],
  "node/mesh/shards": [...RUNTIME, "node/mesh/host", "node/mesh/intake", "node/mesh/sync"],
  "node/mesh/discovery": [...RUNTIME, "node/mesh/host", "node/mesh/intake"],
  "node/mesh/view": [...RUNTIME, ...MESH_PARTS.filter((room) => room !== "node/mesh/view")],
  "node/mesh": [...RUNTIME, "node/spine", "node/sealing", ...MESH_PARTS],
  "node/machines/log": [...BOOKS, "node/ground"],
  "node/machines": [...GROUND, "node/machines/log"],
  "node/vaults": GROUND,
  "node/names": GROUND,
  "node/compute/workers": RUNTIME,
  "node/compute": [...GROUND, "node/compute/workers"],
  "node/onboarding": [...GROUND, "node/machines/log", "node/machines"],
  "node/streams": [...GROUND, "node/machines/log", "node/compute", "node/compute/workers"],
  "node/reactors": [
    ...GROUND,
    "node/machines/log",
    "node/machines",
    "node/compute",
    "node/compute/workers",
  ],
  "node/contracts": [
    ...GROUND,
    "node/machines/log",
    "node/machines",
    "node/compute",
    "node/compute/workers",
  ],
  "node/market": [...GROUND, "node/vaults", "node/compute", "node/compute/workers"],
  "node/models": BOOKS,
  "node/mail": GROUND,
  "node/pages": [...GROUND, "node/machines/log", "node/machines"],
  "node/mail/delivery": [...GROUND, "node/mail", "node/mesh/host"],
  "node/mail/inbound": [...GROUND, "node/mail"],
  "node/mail/rendering": [...GROUND, "node/mail"],
  "node/agents/scaffold": [],
  "node/agents": [],
  "node/repair": RUNTIME,
  "node/witness": [...GROUND, "node/mesh/host"],
  "node/transfers": [...GROUND, "node/vaults", "node/witness"],
  "node/capability": [...RUNTIME, "node/sealing", "node/mesh", "node/mesh/intake", "node/ground"],
  "node/operations": [
    ...GROUND,
    "node/machines/log",
    "node/vaults",
    "node/compute",
    "node/compute/workers",
    "node/ground",
  ],
  "node/capabilities": ["node/capability", ...CAPABILITIES.map(capabilityRoom)],
};
const NODE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    CAPABILITIES.flatMap((name) => [
      [`node/${name}`, GROUND],
      [
        capabilityRoom(name),
        [
          `node/${name}`,
          ...(PARTS[name] ?? []),
          ...CAPABILITY,
          ...(OTHERS[name] ?? []).map(capabilityRoom),
        ],
      ],
    ]),
  ),
  ...STATED_ROOMS,
};

const ROOMS: Readonly<Record<string, Room>> = {
  protocol: {
    ours: [],
    // Trees of HTML and CSS: the messages of mail are read and written anew.
    packages: ["zod", "tweetnacl", "parse5", "css-tree", "css-tree/*"],
    builtins: false,
  },
  config: { ours: ["protocol"], packages: ["zod"], builtins: true },
  storage: { ours: ["protocol"], packages: ["level"], builtins: true },
  "api/contract": { ours: ["protocol"], packages: ["zod"], builtins: false },
  "api/client": {
    ours: ["protocol", "api/contract", "api/readable"],
    // The cipher and the exchange of secure sessions, where no platform brings them.
    packages: ["zod", "tweetnacl", "@noble/ciphers"],
    builtins: false,
  },
  "api/openapi": { ours: ["protocol", "api/contract"], packages: ["zod"], builtins: false },
  "api/readable": { ours: ["protocol"], packages: [], builtins: false },
  // What browsers load.
  "api/console": {
    ours: ["protocol", "api/contract", "api/client", "api/readable"],
    packages: ["preact", "@preact/signals", "uplot"],
    builtins: false,
  },
  api: {
    ours: ["protocol", "api/contract", "api/client", "api/openapi", "api/readable"],
    packages: [
      "zod",
      "ws",
      "uWebSockets.js",
      "@modelcontextprotocol/server",
      "commander",
      "picocolors",
    ],
    builtins: true,
  },
  node: { ...NODE, ours: [...NODE.ours, ...Object.keys(NODE_ROOMS)] },
  ...Object.fromEntries(
    Object.entries(NODE_ROOMS).map(([room, ours]) => [
      room,
      { ...NODE, ours: [...NODE.ours, ...ours] },
    ]),
  ),
  scripts: { ours: ["*"], packages: ["*"], builtins: true },
  test: { ours: ["*"], packages: ["*"], builtins: true },
};

/** In a list of floors: the files that stand in the folder itself. */
const OWN_FILES = ".";

/** Folders of solvers that no other solver imports: they have a card. */
const SOLVERS = readdirSync("protocol/solvers").filter(
  (name) => name !== "heat" && existsSync(`protocol/solvers/${name}/card.ts`),
);

/** One room, one file of the folder itself, or rooms side by side that import none of each other. */
type Floor = string | readonly string[];

/**
 * Rooms inside a folder, lowest floor first: each may import only those before it, for types, too.
 * Files that stand in the folder itself are above them all, unless the list names their floor.
 */
const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  protocol: [
    OWN_FILES,
    "errors",
    "encoding",
    "readable",
    "wasm",
    "math",
    "search",
    "units",
    "cel",
    "equations",
    "seal",
    "economy",
    "identity",
    "work",
    "placement",
    "models",
    "libraries",
    "operators",
    "lexicon",
    "chains",
    "derivation",
    "table",
    "solvers",
    "conformance",
    "events",
    "kernel",
    "contracts",
    "router",
    "templates",
    "names",
    "transfers",
    "market",
    "witness",
    "mesh",
    "log",
    "streams",
    "reactors",
    "pages",
    "mail",
  ],
  "protocol/equations": [
    "reading",
    "dimensions",
    "evaluation",
    "sums",
    "integrals",
    "lowering",
    "enclosures",
    "roots",
    "odes",
    "pieces",
    "classify",
  ],
  "protocol/router": ["text.ts", "laws", "typed", "joins", "proposal", "steps"],
  "protocol/solvers": [
    OWN_FILES,
    "fields",
    "places.ts",
    "layering.ts",
    "march.ts",
    // A box of diodes is stepped by the plate of heat.
    "heat",
    SOLVERS,
    "render",
    "render.ts",
    "cards.ts",
    "domainShortcuts.ts",
    "load.ts",
    "words.ts",
  ],
  storage: ["kv", "leveldb", "records", "vault", "repositories", "backup"],
  api: [
    "contract",
    "readable",
    "client",
    "openapi",
    "socket",
    "http",
    "pages",
    "mcp",
    "cli",
    "console",
  ],
  "api/contract": [
    "definition",
    "receipts",
    "compute",
    "mesh",
    "names",
    "mail",
    "accounts",
    "machines",
    "contracts",
    "economy",
    "market",
    "reactors",
    "models",
    "node",
  ],
  "node/mesh": ["host", "intake", "discovery", "sync", "shards", "view", "operations"],
  "api/console": [
    "style",
    "connection",
    "files",
    "engine",
    "plots",
    "diagram",
    "fields",
    "parts",
    "ask",
    "machines",
    "verify",
    "models",
    "vault",
    "mail",
    "contracts",
    "streams",
    "market",
    "pages",
    "routes",
  ],
};

/** Packages that exactly one file may import. */
const SOLE_IMPORTERS: Readonly<Record<string, string>> = {
  "uWebSockets.js": "api/http/uws.ts",
  level: "storage/leveldb/level.ts",
  libp2p: "node/mesh/host/host.ts",
  "postal-mime": "node/mail/inbound/parseMail.ts",
};

/** What exactly one file of the interface may import: the server of the platform, and its sockets. */
const SOLE_IN_API: Readonly<Record<string, string>> = {
  http: "api/http/nodeHttp.ts",
  ws: "api/http/nodeSockets.ts",
};

/**
 * The longest prefix decides: `api/contract` is a room of its own. Of the node every folder is one:
 * only what ties all together stands in `node` itself.
 */
function roomOf(path: string): string | undefined {
  const capability = /^node\/([a-z]+)\/capability\.[jt]s$/i.exec(path)?.[1];
  if (capability !== undefined && CAPABILITIES.includes(capability))
    return capabilityRoom(capability);
  const [room] = Object.keys(ROOMS)
    .filter((name) => path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  return room !== undefined && room.startsWith("node") && dirname(path) !== room ? undefined : room;
}

function specifiers(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/(^|[\s;])\/\/.*$/gm, " ");
  const found: string[] = [];
  for (const match of code.matchAll(/(?:(?<!["'`\w])from\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g))
    found.push(match[2]!);
  for (const match of code.matchAll(/\bimport\s*\(\s*([^"'\s)])/g))
    found.push(`computed:${match[1]}`);
  return found;
}

function allowed(list: readonly string[], name: string): boolean {
  return list.some(
    (entry) =>
      entry === "*" ||
      entry === name ||
      (entry.endsWith("/*") && name.startsWith(entry.slice(0, -1))),
  );
}

/** Floor of a path in a folder that has some; the number of rooms for a file above them all. */
function floorOf(folder: string, path: string): number | undefined {
  const [room, file] = path.slice(folder.length + 1).split("/");
  const floors = FLOORS[folder]!;
  const named = floors.findIndex((floor) => [floor].flat().includes(room!.replace(/js$/, "ts")));
  if (named >= 0) return named;
  if (file !== undefined) return undefined;
  return floors.includes(OWN_FILES) ? floors.indexOf(OWN_FILES) : floors.length;
}

function onNoFloor(path: string): string | null {
  const folder = Object.keys(FLOORS).find(
    (name) => path.startsWith(`${name}/`) && floorOf(name, path) === undefined,
  );
  return folder === undefined ? null : `${path} is on no floor of ${folder}`;
}

function upward(path: string, target: string): string | null {
  for (const folder of Object.keys(FLOORS)) {
    if (!path.startsWith(`${folder}/`)) continue;
    const own = floorOf(folder, path);
    if (own === undefined) continue;
    if (!target.startsWith(`${folder}/`)) continue;
    const other = floorOf(folder, target);
    if (other === undefined) return `${target} is on no floor of ${folder}`;
    if (other > own) return `${target} is on a higher floor of ${folder}`;
    const roomIn = (name: string): string => name.slice(folder.length + 1).split("/")[0]!;
    if (other === own && Array.isArray(FLOORS[folder]![own]) && roomIn(path) !== roomIn(target))
      return `${target} stands beside it in ${folder}`;
  }
  return null;
}

export function violations(path: string, source: string): string[] {
  const room = roomOf(path);
  if (room === undefined) return [`${path}: in no room`];
  const rules = ROOMS[room]!;
  const problems: string[] = [];
  const unplaced = onNoFloor(path);
  if (unplaced !== null) problems.push(unplaced);
  for (const specifier of specifiers(source)) {
    const complain = (why: string): void => {
      problems.push(`${path}: ${specifier}: ${why}`);
    };
    if (specifier.endsWith(".test.js")) complain("its tests would run, and count, once more");
    if (specifier.startsWith("computed:")) {
      if (room !== "scripts" && room !== "test") complain("import() needs a literal");
      continue;
    }
    if (specifier.startsWith(".")) {
      const target = normalize(join(dirname(path), specifier));
      const targetRoom = roomOf(target);
      if (targetRoom === undefined) complain("leads to no room");
      else if (targetRoom !== room && !allowed(rules.ours, targetRoom))
        complain(`${room} may not import ${targetRoom}`);
      const above = upward(path, target);
      if (above !== null) complain(above);
      continue;
    }
    const bare = specifier.replace(/^node:/, "");
    if (specifier.startsWith("node:") || builtinModules.includes(bare)) {
      if (!rules.builtins) complain(`${room} may not use built-ins`);
      const only = SOLE_IN_API[bare];
      if (room === "api" && only !== undefined && path !== only)
        complain(`only ${only} imports it`);
      continue;
    }
    const name = specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
    if (!allowed(rules.packages, name)) complain(`${room} may not import the package ${name}`);
    const sole = SOLE_IMPORTERS[name] ?? (room === "api" ? SOLE_IN_API[name] : undefined);
    if (sole !== undefined && room !== "test" && room !== "scripts" && path !== sole)
      complain(`only ${sole} imports it`);
  }
  return problems;
}

function sources(): string[] {
  const rooms = ["protocol", "config", "storage", "api", "node", "scripts", "test"];
  return rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && /\.(ts|tsx|mts)$/.test(entry.name) && !entry.name.endsWith(".d.ts"),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes("/node_modules/")),
  );
}

describe("imports flow one way", () => {
  it("holds in every source file", () => {
    const files = sources();
    expect(files.length).to.be.greaterThan(50);
    expect(files.flatMap((file) => violations(file, readFileSync(file, "utf8")))).to.deep.equal([]);
  });

  const canaries: readonly (readonly [string, string])[] = [
    ["protocol/seal/x.ts", `import { a } from "node:crypto";`],
    ["protocol/seal/x.ts", `import { a } from "../../storage/kv/kv.js";`],
    ["protocol/seal/x.ts", `import type { A } from "../../node/daemon.js";`],
    ["storage/x.ts", `import { a } from "../api/index.js";`],
    ["storage/x.ts", `import { Level } from "level";`],
    ["api/http/x.ts", `import { a } from "../../storage/kv/kv.js";`],
    ["api/http/x.ts", `import uWS from "uWebSockets.js";`],
    ["api/http/x.ts", `import { createServer } from "node:http";`],
    ["api/socket/x.ts", `import { WebSocket } from "ws";`],
    ["api/readable/x.ts", `import { readFileSync } from "node:fs";`],
    ["api/readable/x.ts", `import { a } from "../cli/render.js";`],
    ["api/contract/x.ts", `import { readFileSync } from "fs";`],
    ["api/console/x.tsx", `import { readFileSync } from "node:fs";`],
    ["api/console/x.tsx", `import { asset } from "../http/context.js";`],
    ["api/console/x.ts", `import type { A } from "../../node/daemon.js";`],
    ["api/console/x.ts", `import { z } from "zod";`],
    ["api/x.ts", `import { a } from "../node/daemon.js";`],
    ["config/x.ts", `import { a } from "../storage/kv/kv.js";`],
    ["node/x.ts", `import { a } from "../scripts/calc.js";`],
    ["node/x.ts", `export { a } from "../test/harness.js";`],
    ["node/mesh/x.ts", `const l = await import("libp2p");`],
    ["node/mesh/x.ts", `const l = await import(name);`],
    ["node/mesh/x.ts", `import { a } from "left-pad";`],
    ["node/runtime/x.ts", `import type { A } from "../spine/ownSpine.js";`],
    ["node/spine/x.ts", `import type { A } from "../sealing/outcome.js";`],
    ["node/sealing/x.ts", `import type { A } from "../ledger/ledger.js";`],
    ["node/ledger/x.ts", `import { a } from "./audit/thread.js";`],
    ["node/accounts/x.ts", `import { a } from "../machines/machines.js";`],
    ["node/mesh/x.ts", `import type { A } from "../operations/effect.js";`],
    ["node/mesh/x.ts", `import type { A } from "../names/names.js";`],
    ["node/mesh/intake/x.ts", `import type { A } from "../view/meshView.js";`],
    ["node/mesh/intake/x.ts", `import type { A } from "../meshOptions.js";`],
    ["node/mesh/host/x.ts", `import type { A } from "../intake/intake.js";`],
    ["node/mesh/discovery/x.ts", `import type { A } from "../sync/status.js";`],
    ["node/mesh/sync/x.ts", `import type { A } from "../shards/blob.js";`],
    ["node/mesh/shards/x.ts", `import type { A } from "../view/meshView.js";`],
    ["node/mesh/view/x.ts", `import type { A } from "../mesh.js";`],
    ["node/mesh/operations/x.ts", `import { a } from "../meshParts.js";`],
    ["node/mesh/attic/x.ts", `import { a } from "../host/net.js";`],
    ["node/names/x.ts", `import type { A } from "../mesh/mesh.js";`],
    ["node/names/x.ts", `import type { A } from "../mesh/view/meshView.js";`],
    ["node/machines/x.ts", `import type { A } from "../compute/receipts.js";`],
    ["node/compute/x.ts", `import type { A } from "../operations/effect.js";`],
    ["node/operations/x.ts", `import { a } from "../mesh/host/scoring.js";`],
    ["node/operations/x.ts", `import { a } from "../daemon.js";`],
    ["node/operations/x.ts", `import { a } from "../names/capability.js";`],
    ["node/operations/x.ts", `import type { A } from "../names/operations/names.js";`],
    ["node/ground/x.ts", `import type { A } from "../names/names.js";`],
    ["node/ground/x.ts", `import type { A } from "../accounts/createAccounts.js";`],
    ["node/ground/x.ts", `import { a } from "../pages/capability.js";`],
    ["node/ground/x.ts", `import type { A } from "../capability/define.js";`],
    ["node/capability/x.ts", `import { a } from "../pages/capability.js";`],
    ["node/capability/x.ts", `import type { A } from "../pages/createPages.js";`],
    ["node/pages/capability.ts", `import { a } from "../capabilities/index.js";`],
    ["node/pages/capability.ts", `import type { A } from "../compose.js";`],
    ["node/pages/capability.ts", `import { a } from "../mail/capability.js";`],
    ["node/pages/capability.ts", `import { a } from "../mail/operations/mail.js";`],
    [
      "node/pages/operations/x.ts",
      ["import { a } from", `"../../capabilities/index.js";`].join(" "),
    ],
    ["node/pages/operations/x.ts", ["import { a } from", `"../../compose.js";`].join(" ")],
    ["node/pages/x.ts", `import { a } from "./capability.js";`],
    ["node/pages/x.ts", `import { a } from "./operations/pages.js";`],
    ["node/pages/x.ts", `import { a } from "../operations/effect.js";`],
    ["node/capabilities/x.ts", `import { a } from "../compose.js";`],
    ["node/capabilities/x.ts", `import { a } from "../pages/pages.js";`],
    ["node/machines/x.ts", `import type { A } from "../capabilities/index.js";`],
    ["node/attic/x.ts", ``],
    ["node/machines/attic/x.ts", ``],
    // In parts, as this file is looked at, too.
    ["test/pins/x.test.ts", ['import { a } from "./y', "test", 'js";'].join(".")],
    ["attic/x.ts", ``],
    ["protocol/x.ts", `import { a } from "./encoding/hex.js";`],
    ["protocol/units/x.ts", `import { a } from "../equations/index.js";`],
    ["protocol/seal/x.ts", `import type { A } from "../mesh/kinds.js";`],
    ["protocol/solvers/x.ts", `import { a } from "../kernel/solved.js";`],
    ["protocol/attic/x.ts", ``],
    ["protocol/router/laws/x.ts", `import { route } from "../route.js";`],
    ["protocol/router/text.ts", `import { a } from "./laws/find.js";`],
    ["protocol/solvers/wave/x.ts", `import type { A } from "../climate/grid.js";`],
    ["protocol/solvers/heat/x.ts", `import { a } from "../device/box.js";`],
    ["protocol/solvers/heat/x.ts", `import { a } from "../cards.js";`],
    ["protocol/solvers/fields/x.ts", `import { a } from "../march.js";`],
    ["protocol/solvers/fields/x.ts", `import { a } from "../wave/yee.js";`],
    ["protocol/solvers/x.ts", `import { a } from "./fields/levels.js";`],
    ["protocol/solvers/cards.ts", `import { a } from "./load.js";`],
    ["protocol/solvers/attic/x.ts", ``],
    ["protocol/equations/reading/x.ts", `import type { Node } from "../evaluation/node.js";`],
    ["protocol/equations/evaluation/x.ts", `import { lower } from "../lowering/lower.js";`],
    ["protocol/equations/odes/x.ts", `import type { A } from "../compileEquation.js";`],
    ["protocol/equations/attic/x.ts", `import { a } from "../reading/ast.js";`],
    ["storage/kv/x.ts", `import { buckets } from "../records/buckets.js";`],
    ["storage/records/x.ts", `import type { A } from "../vault/edit.js";`],
    ["storage/leveldb/x.ts", `import { openStore } from "../store.js";`],
    ["storage/attic/x.ts", `import { a } from "../kv/kv.js";`],
    ["api/socket/x.ts", `import type { A } from "../http/context.js";`],
    ["api/http/x.ts", `import { surfaceHandlers } from "../surface.js";`],
    ["api/attic/x.ts", `import { a } from "../contract/definition/call.js";`],
    ["api/contract/definition/x.ts", `import { table } from "../compute/table.js";`],
    ["api/contract/mesh/x.ts", `import type { A } from "../index.js";`],
    ["api/contract/attic/x.ts", `import { a } from "../definition/common.js";`],
    ["api/console/parts/keys.tsx", `import { navigation } from "../routes/index.js";`],
    ["api/console/engine/x.ts", `import { a } from "../main.js";`],
    ["api/console/connection/x.ts", `import type { A } from "../engine/messages.js";`],
    ["api/console/attic/x.tsx", `import { a } from "../connection/json.js";`],
  ];
  for (const [path, source] of canaries) {
    it(`refuses ${source || "a file"} in ${path}`, () => {
      expect(violations(path, source)).to.have.lengthOf.greaterThan(0);
    });
  }

  it("names every room of a folder with floors, and no other", () => {
    for (const [folder, floors] of Object.entries(FLOORS)) {
      const rooms = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      const named = floors.flat().filter((room) => room !== OWN_FILES && !room.endsWith(".ts"));
      expect([...rooms].sort(), folder).to.deep.equal([...named].sort());
    }
  });

  it("has no circle among the rooms of the node", () => {
    const above = (room: string, path: readonly string[]): string[] =>
      path.includes(room)
        ? [[...path, room].join(" -> ")]
        : NODE_ROOMS[room]!.flatMap((below) => above(below, [...path, room]));
    expect(Object.keys(NODE_ROOMS).flatMap((room) => above(room, []))).to.deep.equal([]);
  });

  it("accepts what is allowed", () => {
    expect(
      violations("node/onboarding/x.ts", `import { a } from "../machines/machines.js";`),
    ).to.deep.equal([]);
    expect(
      violations(
        "node/x.ts",
        `import { a } from "../storage/kv/kv.js"; import { b } from "node:fs";`,
      ),
    ).to.deep.equal([]);
    expect(violations("storage/leveldb/level.ts", `import { Level } from "level";`)).to.deep.equal(
      [],
    );
    expect(
      violations("protocol/log/x.ts", `import { z } from "zod"; // from "node:fs"`),
    ).to.deep.equal([]);
  });
});
