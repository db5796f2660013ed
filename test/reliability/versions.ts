/** Daemons on different Nodes in one mesh: what one seals the others compute again, bit for bit. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { unstampedCases } from "../../protocol/conformance/conformance.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { verifiedReceipts } from "../../scripts/chaos/verifyReceipts.js";
import type { SealedValue, VerifiedReceipts } from "../../scripts/chaos/verifyReceipts.js";
import { Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { executableOf } from "../../scripts/conformance/nodeVersions.js";
import { call, fieldsOf, numberOf, sealed, textOf } from "../kit/requests.js";
import { checkSpines, equalHeads } from "./checker.js";

const MAJORS = [22, 24] as const;
const VERIFY = fileURLToPath(new URL("../../scripts/chaos/verifyReceipts.js", import.meta.url));
const VERIFY_MS_MAX = 300_000;
const VERIFY_ROUND = { peers: 2, samples: 64 } as const;

export interface VersionFigures {
  /** Versions that could run here. */
  readonly versions: readonly string[];
  /** Why one could not. */
  readonly missing: readonly string[];
  readonly cases: number;
  /** SHA-256 of the bits of all cases, one for each daemon. */
  readonly corpus: readonly string[];
  /** Receipts computed again on each version. */
  readonly verified: readonly VerifiedReceipts[];
  /** Comparisons and receipts computed again over the mesh, and those that agreed. */
  readonly coherence: readonly { readonly of: number; readonly agreed: number }[];
}

interface Executables {
  readonly paths: readonly string[];
  readonly missing: readonly string[];
}

function executables(install: boolean): Executables {
  const paths = [process.execPath];
  const missing: string[] = [];
  for (const major of MAJORS) {
    const { path, reason } = executableOf(major, install);
    try {
      if (path === undefined) throw new Error(reason);
      // One that needs a newer C library than this machine's does not start.
      execFileSync(path, ["--version"], { stdio: "pipe" });
      paths.push(path);
    } catch (error) {
      missing.push(`Node ${major}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { paths, missing };
}

function requests(share: number): readonly object[] {
  const computed = unstampedCases(builtinRegistry()).filter(
    (one) => one.operation === "compute" && !("refusal" in one.expect),
  );
  const stride = Math.max(1, Math.round(1 / share));
  return computed.filter((_, i) => i % stride === 0).map(({ request }) => request);
}

/** Everything asked of one daemon. @returns its receipts, and a digest of all bits */
async function sealAll(
  node: RunningNode,
  asked: readonly object[],
): Promise<{ receipts: SealedValue[]; digest: string }> {
  const receipts: SealedValue[] = [];
  const digest = createHash("sha256");
  for (const request of asked) {
    const answer = await sealed(node, { ...request, visibility: "shared" });
    const id = textOf(answer, "receipt_id");
    const { text, body } = await call(node, "GET", `/api/receipts/${id}`);
    const bits = textOf(fieldsOf(fieldsOf(body, "envelope"), "core"), "value_bits");
    digest.update(`${bits}\n`);
    receipts.push({ id, bits, key: node.api.publicKey, receipt: text });
  }
  return { receipts, digest: digest.digest("hex") };
}

/**
 * @param share of the corpus that each daemon seals
 * @param install other versions where they are not there yet
 */
export async function mixedVersions({
  share,
  install,
}: {
  readonly share: number;
  readonly install: boolean;
}): Promise<VersionFigures> {
  const { paths, missing } = executables(install);
  const asked = requests(share);
  const dir = temporaryDir("versions");
  const cluster = await Cluster.start({
    dir: dir.path,
    count: paths.length,
    execPaths: new Map(paths.map((path, n) => [n, path])),
    args: ["--rate-limits", "off", "--log-level", "error"],
  });
  const probe = await Probe.start(93, secretIn(cluster.secretFile));
  try {
    const all = await Promise.all(cluster.nodes.map((node) => sealAll(node, asked)));
    const file = join(dir.path, "receipts.jsonl");
    writeFileSync(
      file,
      all.flatMap(({ receipts }) => receipts.map((one) => `${JSON.stringify(one)}\n`)).join(""),
    );
    // The daemon's own Node among them: all receipts are computed again on all of them.
    const verified = paths.map((path) =>
      verifiedReceipts.parse(
        JSON.parse(
          execFileSync(path, [VERIFY, file], { encoding: "utf8", timeout: VERIFY_MS_MAX }),
        ),
      ),
    );
    await equalHeads(probe, cluster.nodes, 60_000);
    const coherence: { of: number; agreed: number }[] = [];
    for (const node of cluster.nodes) {
      const { body, text } = await call(node, "POST", "/api/mesh/verify", VERIFY_ROUND);
      expect(body["mismatches"], text).to.deep.equal([]);
      coherence.push({
        of: numberOf(body, "compared") + numberOf(body, "sampled"),
        agreed: numberOf(body, "agreed") + numberOf(body, "recomputed"),
      });
    }
    await checkSpines(cluster.nodes);
    return {
      missing,
      verified,
      coherence,
      cases: asked.length,
      corpus: all.map(({ digest }) => digest),
      versions: verified.map(({ node }) => node),
    };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}

/** What must be equal is. */
export function expectEqualBits({
  versions,
  cases,
  corpus,
  verified,
  coherence,
}: VersionFigures): void {
  expect(cases).to.be.greaterThan(0);
  expect(new Set(corpus).size, "digests of the corpus").to.equal(1);
  expect(corpus).to.have.length(versions.length);
  for (const { node, valid, reasons } of verified) {
    expect(reasons, node).to.deep.equal([]);
    expect(valid, node).to.equal(cases * versions.length);
  }
  for (const { of, agreed } of coherence) expect(agreed).to.equal(of);
}
