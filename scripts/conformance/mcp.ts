/**
 * Runs the official conformance suite of the Model Context Protocol against a node of this tree that
 * serves what the suite calls by name, too, for both revisions. Exits 1 where a scenario fails that
 * should pass. The suite needs a newer Node than the node: both are installed under .tools/, which
 * git ignores.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { loadConfig } from "../../config/load.js";
import { Daemon } from "../../node/daemon.js";
import { createLogger } from "../../node/runtime/logger.js";
import { temporaryDir } from "../devnet/daemons.js";
import { conformanceFixtures } from "./fixtures/mcp.js";
import { executableOf } from "./nodeVersions.js";

const execute = promisify(execFile);
/** The tag `latest` does not know the revision of 2026. */
const SUITE = "@modelcontextprotocol/conformance";
const SUITE_VERSION = "0.2.0-alpha.12";
/** The suite calls `fs.globSync`. */
const SUITE_NODE_MAJOR = 24;
const SCENARIO_TIMEOUT_MS = 8_000;
const RUN_TIMEOUT_MS = 300_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const FLAGS = {
  http: "127.0.0.1:0",
  p2p: "/ip4/127.0.0.1/tcp/0",
  metrics: "off",
  "rate-limits": "off",
} as const;

interface Revision {
  readonly name: string;
  /** Scenarios that need sessions, which this node does not keep. One that passes is an error. */
  readonly expectedFailures: readonly string[];
}

const REVISIONS: readonly Revision[] = [
  { name: "2026-07-28", expectedFailures: [] },
  {
    name: "2025-11-25",
    expectedFailures: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      // A warning: it wants a session's id before it looks.
      "server-sse-multiple-streams",
    ],
  },
];

function suite(): string {
  const prefix = resolve(".tools", "mcp-conformance");
  const path = join(prefix, "node_modules", SUITE, "dist", "index.js");
  if (existsSync(path)) return path;
  mkdirSync(prefix, { recursive: true });
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync("npm", ["install", "--prefix", prefix, ...flags, `${SUITE}@${SUITE_VERSION}`], {
    cwd: prefix,
    stdio: "pipe",
  });
  return path;
}

/** What the suite printed, and its exit code. */
async function run(node: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  try {
    const { stdout } = await execute(node, args, {
      timeout: RUN_TIMEOUT_MS,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr, stdout } = error as { code?: unknown; stdout?: string; stderr?: string };
    return { code: typeof code === "number" ? code : 1, text: `${stdout ?? ""}${stderr ?? ""}` };
  }
}

async function conforms(revision: Revision, node: string, url: string): Promise<boolean> {
  const expected = resolve(".tools", "mcp-conformance", `${revision.name}.yaml`);
  const args = [suite(), "server", "--url", url, "--requirements", revision.name];
  args.push("--timeout", String(SCENARIO_TIMEOUT_MS));
  if (revision.expectedFailures.length > 0) {
    writeFileSync(
      expected,
      `server:\n${revision.expectedFailures.map((name) => `  - ${name}\n`).join("")}`,
    );
    args.push("--expected-failures", expected);
  }
  const { code, text } = await run(node, args);
  const lines = text.split("\n");
  const summary = lines.slice(lines.findIndex((line) => line.includes("=== SUMMARY ===")) + 1);
  const passed = summary.filter((line) => line.startsWith("✓")).length;
  console.log(`${revision.name}: ${passed} scenarios passed, exit code ${code}`);
  if (code !== 0) console.log(summary.join("\n"));
  return code === 0;
}

/** Null, with what was printed, where the registry cannot be reached. */
function installed(): { readonly node: string } | null {
  const { path: node, reason } = executableOf(SUITE_NODE_MAJOR);
  if (node === undefined) {
    console.log(`conformance of MCP: skipped, ${reason ?? "no newer Node"}`);
    return null;
  }
  try {
    suite();
  } catch (error) {
    console.log(`conformance of MCP: skipped, ${SUITE} cannot be installed: ${String(error)}`);
    return null;
  }
  return { node };
}

function fatal(error: unknown): never {
  throw error;
}

async function main(): Promise<void> {
  const tools = installed();
  if (tools === null) return;
  const dir = temporaryDir("mcp-conformance");
  const { config } = await loadConfig({ ...FLAGS, "data-dir": dir.path });
  const daemon = await Daemon.start({
    config,
    meshSecrets: null,
    log: createLogger("warn", { nowMs: () => performance.now(), to: "stderr" }),
    mcpExtras: conformanceFixtures,
    fatal,
  });
  const verdicts: boolean[] = [];
  try {
    for (const revision of REVISIONS) {
      verdicts.push(await conforms(revision, tools.node, `${daemon.started.api.http}/api/mcp`));
    }
  } finally {
    await daemon.stop();
    dir.remove();
  }
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
}

await main();
