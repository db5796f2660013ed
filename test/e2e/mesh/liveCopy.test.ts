/** A data directory and a copy of it on one machine: only one of them runs at a time. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { StartError, startNode, temporaryDir } from "../../../scripts/devnet/daemons.js";
import { force, sealed } from "../../kit/requests.js";

describe("a copy of a data directory beside its original", () => {
  const dir = temporaryDir("live-copy");
  const [data, copy] = [join(dir.path, "data"), join(dir.path, "copy")];
  after(() => dir.remove());

  it("is refused while the original runs, and told to be a copy when it does not", async () => {
    const original = await startNode({ dataDir: data });
    await sealed(original, force());
    cpSync(data, copy, { recursive: true });
    const refused = await startNode({ dataDir: copy }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(StartError);
    if (!(refused instanceof StartError)) return;
    expect(refused.exitCode).to.equal(EXIT.locked);
    expect(refused.output)
      .to.contain("IDENTITY_IN_USE")
      .and.contain("another process on this machine runs with this node's identity");
    await sealed(original, force());
    await original.kill();
    const alone = await startNode({ dataDir: copy });
    expect(alone.output()).to.contain("this data directory was moved or copied");
    await alone.stop();
    const again = await startNode({ dataDir: copy });
    expect(again.output()).not.to.contain("this data directory was moved or copied");
    await again.stop();
  });
});
