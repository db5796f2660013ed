/** A daemon on a data directory that an earlier build wrote: see test/compat/README.md. */
import { chmodSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../api/cli/exitCodes.js";
import {
  StartError,
  startNode,
  temporaryDir,
  type RunningNode,
} from "../../scripts/devnet/daemons.js";
import { call, textOf } from "../kit/requests.js";
import { ENGINE_VERSION } from "../../protocol/version.js";

const COMPAT = join(process.cwd(), "test", "compat");

/** The last of the receipts, which the operator asked for. */
const OF_OPERATOR = 2;

interface Written {
  readonly key: string;
  readonly receipts: readonly { readonly id: string; readonly value: number }[];
}

interface Reverified {
  readonly verdict: { readonly verdict: string; readonly registry_version: string };
  readonly reasons: readonly string[];
}

function copied(name: string, to: string): string {
  const data = join(to, name);
  cpSync(join(COMPAT, name), data, { recursive: true });
  chmodSync(data, 0o700);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600);
  return data;
}

/** Another suite on this machine may run with the same identity: then a little later. */
async function started(dataDir: string): Promise<RunningNode> {
  for (;;) {
    try {
      return await startNode({ dataDir });
    } catch (error) {
      if (!(error instanceof StartError) || error.exitCode !== EXIT.locked) throw error;
    }
  }
}

describe("data directories of earlier builds", () => {
  const dir = temporaryDir("former-data");
  after(() => dir.remove());

  it("data-1: a daemon goes on from it, and every receipt given under it holds", async () => {
    const written: Written = JSON.parse(readFileSync(join(COMPAT, "data-1.json"), "utf8"));
    const node = await started(copied("data-1", dir.path));
    try {
      for (const [i, { id, value }] of written.receipts.entries()) {
        const key = i < written.receipts.length - OF_OPERATOR ? written.key : node.api.token;
        const receipt = await call(node, "GET", `/api/receipts/${id}`, undefined, { key });
        expect(receipt.text, id).to.contain(`"value":${value},"value_bits"`);
        const checked = await call(node, "POST", "/api/calc/reverify", receipt.body);
        const { verdict, reasons }: Reverified = JSON.parse(checked.text);
        // Another engine or registry may say another value: then all but that is shown, and said.
        const isOfToday =
          receipt.text.includes(`"registry_version":"${verdict.registry_version}"`) &&
          receipt.text.includes(`"engine_version":"${ENGINE_VERSION}"`);
        expect(verdict.verdict, id).to.equal(isOfToday ? "valid" : "sound");
        if (!isOfToday)
          expect(reasons.join("\n"), id).to.match(/computed (?:with registry|by calc-engine\/1)/);
      }
      const next = await call(node, "POST", "/api/calc/compute", {
        operators: ["NM19"],
        inputs: { m: 2, a: 3 },
      });
      expect(textOf(next.body, "value_bits")).to.equal("4018000000000000");
    } finally {
      expect(await node.stop()).to.equal(0);
    }
  });

  it("unreleased-1: the daemon ends with words and a way on", async () => {
    const refused = await startNode({ dataDir: copied("unreleased-1", dir.path) }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(StartError);
    if (!(refused instanceof StartError)) return;
    expect(refused.exitCode).to.equal(1);
    expect(refused.output)
      .to.contain("is in format 1 of the versions before the first release of calcmesh")
      .and.contain("Nothing in it was changed")
      .and.contain("Name an empty directory with --data-dir, or run the program that wrote this.");
  });
});
