/** A node's life in its operator's hands: made, watched, backed up while it runs, restored. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../api/cli/exitCodes.js";
import {
  StartError,
  startNode,
  temporaryDir,
  type RunningNode,
} from "../../scripts/devnet/daemons.js";
import { hangUp } from "../../scripts/cli/life/signals.js";
import { wasMoved } from "../../storage/store.js";
import { calc, type Ran } from "../kit/calc.js";
import {
  call,
  fieldsOf,
  force,
  listOf,
  numberOf,
  parseFields,
  sealed,
  textOf,
  type Fields,
} from "../kit/requests.js";

const PASSPHRASE = "correct horse battery staple";

describe("operating a node", () => {
  const dir = temporaryDir("operating");
  const at = (name: string): string => join(dir.path, name);
  const data = at("node");
  let node: RunningNode;
  const run = (...words: readonly string[]): Promise<Ran> => calc([...words, "--data-dir", data]);
  const json = async (...words: readonly string[]): Promise<Fields> => {
    const { code, err, out } = await run(...words, "--json");
    expect(code, out + err).to.equal(EXIT.ok);
    return parseFields(out);
  };

  before(async () => {
    writeFileSync(at("secret"), `${PASSPHRASE}\n`);
    const created = await json("init");
    const id = await json("id");
    expect(created["public_key"]).to.equal(id["public_key"]);
    expect(id).to.include({ running: false, http: null });
    node = await startNode({ dataDir: data, args: ["--rate-limits", "off"] });
    expect(node.api.publicKey).to.equal(created["public_key"]);
    expect(node.api.peerId).to.equal(created["peer_id"]);
    await sealed(node, force());
    const machine = await call(node, "POST", "/api/state", { slug: "kiln" });
    const event = { type: "heat", data: { t: 3 } };
    const key = textOf(machine.body, "key");
    const sent = await call(node, "POST", "/api/state/kiln/events", event, { key });
    expect(sent.status, sent.text).to.be.within(200, 201);
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("makes a home once, private, with settings that a start reads", async () => {
    expect(statSync(data).mode & 0o777).to.equal(0o700);
    expect(statSync(join(data, "config.json")).mode & 0o777).to.equal(0o600);
    const again = await run("init");
    expect(again.code).to.equal(EXIT.conflict);
    expect(again.err).to.contain("has a node already");
    const listed = await json("config", "list", "--origin");
    expect(listed["settings"]).to.have.property("http.listen");
  });

  it("writes a setting that a start takes, and no other", async () => {
    const place = at("settings");
    const config = (...words: readonly string[]): ReturnType<typeof calc> =>
      calc(["config", ...words, "--data-dir", place]);
    const file = join(place, "config.json");
    expect((await config("set", "http.listen", "127.0.0.1:9000")).out).to.equal(
      `http.listen is 127.0.0.1:9000, from ${file}:3\n`,
    );
    expect((await config("set", "p2p.bootstrap", "/ip4/10.0.0.1/tcp/1")).code).to.equal(EXIT.ok);
    expect(JSON.parse(readFileSync(file, "utf8"))).to.deep.equal({
      http: { listen: "127.0.0.1:9000" },
      p2p: { bootstrap: ["/ip4/10.0.0.1/tcp/1"] },
    });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect((await config("get", "http.listen")).out).to.equal("127.0.0.1:9000\n");
    const before = readFileSync(file, "utf8");
    for (const [words, exit, cause] of [
      [["set", "http.listen", "nowhere"], EXIT.usage, /http\.listen .*calc config set/],
      [["set", "http.lisen", "a:1"], EXIT.notFound, /did you mean http\.listen/],
      [["set", "p2p.listen", "off"], EXIT.usage, /contradict each other/],
      [["set", "dataDir", "/x"], EXIT.usage, /CALC_DATA_DIR/],
    ] as const) {
      const { code, err } = await config(...words);
      expect(code, err).to.equal(exit);
      expect(err).to.match(cause);
    }
    expect(readFileSync(file, "utf8")).to.equal(before);
    const over = await calc(["config", "set", "logLevel", "warn", "--data-dir", place], {
      env: { CALC_LOG_LEVEL: "debug" },
    });
    expect(over.err).to.contain(`warning: CALC_LOG_LEVEL wins over ${file} here`);
    for (const key of ["logLevel", "p2p.bootstrap"]) await config("unset", key);
    expect((await config("unset", "http.listen")).out).to.equal(
      "http.listen is 127.0.0.1:8287, from default\n",
    );
    expect(readFileSync(file, "utf8")).to.equal("{}\n");
  });

  it("tells a probe whether it is ready, by one line and a code", async () => {
    const ready = await run("health");
    expect(ready.code).to.equal(EXIT.ok);
    expect(ready.out).to.equal(`ready (${node.api.http})\n`);
    const nobody = await calc(["health", "--data-dir", at("nowhere")]);
    expect(nobody.code).to.equal(EXIT.unreachable);
    expect(() => statSync(at("nowhere"))).to.throw();
    const closed = await calc(["health", "--url", "http://127.0.0.1:9"]);
    expect(closed.code).to.equal(EXIT.unreachable);
  });

  it("says who it is", async () => {
    expect(await json("id")).to.include({
      running: true,
      http: node.api.http,
      peer_id: node.api.peerId,
      public_key: node.api.publicKey,
    });
  });

  it("verifies what it keeps while it runs", async () => {
    const report = await json("verify-db");
    expect(report).to.include({ ok: true, found: 0, machines: 1, from: "the running node" });
    expect(report["envelopes"]).to.be.at.least(2);
  });

  it("shows the log to its operator, and finds nothing wrong with itself", async () => {
    const lines = await run("logs", "--level", "info", "--lines", "3");
    expect(lines.code, lines.err).to.equal(EXIT.ok);
    const doctor = await json("doctor");
    expect(doctor).to.include({ ok: true, failed: 0 });
  });

  // A daemon of a terminal ends with it instead.
  if (hangUp() === "reloads")
    it("reads its settings again when it is told to", async () => {
      const file = join(data, "config.json");
      const before = readFileSync(file, "utf8");
      writeFileSync(file, before.replace("{\n}", '{ "logLevel": "debug", "rateLimits": "off" }'));
      node.child.kill("SIGHUP");
      let said = "";
      for (let i = 0; i < 1_000 && !said.includes("read again"); i += 1)
        said = (await call(node, "GET", "/api/node/logs")).text;
      expect(said).to.contain("the settings were read again").and.contain("logLevel");
      // Where each asking is a line of its own, what is there is shown nevertheless.
      const shown = await run("logs", "--lines", "5", "--level", "info");
      expect(shown.out).to.contain("logLevel=debug");
      expect((await call(node, "GET", "/api/node/logs")).body["level"]).to.equal("debug");
      writeFileSync(file, before);
    });

  it("tells its operator how it did over the last hour", async () => {
    const { body } = await call(node, "GET", "/api/node/history");
    const [first] = listOf(body, "rows");
    expect(first).to.have.property("sealsPerSecond", null);
    // Behind the day on which this was written, and not in nanoseconds.
    expect(numberOf(first, "atMs")).to.be.within(1_795_000_000_000, 9_999_999_999_999);
    for (const name of ["memoryBytes", "diskFreeBytes"])
      expect(numberOf(first, name), name).to.be.greaterThan(1_000_000);
    for (const name of ["lagSeconds", "queued"])
      expect(numberOf(first, name), name).to.be.at.least(0);
  });

  it("hands its records to its operator only", async () => {
    for (const path of ["/api/node/backup", "/api/node/history", "/api/node/logs"]) {
      expect((await call(node, "GET", path, undefined, { key: null })).status).to.equal(401);
      const minted = await call(node, "POST", "/api/demo-key/mint", {}, { key: null });
      const key = textOf(minted.body, "key");
      expect((await call(node, "GET", path, undefined, { key })).status).to.equal(403);
    }
  });

  it("is backed up while it runs, and restored byte for byte", async () => {
    const output = await json("backup", at("one.backup"), "--passphrase-file", at("secret"));
    expect(output).to.include({ encrypted: true, from: "the running node" });
    expect(statSync(at("one.backup")).mode & 0o777).to.equal(0o600);
    const seed = readFileSync(join(data, "identity", "ed25519.seed"), "latin1").trim();
    expect(readFileSync(at("one.backup"), "latin1")).not.to.contain(seed);
    // What comes later is not in it.
    await sealed(node, force());

    const unmounted = await run("backup", `${at("unmounted")}/`);
    expect(unmounted.code).to.equal(EXIT.notFound);
    expect(unmounted.err).to.contain("no directory");
    expect(existsSync(at("unmounted"))).to.equal(false);
    const over = await run("backup", at("one.backup"));
    expect(over.code).to.equal(EXIT.conflict);
    const used = await run("restore", at("one.backup"));
    expect(used.code).to.equal(EXIT.conflict);

    const copy = at("copy");
    const restore = ["restore", at("one.backup"), "--data-dir", copy];
    const closed = await calc(restore);
    expect(closed.code).to.equal(EXIT.auth);
    expect(closed.err).to.contain("PASSPHRASE_NEEDED");
    expect(() => statSync(copy)).to.throw();

    const done = await calc([...restore, "--passphrase-file", at("secret")]);
    expect(done.code, done.err).to.equal(EXIT.ok);
    if (process.platform === "linux") expect(done.out).to.contain("RUNNING");
    for (const name of ["ed25519.seed", "next.seed", "proof.key"])
      expect(readFileSync(join(copy, "identity", name))).to.deep.equal(
        readFileSync(join(data, "identity", name)),
      );
    expect(parseFields(readFileSync(join(copy, "head.json"), "utf8"))).to.include(
      fieldsOf(output, "spine"),
    );
    const offline = await calc(["verify-db", "--data-dir", copy, "--json"]);
    expect(parseFields(offline.out)).to.include({ ok: true, from: "the data directory" });

    // The same records give the same parts.
    const second = await calc(["backup", at("two.backup"), "--data-dir", copy, "--json"]);
    const parts = parseFields(second.out)["parts"];
    expect(parts).to.deep.equal(output["parts"]);
  });

  it("is noticed where a restored copy starts beside it", async () => {
    const refused = await startNode({ dataDir: at("copy") }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(StartError);
    if (!(refused instanceof StartError)) return;
    expect(refused.exitCode).to.equal(EXIT.locked);
    expect(refused.output).to.contain("IDENTITY_IN_USE");
    // Neither that nor reading it has taken away that it is a copy.
    expect(await wasMoved(at("copy"))).to.equal(true);
  });

  it("refuses a backup with any byte changed or missing, and writes nothing", async () => {
    await run("backup", at("plain.backup"));
    const whole = readFileSync(at("plain.backup"));
    for (const place of [0.1, 0.4, 0.7, 0.99]) {
      const bytes = Buffer.from(whole);
      bytes[Math.floor(place * bytes.length)]! ^= 1;
      writeFileSync(at("bad.backup"), bytes);
      const { code, err } = await calc(["restore", at("bad.backup"), "--data-dir", at("none")]);
      expect(code, `${place}: ${err}`).to.equal(EXIT.notVerified);
    }
    writeFileSync(at("cut.backup"), whole.subarray(0, whole.length - 1));
    const cut = await calc(["restore", at("cut.backup"), "--data-dir", at("none")]);
    expect(cut.err).to.contain("BACKUP_CUT");
    expect(() => statSync(at("none"))).to.throw();
  });
});
