import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { ConfigError } from "../../../config/errors.js";
import { loadMeshSecrets } from "../../../config/secrets.js";

const HEX = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const OTHER = "f".repeat(64);

describe("mesh secrets", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "calcmesh-secrets-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function write(name: string, text: string, mode = 0o600): Promise<string> {
    const path = join(dir, name);
    await writeFile(path, text);
    await chmod(path, mode);
    return path;
  }

  async function refusal(...paths: string[]): Promise<string> {
    try {
      await loadMeshSecrets(paths);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    throw new Error("a refusal was expected");
  }

  it("are none when no file is named", async () => {
    expect(await loadMeshSecrets([])).to.deep.equal({ ring: null, warnings: [] });
  });

  it("read a bare secret as key number 1, hex as bytes and text as UTF-8", async () => {
    const { ring } = await loadMeshSecrets([await write("a", `${HEX}\n`)]);
    expect(ring?.currentKid).to.equal(1);
    expect(Buffer.from(ring!.current).toString("hex")).to.equal(HEX);
    const text = await loadMeshSecrets([await write("b", "correct horse battery")]);
    expect(Buffer.from(text.ring!.current).toString("utf8")).to.equal("correct horse battery");
  });

  it("read several, the first in use", async () => {
    const path = await write("a", `# rotation of May\n7:${HEX}\r\n\n255:${OTHER}\n`);
    const { ring } = await loadMeshSecrets([path, await write("b", "correct horse battery")]);
    expect(ring?.currentKid).to.equal(7);
    expect([...ring!.secrets.keys()]).to.deep.equal([7, 255, 1]);
    expect(Buffer.from(ring!.current).toString("hex")).to.equal(HEX);
  });

  it("show nothing when printed or serialised", async () => {
    const { ring } = await loadMeshSecrets([await write("a", HEX)]);
    expect(JSON.stringify({ ring })).to.equal('{"ring":"[1 mesh secrets]"}');
    expect(inspect(ring)).to.equal("[1 mesh secrets]");
  });

  it("refuse what is too short, empty, doubled or out of range, without telling it", async () => {
    expect(await refusal(await write("a", "hunter2")))
      .to.contain("shorter than 16 bytes")
      .and.not.contain("hunter2");
    expect(await refusal(await write("a", "\n# nothing\n"))).to.contain("holds no secret");
    expect(await refusal(await write("a", HEX), await write("b", OTHER))).to.equal(
      "two mesh secrets have key number 1",
    );
    for (const line of [`0:${HEX}`, `256:${HEX}`, `${HEX}\n${OTHER}`]) {
      expect(await refusal(await write("a", line)))
        .to.contain("line 1")
        .and.not.contain(HEX);
    }
  });

  it("refuse a file that is absent or that others may change, warn of reading", async () => {
    expect(await refusal(join(dir, "none"))).to.contain("cannot be read");
    expect(await refusal(dir)).to.contain("is not a mesh secret file");
    expect(await refusal(await write("a", HEX, 0o602)))
      .to.contain("mode 602")
      .and.contain("chmod 600");
    const { ring, warnings } = await loadMeshSecrets([await write("b", HEX, 0o644)]);
    expect(ring).to.not.equal(null);
    expect(warnings.join()).to.contain("mode 644").and.contain("chmod 600");
  });
});
