/** The machine and the program: versions, native code, memory, open files. */
import { createHash } from "node:crypto";
import { readFile, statfs } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { freemem, totalmem } from "node:os";
import { systemClock } from "../../../node/runtime/clock.js";
import { versionHolds } from "../../../node/runtime/registryCheck.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { isAbsent } from "../life/diskFault.js";
import { bytesText } from "../progress.js";
import { ownRegistry } from "../compute/ownRegistry.js";
import { UWS_SHA256 } from "../../../api/http/uwsBinary.js";
import { NATIVE_HASHES } from "./natives.js";
import { fail, ok, skip, warn, type Check, type Machine } from "./row.js";

/** What `package.json` asks for. */
export const NODE_FLOOR = [20, 19] as const;
const MEMORY_BYTES_MIN = 134_217_728;
const MEMORY_BYTES_GOOD = 268_435_456;
const OPEN_FILES_MIN = 256;
const OPEN_FILES_GOOD = 4_096;

export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = totalmem();
  const memoryBytes = limit > 0 && limit < total ? limit : total;
  return {
    nodeVersion: process.versions.node,
    nowNs: () => systemClock().nowNs(),
    freeBytes,
    memoryBytes,
    availableBytes: Math.min(memoryBytes, process.availableMemory?.() ?? freemem()),
    openFiles: openFiles(),
    registryHolds: () => versionHolds(ownRegistry()),
    natives,
  };
}

/** Where a directory is not there yet, of the one that it would be made in. */
export async function freeBytes(path: string): Promise<number> {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = await statfs(at);
      return bavail * bsize;
    } catch (error) {
      if (!isAbsent(error) || dirname(at) === at) throw error;
    }
  }
}

/** What the process says of itself; asking for its network could take long. */
function reported(): unknown {
  const report: unknown = process.report;
  if (!isObject(report)) return null;
  Reflect.set(report, "excludeNetwork", true);
  return process.report.getReport();
}

function openFiles(): number | null {
  const report = reported();
  const limits = isObject(report) ? report["userLimits"] : null;
  const files = isObject(limits) ? limits["open_files"] : null;
  const soft = isObject(files) ? files["soft"] : null;
  return typeof soft === "number" ? soft : soft === "unlimited" ? Number.POSITIVE_INFINITY : null;
}

async function natives(): Promise<readonly string[]> {
  // Loads it.
  await import("../../../storage/leveldb/level.js");
  const report = reported();
  const objects = isObject(report) ? report["sharedObjects"] : null;
  return Array.isArray(objects)
    ? objects.filter((path) => typeof path === "string" && path.endsWith(".node"))
    : [];
}

const nodeVersion: Check = async ({ machine: { nodeVersion: version } }) => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1]);
  return isEnough
    ? ok("node", `Node.js ${version}`)
    : fail(
        "node",
        `Node.js ${version}, and ${NODE_FLOOR.join(".")} is the least that works`,
        "Install Node.js 22 or later: https://nodejs.org/en/download",
      );
};

const program: Check = async ({ machine }) =>
  machine.registryHolds()
    ? ok("program", "its operator records are those that were built")
    : fail(
        "program",
        "its operator records are not those that were built: receipts would name another version",
        "npm run build",
      );

const KNOWN_HASHES: ReadonlySet<string> = new Set([
  ...NATIVE_HASHES.keys(),
  ...Object.values(UWS_SHA256),
]);

const native: Check = async ({ machine }) => {
  const files = await machine.natives();
  if (files.length === 0) return skip("native", "this platform does not tell what is loaded");
  for (const file of files) {
    const hash = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    if (!KNOWN_HASHES.has(hash))
      return fail(
        "native",
        `${file} is not what its package has: sha256 ${hash}`,
        "npm ci, or unpack the deployed archive again",
      );
  }
  return ok("native", `${files.map((file) => basename(file)).join(", ")} is as it was published`);
};

const memory: Check = async ({ api, machine: { availableBytes, memoryBytes } }) => {
  const says = `${bytesText(availableBytes)} of ${bytesText(memoryBytes)} can be had`;
  const more = "Give the machine, or the limit of its group (MemoryMax=, --memory), 512 MB or more";
  if (memoryBytes < MEMORY_BYTES_MIN) return fail("memory", says, more);
  // A node that runs has what it needs.
  const isLow = api === null && availableBytes < MEMORY_BYTES_GOOD;
  return isLow || memoryBytes < MEMORY_BYTES_GOOD ? warn("memory", says, more) : ok("memory", says);
};

const files: Check = async ({ machine: { openFiles: limit } }) => {
  if (limit === null) return skip("open files", "this platform has no such limit");
  const says = `a process may have ${limit} files open`;
  const mend = "ulimit -n 65536, or LimitNOFILE=65536 in the unit";
  if (limit < OPEN_FILES_MIN) return fail("open files", says, mend);
  return limit < OPEN_FILES_GOOD ? warn("open files", says, mend) : ok("open files", says);
};

export const MACHINE_CHECKS: readonly Check[] = [nodeVersion, program, native, memory, files];
