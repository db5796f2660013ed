/** `calc api`, and the verbs for what only some callers need, against a running node. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../../api/cli/cli.js";
import { daemonClient } from "../../../scripts/cli/localClient.js";
import { readTextFile } from "../../../scripts/cli/texts.js";
import { verbs } from "../../../scripts/cli/verbs.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { fieldsOf, force, listOf, parseFields, sealed, textOf } from "../../kit/requests.js";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe("calc api", () => {
  const dir = temporaryDir("api-verb");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  /** In this process: what is tried is the verbs, not the start of a program. */
  async function calc(args: readonly string[], input = ""): Promise<Ran> {
    let [out, err] = ["", ""];
    const code = await runCli(
      [...args, "--data-dir", dir.path],
      {
        client: daemonClient,
        readFile: readTextFile,
        readStdin: () => Promise.resolve(input),
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        isTerminal: false,
        ask: null,
      },
      verbs,
    );
    return { code, out, err };
  }
  const answered = async (
    args: readonly string[],
    input = "",
  ): Promise<ReturnType<typeof parseFields>> => {
    const { code, out, err } = await calc(["api", ...args, "--json"], input);
    expect(code, err + out).to.equal(0);
    return parseFields(out);
  };

  it("makes calls of every method, with the body from a word, a file or standard input", async () => {
    expect(
      listOf(await answered(["GET", "/api/operators?q=gravitation&limit=1"]), "operators"),
    ).to.have.length(1);
    const body = JSON.stringify({ operators: ["NM21"] });
    expect(await answered(["QUERY", "/api/calc/price", body])).to.include({ credits: 3 });
    const output = await answered(["POST", "/api/state", "-"], '{"slug":"api-kiln"}');
    expect(fieldsOf(output, "machine")).to.include({ slug: "api-kiln" });
    const file = join(dir.path, "edit.json");
    writeFileSync(file, '{"is_public":true}');
    expect(await answered(["PATCH", "/api/state/api-kiln", file])).to.include({ is_public: true });
    const key = await answered(["POST", "/api/keys"]);
    expect(await answered(["DELETE", `/api/keys/${textOf(key, "prefix")}`, "--yes"])).to.deep.equal(
      { revoked: textOf(key, "prefix") },
    );
  });

  it("says what the node says, with the exit code of its problem", async () => {
    const failed = async (args: readonly string[], code: number, said: string): Promise<void> => {
      const ran = await calc(["api", ...args, "--json"]);
      expect(ran.code, ran.err + ran.out).to.equal(code);
      expect(parseFields(ran.out)).to.include({ code: said, exit: code });
    };
    await failed(["GET", "/api/nothing"], 6, "NOT_FOUND");
    await failed(["PUT", "/api/health"], 2, "METHOD_NOT_ALLOWED");
    await failed(["POST", "/api/calc/price", '{"operators":[]}'], 2, "INVALID_BODY");
    await failed(["get", "/api/health"], 2, "USAGE");
    await failed(["GET", "api/health"], 2, "USAGE");
    await failed(["GET", "/api/receipts/%zz"], 2, "USAGE");
    await failed(["GET", "/api/health", "{}"], 2, "USAGE");
    await failed(["POST", "/api/calc/price", "{"], 2, "USAGE");
    await failed(["POST", "/api/calc/price", join(dir.path, "nowhere.json")], 6, "NOT_FOUND");
    // What ends something is asked about, and nobody is there.
    await failed(["DELETE", "/api/keys/calc_ak_AAAA"], 2, "USAGE");
  });

  it("writes what is no text to a file, and shows a request that is not made", async () => {
    await sealed(node, force());
    const tile = `/api/mesh/log/${node.api.publicKey}/tile/0/000.p/1`;
    const bytes = Buffer.from(await (await fetch(node.api.http + tile)).arrayBuffer());
    expect(bytes).to.have.length(32);
    const refused = await calc(["api", "GET", tile]);
    expect([refused.code, refused.out]).to.deep.equal([2, ""]);
    expect(refused.err).to.contain("--output");
    const file = join(dir.path, "tile");
    const ran = await calc(["api", "GET", tile, "--output", file]);
    expect([ran.code, ran.out], ran.err).to.deep.equal([0, ""]);
    expect(readFileSync(file).equals(bytes)).to.equal(true);
    expect((await calc(["api", "GET", "/api/kernel/prompt"])).out).to.contain("KO42");
    const dry = await answered(["POST", "/api/state", '{"slug":"never-made"}', "--dry-run"]);
    expect(dry).to.deep.equal({
      method: "POST",
      path: "/api/state",
      input: { slug: "never-made" },
    });
    expect(
      listOf(await answered(["GET", "/api/state"]), "machines").map((one) => textOf(one, "slug")),
    ).to.not.include("never-made");
  });

  it("has a verb for the check of an envelope against a chain", async () => {
    const file = join(dir.path, "answer.json");
    writeFileSync(file, JSON.stringify(await sealed(node, force())));
    const { code, out, err } = await calc(["tally", "verify", "self", file, "--json"]);
    // The chain is not executed: what it holds is sound, and its value is not checked.
    expect(code, err + out).to.equal(13);
    expect(parseFields(out)).to.include({ verdict: "sound", valid: true, generation: "v3" });
    const wrong = await calc([
      "tally",
      "verify",
      "self",
      file,
      "--engine-version",
      "calc-engine/0",
      "--json",
    ]);
    expect([wrong.code, parseFields(wrong.out)["valid"]]).to.deep.equal([12, false]);
    expect((await calc(["tally", "verify", "self", "--json"], "{}")).code).to.equal(2);
  });
});
