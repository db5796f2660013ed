/** The Dockerfile and the compose file: no linter is at hand, so their rules stand here. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { settings } from "../../config/settings.js";
import { NODE_FLAGS } from "../../scripts/devnet/daemons.js";
import { assigned, execForm, lintDockerfile, readDockerfile } from "../kit/dockerfile.js";

const DIR = "config/deploy";
const read = (name: string): string => readFileSync(join(DIR, name), "utf8");
const PROGRAM = "/opt/calcmesh/program/calc.js";

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly [key: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

describe("deploy: Dockerfile", () => {
  const all = readDockerfile(read("Dockerfile"));
  const last = (name: string): string => all.findLast((one) => one.name === name)!.rest;
  const env = assigned(last("ENV"));

  it("passes the linter's rules", () => {
    expect(lintDockerfile(all)).to.deep.equal([]);
  });

  it("runs an exact version of Node that the package allows", () => {
    const image = assigned(all[0]!.rest).get("NODE_IMAGE")!;
    const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-bookworm-slim$/.exec(image)!.map(Number);
    expect(major).to.equal(24);
    expect(minor).to.be.at.least(0);
  });

  it("starts the program as npm does, and asks it whether it is ready", () => {
    expect(execForm(last("ENTRYPOINT"))).to.deep.equal(["node", ...NODE_FLAGS, PROGRAM]);
    expect(execForm(last("CMD"))).to.deep.equal(["daemon"]);
    const [, probe] = /CMD (\[.*\])$/.exec(last("HEALTHCHECK"))!;
    expect(execForm(probe!)).to.deep.equal(["node", PROGRAM, "health", "--quiet"]);
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync("package.json", "utf8"),
    );
    for (const [name, value] of env)
      if (name.startsWith("MALLOC_")) expect(scripts["start"]).to.include(`${name}=${value} `);
    for (const { name, rest } of all) {
      const script = name === "RUN" ? /npm run (\w+)/.exec(rest)?.[1] : undefined;
      if (script !== undefined) expect(scripts).to.have.property(script);
    }
  });

  it("sets only what a node has settings for, and exposes what it listens on", () => {
    const known = new Set(settings.map((setting) => setting.env));
    const own = [...env.keys()].filter((name) => name.startsWith("CALC_"));
    expect(own.filter((name) => !known.has(name))).to.deep.equal([]);
    const ports = ["CALC_HTTP", "CALC_METRICS", "CALC_P2P"].map(
      (name) => /(\d+)$/.exec(env.get(name)!)![1]!,
    );
    expect(last("EXPOSE").split(" ")).to.deep.equal(ports);
    expect(execForm(last("VOLUME"))).to.deep.equal([env.get("CALC_DATA_DIR")]);
  });

  const GOOD =
    'FROM a:1.2.3\nUSER b\nSTOPSIGNAL SIGTERM\nHEALTHCHECK CMD ["c"]\nENTRYPOINT ["c"]\n';
  for (const [what, text] of [
    ["as root", GOOD.replace("USER b\n", "")],
    ["not exact", GOOD.replace("a:1.2.3", "a:latest")],
    ["not exact", GOOD.replace("a:1.2.3", "a")],
    ["shell", GOOD.replace('ENTRYPOINT ["c"]', "ENTRYPOINT c")],
    ["no stage", `${GOOD}COPY --from=build /a /b\n`],
    ["ADD is not", `${GOOD}ADD a b\n`],
    ["relative", `${GOOD}WORKDIR a\n`],
    ["not one HEALTHCHECK", GOOD.replace(/HEALTHCHECK.*\n/, "")],
  ] as const)
    it(`canary: ${what} (${text.length} characters)`, () => {
      expect(lintDockerfile(readDockerfile(GOOD))).to.deep.equal([]);
      expect(lintDockerfile(readDockerfile(text)).join()).to.include(what);
    });
});

/** Keys of a service that the Compose specification has and this file may use. */
const SERVICE_KEYS = new Set([
  ..."build cap_drop environment image mem_limit pids_limit ports profiles read_only".split(" "),
  ..."restart security_opt stop_grace_period tmpfs ulimits volumes".split(" "),
]);

describe("deploy: compose file", () => {
  const { services, volumes }: Compose = parse(read("compose.yaml"), { strict: true });

  it("has services of keys that the specification knows, each with little rights", () => {
    for (const [name, service] of Object.entries(services)) {
      expect(
        Object.keys(service).filter((key) => !SERVICE_KEYS.has(key)),
        name,
      ).to.deep.equal([]);
      expect(service["cap_drop"], name).to.deep.equal(["ALL"]);
      expect(service["security_opt"], name).to.deep.equal(["no-new-privileges:true"]);
      expect(service["read_only"], name).to.equal(true);
      expect(service.image, name).to.match(/:v?\d+\.\d+\.\d+$/);
    }
  });

  it("names files and volumes that exist", () => {
    const { context, dockerfile } = services["node"]!.build!;
    expect(existsSync(join(DIR, context, dockerfile))).to.equal(true);
    for (const { volumes: mounts } of Object.values(services))
      for (const mount of mounts) {
        const source = mount.split(":")[0]!;
        expect(
          source.startsWith("./") ? existsSync(join(DIR, source)) : source in volumes,
          mount,
        ).to.equal(true);
      }
  });

  it("publishes the interface on this machine only, and never the metrics", () => {
    const { environment = {}, ports } = services["node"]!;
    expect(ports).to.deep.equal(["127.0.0.1:8287:8287", "4001:4001"]);
    const known = new Set(settings.map((setting) => setting.env));
    expect(Object.keys(environment).filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it("waits longer for a stop than a stop may take", () => {
    const { stop_grace_period: grace } = services["node"]!;
    // The node gives up a stop after 20 s.
    expect(Number(/^(\d+)s$/.exec(String(grace))![1])).to.be.greaterThan(20);
  });
});
