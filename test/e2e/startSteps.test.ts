/** A start that is ended at any of its steps leaves nothing behind that hinders the next. */
import { execFileSync, spawnSync } from "node:child_process";
import { expect } from "chai";
import { loadConfig } from "../../config/load.js";
import { Daemon } from "../../node/daemon.js";
import { START_STEPS } from "../../node/runtime/startSteps.js";
import { CALC, temporaryDir } from "../../scripts/devnet/daemons.js";
import { quiet } from "../kit/logger.js";

const FLAGS = { http: "127.0.0.1:0", p2p: "/ip4/127.0.0.1/tcp/0", metrics: "127.0.0.1:0" };
/** Of the daemon: the settings are read before there is one. */
const STEPS = Object.keys(START_STEPS).slice(1);

describe("a start", () => {
  const dir = temporaryDir("steps");
  after(() => dir.remove());

  async function start(onStep: (step: string) => void): Promise<Daemon> {
    const { config } = await loadConfig({ ...FLAGS, "data-dir": dir.path });
    const fatal = (error: unknown): void => {
      throw error;
    };
    return Daemon.start({ config, meshSecrets: null, log: quiet, fatal, onStep });
  }

  it("that is ended at any step is taken back, and the next one comes up", async () => {
    for (const end of STEPS) {
      const ended = await start((step) => {
        if (step === end) throw new Error(`ended at ${step}`);
      }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(String(ended)).to.equal(`Error: ended at ${end}`);
    }
    const seen: string[] = [];
    const daemon = await start((step) => seen.push(step));
    expect(seen).to.deep.equal(STEPS);
    expect(await daemon.stop()).to.equal(true);
  });

  const alone = ["--user", "--map-root-user", "--mount"];
  // Where a user may have mounts of their own.
  if (spawnSync("unshare", [...alone, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0)
    it("on a file system that is read-only or full says so, and asks for no backup", async () => {
      const daemon = await start(() => undefined);
      await daemon.stop();
      const script = [
        `mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"`,
        `"$2" "$3" daemon --http 127.0.0.1:0 --metrics off --data-dir "$1" 2>&1; echo "exit $?"`,
        // The least that takes the files there are, and no block more.
        `mount -t tmpfs -o size=128k tmpfs /mnt; cp -r "$1/." /mnt`,
        `dd if=/dev/zero of=/mnt/fill bs=1k count=200 2>&-`,
        `"$2" "$3" daemon --http 127.0.0.1:0 --metrics off --data-dir /mnt 2>&1; echo "exit $?"`,
      ].join("\n");
      const words = [...alone, "bash", "-c", script, "-", dir.path, process.execPath, CALC];
      const said = execFileSync("unshare", words, { encoding: "utf8" });
      const [readOnly = "", full = ""] = said.split(/(?<=exit \d+\n)/);
      expect(readOnly).to.contain("the file system is mounted read-only").and.contain("exit 1");
      expect(full)
        .to.contain("the disk is full")
        .and.contain("Free some room")
        .and.contain("exit 1");
      expect(said).not.to.contain("Restore");
    });
});
