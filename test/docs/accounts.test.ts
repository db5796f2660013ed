/** docs/accounts.md speaks of what there is. Its commands are run in test/long/docs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { call } from "../kit/requests.js";

const PAGE = readFileSync(join(process.cwd(), "docs", "accounts.md"), "utf8");

describe("docs: accounts", () => {
  const dir = temporaryDir("docs-accounts");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: join(dir.path, "data") });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("names every operation on identities, keys and machines that it speaks of as the node has it", async () => {
    const { body } = await call(node, "GET", "/api/openapi.json");
    const paths = JSON.stringify(body["paths"]);
    const named = [...PAGE.matchAll(/`(?:GET|POST|PATCH|DELETE) (\/api\/[^ `{?]+)/g)].map(
      ([, path]) => path!.replace(/:(\w+)/g, "{$1}"),
    );
    expect(named.length).to.be.greaterThan(8);
    for (const path of named) expect(paths, path).to.contain(JSON.stringify(path));
  });
});
