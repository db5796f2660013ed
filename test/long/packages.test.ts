/** The packages for other people's machines, each installed in an empty place and run there. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { writeWheel } from "../../scripts/clients/wheel.js";
import { startNode, temporaryDir } from "../../scripts/devnet/daemons.js";
import { writeDebian } from "../../scripts/program/debian.js";
import { layOutPackage } from "../../scripts/program/package.js";
import { readUnit } from "../kit/unitFile.js";

const VERSION = "0.1.0";
const BUILT = fileURLToPath(new URL("../../", import.meta.url));

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("packages", () => {
  const dir = temporaryDir("packages");
  after(() => dir.remove());

  describe("the wheel of the Python client", function () {
    before(function () {
      if (!isInstalled("python3")) this.skip();
    });

    it("is installed and computes", async () => {
      const module = readFileSync(join(BUILT, "clients", "python", "calcmesh.py"), "utf8");
      const wheel = writeWheel(dir.path, module, VERSION);
      const site = join(dir.path, "site");
      // pip unpacks a wheel and does no more; its own check of the digests stands in RECORD.
      const install = [
        "import base64, csv, hashlib, sys, zipfile",
        "with zipfile.ZipFile(sys.argv[1]) as wheel:",
        "    assert wheel.testzip() is None",
        "    record = next(n for n in wheel.namelist() if n.endswith('/RECORD'))",
        "    rows = list(csv.reader(wheel.read(record).decode().splitlines()))",
        "    assert sorted(r[0] for r in rows) == sorted(wheel.namelist())",
        "    for name, digest, size in rows:",
        "        if name == record: continue",
        "        data = wheel.read(name)",
        "        found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=')",
        "        assert digest == 'sha256=' + found.decode() and int(size) == len(data), name",
        "    wheel.extractall(sys.argv[2])",
      ];
      execFileSync("python3", ["-c", install.join("\n"), wheel, site]);
      expect(statSync(join(site, "calcmesh", "py.typed")).isFile()).to.equal(true);
      const node = await startNode({ dataDir: join(dir.path, "data") });
      try {
        const program = [
          "from importlib.metadata import version",
          "from calcmesh import Client",
          `assert version('calcmesh') == '${VERSION}'`,
          "client = Client(ADDRESS, KEY)".replace("ADDRESS", JSON.stringify(node.api.http)),
          "answer = client.compute(operators=['NM19'], inputs={'m': 2, 'a': 3})",
          "print(getattr(answer, 'value', answer))",
        ];
        const text = program.join("\n").replace("KEY", JSON.stringify(node.api.token));
        const said = execFileSync("python3", ["-c", text], {
          encoding: "utf8",
          env: { ...process.env, PYTHONPATH: site },
        });
        expect(said).to.include("6");
      } finally {
        await node.stop();
      }
    });

    it("has the same bytes each time", () => {
      const [one, two] = ["a", "b"].map((name) => {
        const folder = join(dir.path, name);
        mkdirSync(folder, { recursive: true });
        return readFileSync(writeWheel(folder, "x = 1\n", VERSION));
      });
      expect(one!.equals(two!)).to.equal(true);
    });
  });

  describe("the Debian package", function () {
    let root: string;
    let control: string;
    before(async function () {
      if (!isInstalled("dpkg-deb")) this.skip();
      const program = await layOutPackage(dir.path);
      const deb = writeDebian(dir.path, { program, version: VERSION, node: process.execPath });
      root = join(dir.path, "root");
      execFileSync("dpkg-deb", ["--extract", deb, root]);
      control = join(dir.path, "control");
      execFileSync("dpkg-deb", ["--control", deb, control]);
    });

    it("runs with the Node that it brings", () => {
      const node = join(root, "usr/lib/calcmesh/node/bin/node");
      const calc = join(root, "usr/lib/calcmesh/program/calc.js");
      const said = execFileSync(node, [calc, "evaluate", "E = m c^2", "m=1"], { encoding: "utf8" });
      // c^2 by the definition of the metre.
      expect(said).to.include("8.987551787e16");
      const wrapper = readFileSync(join(root, "usr/bin/calc"), "utf8");
      expect(wrapper).to.include(
        "exec /usr/lib/calcmesh/node/bin/node /usr/lib/calcmesh/program/calc.js",
      );
    });

    it("has a unit that runs as its user, and keeps what an operator wrote", () => {
      const text = readFileSync(join(root, "usr/lib/systemd/system/calcmesh.service"), "utf8");
      const unit = readUnit(text, { "%S": "/var/lib" });
      expect(JSON.stringify(unit)).to.not.include("/opt/calcmesh").and.not.include("/usr/bin/node");
      expect(text)
        .to.match(/^User=calcmesh$/m)
        .and.not.match(/DynamicUser/);
      expect(readFileSync(join(control, "conffiles"), "utf8")).to.equal(
        "/etc/calcmesh/environment\n",
      );
      expect(readFileSync(join(control, "postinst"), "utf8")).to.include("useradd --system");
      expect(readFileSync(join(control, "control"), "utf8"))
        .to.match(/^Depends: libc6 \(>= [\d.]+\), passwd$/m)
        .and.match(/^Installed-Size: \d+$/m);
      for (const script of ["postinst", "prerm", "postrm"])
        execFileSync("sh", ["-n", join(control, script)]);
    });
  });
});
