import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigError } from "../../../config/errors.js";
import { loadConfig } from "../../../config/load.js";
import type { Environment } from "../../../config/paths.js";
import { configSchema } from "../../../config/schema.js";
import { settings } from "../../../config/settings.js";

async function refusal(promise: Promise<unknown>): Promise<ConfigError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("a refusal was expected");
}

describe("configuration", () => {
  let home = "";
  let environment: Environment;
  const data = (): string => join(home, "data");

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "calcmesh-config-"));
    await mkdir(data());
    environment = { env: {}, cwd: home, home, platform: "linux" };
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  async function write(name: string, value: unknown): Promise<string> {
    const path = join(home, name);
    await writeFile(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  }

  it("has defaults that keep the node on this machine", async () => {
    const { config, origins, warnings } = await loadConfig({}, environment);
    expect(config).to.deep.equal({
      dataDir: join(home, ".local", "share", "calcmesh"),
      logLevel: "info",
      rateLimits: "on",
      llm: { keyFile: null, keysLost: false, localServers: [] },
      http: {
        adapter: "auto",
        listen: {
          host: "127.0.0.1",
          port: 8287,
        },
        corsOrigins: [],
        allowedHosts: [],
        trustedProxies: [],
      },
      p2p: {
        listen: ["/ip4/127.0.0.1/tcp/0"],
        announce: [],
        bootstrap: [],
        mdns: "auto",
        privateAddresses: "auto",
        relay: "auto",
        sharedAddresses: [],
        connectionsMax: 100,
      },
      mesh: {
        secretFiles: [],
        capacity: 1,
        alone: false,
        admission: "open",
        keep: "all",
        forgetDays: 0,
      },
      credits: { welcome: 128 },
      claim: { unlockBelow: 6 },
      transfers: { origins: [] },
      witness: { keys: [], quorum: 0, gatherer: "", logs: [] },
      metrics: { listen: { host: "127.0.0.1", port: 9464 } },
      network: { preset: "main", name: "main", registryFamily: "calc", witnesses: [] },
    });
    expect(origins.get("dataDir")?.kind).to.equal("default");
    expect(origins.get("network.name")).to.deep.equal({ kind: "preset", where: "network main" });
    expect(warnings).to.deep.equal([]);
  });

  it("puts the data where each platform keeps such things", async () => {
    const dataDir = async (changes: Partial<Environment>): Promise<string> =>
      (await loadConfig({}, { ...environment, ...changes })).config.dataDir;
    expect(await dataDir({ env: { XDG_DATA_HOME: "/srv/data" } })).to.equal("/srv/data/calcmesh");
    expect(await dataDir({ env: { XDG_DATA_HOME: "relative" } })).to.equal(
      join(home, ".local/share/calcmesh"),
    );
    expect(await dataDir({ platform: "darwin" })).to.equal(
      join(home, "Library/Application Support/calcmesh"),
    );
  });

  it("takes flag, variable, project, user, preset, default in this order", async () => {
    await write("calc.json", {
      logLevel: "warn",
      http: { listen: "127.0.0.1:3", corsOrigins: ["https://a.example"] },
      network: { preset: "test" },
    });
    await write("data/config.json", {
      logLevel: "error",
      http: { listen: "127.0.0.1:4", allowedHosts: ["node.example"] },
      p2p: { connectionsMax: 7 },
    });
    const env = { CALC_DATA_DIR: "data", CALC_HTTP: "127.0.0.1:2" };
    const { config, origins } = await loadConfig({ http: "[::1]:0" }, { ...environment, env });
    expect(config.http.listen).to.deep.equal({ host: "::1", port: 0 });
    expect(config.dataDir).to.equal(data());
    expect(config.logLevel).to.equal("warn");
    expect(config.http.corsOrigins).to.deep.equal(["https://a.example"]);
    expect(config.http.allowedHosts).to.deep.equal(["node.example"]);
    expect(config.p2p.connectionsMax).to.equal(7);
    expect(config.metrics.listen).to.equal(null);
    const kinds = [
      "http.listen",
      "dataDir",
      "logLevel",
      "p2p.connectionsMax",
      "metrics.listen",
      "rateLimits",
    ].map((key) => origins.get(key)?.kind);
    expect(kinds).to.deep.equal(["flag", "env", "project", "user", "preset", "default"]);
    expect(origins.get("http.listen")?.where).to.equal("--http");
    expect(origins.get("logLevel")?.where).to.equal(join(home, "calc.json"));
  });

  it("reads every flag of the daemon", async () => {
    const { config, warnings } = await loadConfig(
      {
        "data-dir": "d",
        http: "0.0.0.0:80",
        p2p: "/ip4/0.0.0.0/tcp/4287",
        "rate-limits": "off",
        bootstrap: "/ip4/10.0.0.1/tcp/1/p2p/12D3KooW, /dns4/node.example/tcp/2",
        "mesh-secret-file": ["a", "/b"],
        "i-am-alone": true,
        metrics: "off",
        "log-level": "silent",
      },
      environment,
    );
    expect(config.dataDir).to.equal(join(home, "d"));
    expect(config.http.listen).to.deep.equal({ host: "0.0.0.0", port: 80 });
    expect(config.p2p.listen).to.deep.equal(["/ip4/0.0.0.0/tcp/4287"]);
    expect(config.p2p.bootstrap).to.deep.equal([
      "/ip4/10.0.0.1/tcp/1/p2p/12D3KooW",
      "/dns4/node.example/tcp/2",
    ]);
    expect(config.mesh).to.deep.equal({
      secretFiles: [join(home, "a"), "/b"],
      capacity: 1,
      alone: true,
      admission: "open",
      keep: "all",
      forgetDays: 0,
    });
    expect(config.metrics.listen).to.equal(null);
    expect(config).to.include({ logLevel: "silent", rateLimits: "off" });
    expect(warnings).to.deep.equal(["rate limits are off on 0.0.0.0, which others may reach"]);
  });

  it("derives one variable from each setting", async () => {
    const env = {
      CALC_LOG_LEVEL: "debug",
      CALC_BOOTSTRAP: "/ip4/10.0.0.1/tcp/1",
      CALC_P2P_CONNECTIONS_MAX: "5",
      CALC_MESH_CAPACITY: "4",
      CALC_NETWORK_NAME: "lab",
      CALC_MESH_SECRET_FILE: "s",
      PATH: "/bin",
    };
    const { config } = await loadConfig({}, { ...environment, env });
    expect(config.logLevel).to.equal("debug");
    expect(config.p2p).to.deep.include({ bootstrap: ["/ip4/10.0.0.1/tcp/1"], connectionsMax: 5 });
    expect(config.mesh.capacity).to.equal(4);
    expect(config.network.name).to.equal("lab");
    expect(new Set(settings.map((s) => s.env)).size).to.equal(settings.length);
  });

  it("refuses an unknown flag, variable, key and network, with the nearest name", async () => {
    expect((await refusal(loadConfig({ "data-dri": "x" }, environment))).message).to.equal(
      "unknown flag --data-dri; did you mean data-dir?",
    );
    expect(
      (await refusal(loadConfig({}, { ...environment, env: { CALC_LOGLEVEL: "x" } }))).message,
    ).to.equal("unknown environment variable CALC_LOGLEVEL; did you mean CALC_LOG_LEVEL?");
    const path = await write("calc.json", { http: { corsOrigin: [] } });
    expect((await refusal(loadConfig({}, environment))).message).to.equal(
      `unknown key http.corsOrigin in ${path}; did you mean http.corsOrigins?`,
    );
    await write("calc.json", { network: { preset: "tset" } });
    expect((await refusal(loadConfig({}, environment))).message).to.equal(
      "unknown network tset (known: main, test)",
    );
  });

  it("names every wrong value, its key and where it came from", async () => {
    const path = await write("calc.json", {
      p2p: { connectionsMax: 0, listen: ["/ip4/1.2.3.4/tcp/99999"] },
      mesh: { capacity: "yes" },
    });
    const error = await refusal(loadConfig({ http: "8287", "log-level": "loud" }, environment));
    expect([...error.keys].sort()).to.deep.equal([
      "http.listen",
      "logLevel",
      "mesh.capacity",
      "p2p.connectionsMax",
      "p2p.listen",
    ]);
    expect(error.message)
      .to.contain('http.listen (from --http): "8287" is not HOST:PORT')
      .and.contain("logLevel (from --log-level): ")
      .and.contain(`p2p.connectionsMax (from ${path}): `)
      .and.contain(`p2p.listen (from ${path}): must be a multiaddr`)
      .and.contain(`mesh.capacity (from ${path}): `);
  });

  it("refuses odd addresses", async () => {
    for (const http of ["", "x", "host:", "host:70000", "::1:80", "a b:1", "host:-1"]) {
      expect((await refusal(loadConfig({ http }, environment))).keys, http).to.deep.equal([
        "http.listen",
      ]);
    }
    for (const p2p of [
      "x",
      "/ip4",
      "/ip4/1.2.3.4/tcp",
      "/ip4/1.2.3.4/tcp/x",
      "/unix/a",
      "/ip4/ 1",
    ]) {
      expect((await refusal(loadConfig({ p2p }, environment))).keys, p2p).to.deep.equal([
        "p2p.listen",
      ]);
    }
  });

  it("names both sides of a contradiction", async () => {
    const same = await refusal(
      loadConfig({ http: "127.0.0.1:9", metrics: "127.0.0.1:9" }, environment),
    );
    expect(same.message).to.equal(
      "http.listen (from --http) and metrics.listen (from --metrics) " +
        "contradict each other: they name the same address",
    );
    const off = await refusal(loadConfig({ p2p: "off", "mesh-secret-file": "s" }, environment));
    expect(off.message).to.equal(
      "p2p.listen (from --p2p) and mesh.secretFiles (from --mesh-secret-file) " +
        "contradict each other: the node is cut off from other nodes",
    );
    for (const [flags, other] of [
      [{ http: "0.0.0.0:0" }, "http.listen (from --http)"],
      [{ "http-adapter": "uws" }, "http.trustedProxies (from CALC_HTTP_TRUSTED_PROXIES)"],
    ] as const) {
      const asked = loadConfig(
        { "http-adapter": "uws", ...flags },
        { ...environment, env: { CALC_HTTP_TRUSTED_PROXIES: '["10.0.0.1"]' } },
      );
      expect((await refusal(asked)).message).to.contain(
        `http.adapter (from --http-adapter) and ${other} contradict each other: uws reads`,
      );
    }
    const gone = await refusal(loadConfig({ "http-adapter": "http1" }, environment));
    expect(gone.message).to.equal(
      "http.adapter (from --http-adapter): http1 is gone: uws or node serves, and auto chooses " +
        "between them",
    );
    const free = await loadConfig(
      { http: "127.0.0.1:0", metrics: "127.0.0.1:0", p2p: "off" },
      environment,
    );
    expect(free.config.p2p.listen).to.deep.equal([]);
  });

  it("refuses files that are absent, not strict JSON, or say where they are", async () => {
    expect((await refusal(loadConfig({ config: "other.json" }, environment))).message).to.equal(
      `the configuration file ${join(home, "other.json")} does not exist`,
    );
    const path = await write("calc.json", '{"logLevel": "info", "logLevel": "warn"}');
    expect((await refusal(loadConfig({}, environment))).message).to.contain(`${path} is not JSON`);
    await write("calc.json", "[]");
    expect((await refusal(loadConfig({}, environment))).message).to.contain(
      "must hold a JSON object",
    );
    await write("calc.json", { http: 5 });
    expect((await refusal(loadConfig({}, environment))).message).to.contain("http in ");
    await write("calc.json", {});
    for (const place of ["calc.json", "calc.json/x"])
      expect((await refusal(loadConfig({ "data-dir": place }, environment))).message).to.contain(
        "a part of the path is a file",
      );
    await write("data/config.json", { dataDir: "x" });
    const inside = await refusal(loadConfig({ "data-dir": "data" }, environment));
    expect(inside.message).to.contain("dataDir cannot be set in");
  });

  it("reads another project file when told to", async () => {
    await write("calc.json", { logLevel: "warn" });
    await write("other.json", { logLevel: "error" });
    expect((await loadConfig({ config: "other.json" }, environment)).config.logLevel).to.equal(
      "error",
    );
    const env = { CALC_CONFIG: "other.json" };
    expect((await loadConfig({}, { ...environment, env })).config.logLevel).to.equal("error");
  });

  it("says which variables of its prefix it does not use", async () => {
    const env = { CALC_TEST: "1", CALCULATOR: "x" };
    const { warnings } = await loadConfig({}, { ...environment, env });
    expect(warnings).to.deep.equal(["unknown environment variable CALC_TEST is not used"]);
  });

  it("says that bootstrap without a secret joins no topic", async () => {
    const { warnings } = await loadConfig({ bootstrap: "/ip4/10.0.0.1/tcp/1" }, environment);
    expect(warnings.join()).to.contain("no mesh secret");
  });

  it("has a setting for every member of its schema, and no other", () => {
    const keys: string[] = [];
    for (const [name, member] of Object.entries(configSchema.shape)) {
      const inner = "shape" in member ? Object.keys(member.shape) : null;
      if (inner === null) keys.push(name);
      else keys.push(...inner.map((leaf) => `${name}.${leaf}`));
    }
    expect(settings.map((s) => s.key).sort()).to.deep.equal(keys.sort());
  });
});
