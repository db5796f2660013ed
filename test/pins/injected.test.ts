/**
 * Time, chance and the event loop come in as arguments wherever the mesh and the services run, so
 * that a simulation can bring its own. The few adapters that reach for the process are listed here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOnly } from "./codeOnly.js";

const ROOTS = ["node", "storage"];

const BANNED: Readonly<Record<string, RegExp>> = {
  "the wall clock": /\bDate\b/,
  "a clock": /\bperformance\.now\b|\bprocess\.hrtime\b/,
  timers: /\bset(?:Timeout|Interval)\s*\(/,
  "the event loop": /\bsetImmediate\s*\(|\bprocess\.nextTick\b/,
  chance: /\bMath\.random\b|\brandom(?:Bytes|Int|UUID|Fill|FillSync)\b|\bgetRandomValues\b/,
  "the thread pool": /(?<![.\w])(?:scrypt|pbkdf2|hkdf)\s*\(/,
};

/** Files that hand these to the others, or use them where no simulation goes. */
const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  "node/apiContext.ts": ["a clock"],
  "node/compute/workers/computeWorker.ts": ["a clock"],
  "node/daemon.ts": ["the event loop"],
  "node/runtime/clock.ts": ["the wall clock", "a clock"],
  "node/runtime/processorClock.ts": ["a clock"],
  "node/runtime/random.ts": ["chance"],
  "node/runtime/scheduler.ts": ["timers"],
  "node/runtime/shutdown.ts": ["timers"],
  "node/runtime/turn.ts": ["the event loop"],
  "node/mesh/host/patches/fewerWrites.ts": ["the event loop"],
  "node/mesh/host/host.ts": ["a clock"],
  "node/mesh/host/liveness.ts": ["the event loop"],
  "node/mesh/host/patches/webSocketBounds.ts": ["timers"],
  "node/accounts/possession.ts": ["the thread pool"],
  // Writes a time that it is given.
  "node/mail/operations/timeText.ts": ["the wall clock"],
  "node/accounts/scrypt.ts": ["the thread pool"],
  "node/sealing/sealer.ts": ["a clock"],
  "storage/backup/container.ts": ["chance", "the thread pool"],
  "storage/leveldb/directReads.ts": ["a clock"],
  "storage/kv/groupCommit.ts": ["the event loop"],
};

/** Everything else waits by a scheduler, is due at a calcond, or is a background task. */
const TIMERS: Readonly<Record<string, string>> = {
  "node/mesh/host/patches/webSocketBounds.ts":
    "a connection that stands still, by the socket itself",
  "node/runtime/scheduler.ts": "it is the scheduler of the process",
  "node/runtime/shutdown.ts": "its timer keeps the process until the last step has ended",
  "api/http/nodeHttp.ts": "a server's own: idle connections, and the end of those at shutdown",
  "api/http/uws.ts": "a server's own: the end of connections at shutdown",
  "api/http/sweeper.ts": "a server's own: looks for what is late, while anything is open",
  "api/socket/sockets.ts": "its own: who does not take the end of a socket at shutdown",
  "api/client/client.ts": "runs in a browser: between two tries",
  "api/client/follow.ts": "runs in a browser: between two sockets",
  "api/console/ask/useAskState.ts": "runs in a browser: until the address may be written again",
  "api/console/engine/ask.ts": "runs in a browser: until a person may end what computes",
  "api/console/connection/live.ts": "runs in a browser: until a list is asked again",
  "api/console/files/download.ts": "runs in a browser: until the address of a file is let go",
  "api/console/connection/reach.ts": "runs in a browser: until a node that is away is asked again",
  "api/client/solveWork.ts": "runs in a browser: lets the page go on",
};

function uses(source: string): string[] {
  const code = codeOnly(source);
  return Object.entries(BANNED)
    .filter(([, pattern]) => pattern.test(code))
    .map(([what]) => what);
}

function sources(roots: readonly string[] = ROOTS): string[] {
  return roots
    .flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort();
}

describe("pins: what a simulation has to be able to replace", () => {
  it("is not reached for outside the adapters", () => {
    const files = sources();
    expect(files.length).to.be.greaterThan(60);
    const found = files.flatMap((file) =>
      uses(readFileSync(file, "utf8"))
        .filter((what) => !(ADAPTERS[file] ?? []).includes(what))
        .map((what) => `${file}: ${what}`),
    );
    expect(found).to.deep.equal([]);
  });

  it("is listed for no adapter that has stopped using it", () => {
    const idle = Object.entries(ADAPTERS).flatMap(([file, listed]) => {
      const used = uses(readFileSync(file, "utf8"));
      return listed.filter((what) => !used.includes(what)).map((what) => `${file}: ${what}`);
    });
    expect(idle).to.deep.equal([]);
  });

  it("is no timer anywhere in the program but in the listed files", () => {
    const found = sources(["api", "config", "node", "protocol", "storage"]).filter((file) =>
      uses(readFileSync(file, "utf8")).includes("timers"),
    );
    expect(found).to.deep.equal(Object.keys(TIMERS).sort());
  });

  for (const [source, what] of [
    ["const t = Date.now();", "the wall clock"],
    ["const t = performance.now();", "a clock"],
    ["const t = process.hrtime.bigint();", "a clock"],
    ["setTimeout(f, 1);", "timers"],
    ["setInterval (f, 1);", "timers"],
    ["setImmediate(f);", "the event loop"],
    ["process.nextTick(f);", "the event loop"],
    ["const x = Math.random();", "chance"],
    ["const x = randomBytes(4);", "chance"],
    ['import { randomBytes as draw } from "node:crypto";', "chance"],
    ["crypto.randomUUID();", "chance"],
    ["scrypt(key, salt, 32, f);", "the thread pool"],
  ] as const) {
    it(`sees ${source}`, () => {
      expect(uses(source)).to.deep.equal([what]);
    });
  }

  it("leaves comments, texts and other names alone", () => {
    expect(
      uses('// Date.now()\nconst s = "setTimeout("; clock.nowNs(); random(); updated();'),
    ).to.deep.equal([]);
  });
});
