/**
 * That nothing stands outside of the composition: each operation, kind of event and bucket belongs
 * to one capability, each capability to the node, and each solver has a card and a loader.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { nodeOperations, nodeStreams } from "../../api/contract/index.js";
import { capabilities } from "../../node/capabilities/index.js";
import type { Capabilities, Capability } from "../../node/capability/shape.js";
import { defineCapability, listed } from "../../node/capability/define.js";
import { makeCapabilities } from "../../node/capability/making.js";
import { mergedDue, mergedEffects, mergedHandlers } from "../../node/capability/merge.js";
import type { Ground } from "../../node/ground/ground.js";
import { EVENT_KINDS } from "../../protocol/mesh/kinds.js";
import { solverCards } from "../../protocol/solvers/cards.js";
import { buckets } from "../../storage/records/buckets.js";
import { openNode, type TestNode } from "../kit/composed.js";

/** Tokens that are not owned by exactly one, or are owned without being there. */
export function unowned(
  names: readonly string[],
  owned: readonly (readonly [owner: string, names: readonly string[]])[],
): string[] {
  const known = new Set(names);
  const owners = new Map<string, string[]>(names.map((name) => [name, []]));
  const problems: string[] = [];
  for (const [owner, claimed] of owned) {
    for (const name of claimed) {
      if (known.has(name)) owners.get(name)!.push(owner);
      else problems.push(`${owner} claims ${name}, which is not there`);
    }
  }
  for (const [name, of] of owners)
    if (of.length !== 1) problems.push(`${name} belongs to ${of.join(" and ") || "nobody"}`);
  return problems;
}

/** Files of capabilities that the list does not import. */
export function unlisted(files: readonly string[], list: string): string[] {
  return files.filter((file) => !list.includes(`"${file.replace(/\.ts$/, ".js")}"`));
}

/**
 * Files that set gauges by themselves: figures of one event, of the process, and what registers the
 * others.
 */
const OWN_GAUGES = [
  "node/apiContext.ts: sockets",
  "node/daemon.ts: buildInfo",
  "node/mesh/meshNode.ts: peers",
  "node/runtime/metrics/loopLag.ts: prom-client",
  "node/runtime/metrics/metrics.ts: prom-client",
  "node/sealing/sealer.ts: calcondTick",
];

/** What makes or sets a gauge of the metrics library, and is no capability's. */
export function gaugeMakers(sources: readonly (readonly [path: string, text: string])[]): string[] {
  return sources
    .flatMap(([path, text]) => [
      ...(/import [^;]*\bGauge\b[^;]*from "prom-client"/.test(text)
        ? [`${path}: prom-client`]
        : []),
      ...[...text.matchAll(/\bmetrics\.(\w+)\.set\(/g)].map(([, name]) => `${path}: ${name}`),
    ])
    .sort();
}

function perCapability(
  capabilities: Capabilities,
  names: (one: Capability) => readonly string[],
): [string, readonly string[]][] {
  return Object.entries(capabilities).map(([name, one]) => [name, names(one)]);
}

/** Kinds that a capability does something with, or says that nothing is to be done with. */
function kindsOf({ effects = {}, listeners = {}, keptKinds = [] }: Capability): readonly string[] {
  return [...new Set([...Object.keys(effects), ...Object.keys(listeners), ...keptKinds])];
}

describe("pins: the composition of a node", () => {
  let node: TestNode;
  before(async () => {
    node = await openNode();
  });
  after(() => node.close());

  it("answers every operation of the contract, each by one capability", () => {
    const owned = perCapability(node.capabilities, ({ handlers }) => Object.keys(handlers));
    const all = Object.keys({ ...nodeOperations, ...nodeStreams }).sort();
    expect(unowned(all, owned)).to.deep.equal([]);
    expect(Object.keys(node.handlers).sort()).to.deep.equal(all);
  });

  it("has an effect, a listener or a word for every kind of event", () => {
    const owned = perCapability(node.capabilities, kindsOf);
    expect(unowned(Object.keys(EVENT_KINDS), owned)).to.deep.equal([]);
  });

  it("has an owner for every bucket", () => {
    const owned = perCapability(node.capabilities, (one) => one.buckets);
    expect(unowned(Object.keys(buckets), owned)).to.deep.equal([]);
  });

  it("lists every capability", () => {
    const folders = readdirSync("node", { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("/capability.ts"),
    );
    const list = readFileSync("node/capabilities/index.ts", "utf8");
    expect(folders.length).to.equal(capabilities.length);
    expect(
      unlisted(
        folders.map((path) => `../${path}`),
        list,
      ),
    ).to.deep.equal([]);
    for (const { name } of capabilities) expect(folders).to.include(`${name}/capability.ts`);
  });

  it("shows the gauges that capabilities return, registered in one place", async () => {
    const sources = readdirSync("node", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => [`node/${path}`, readFileSync(`node/${path}`, "utf8")] as const);
    expect(gaugeMakers(sources)).to.deep.equal(OWN_GAUGES);
    const joined = await openNode();
    await joined.join(null);
    const gauges = joined.gauges();
    await joined.close();
    expect(gauges.length).to.be.greaterThan(25);
    for (const { name, help, labels, samples } of gauges) {
      expect(name).to.match(/^[a-z]+(?:_[a-z]+)*$/);
      expect(help, name).to.match(/^[A-Z].*[^.]$/);
      for (const sample of samples)
        expect(Object.keys(sample.labels), name).to.deep.equal([...labels]);
    }
  });

  it("has a card and a loader for every solver", () => {
    const loaders = readFileSync("protocol/solvers/load.ts", "utf8");
    const loaded = [...loaders.matchAll(/import\("\.\/([a-z-]+)\/solver\.js"\)/g)].map(
      ([, name]) => name!,
    );
    const written = readdirSync("protocol/solvers", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => readdirSync(`protocol/solvers/${name}`).includes("solver.ts"));
    const ids = solverCards.map(({ id }) => id);
    expect(unowned(ids, [["load.ts", loaded]])).to.deep.equal([]);
    expect(unowned(written, [["cards.ts", ids]])).to.deep.equal([]);
  });

  const canaries = {
    "a name that nobody owns": () => unowned(["a", "b"], [["x", ["a"]]]),
    "a name that two own": () =>
      unowned(
        ["a"],
        [
          ["x", ["a"]],
          ["y", ["a"]],
        ],
      ),
    "a name that is not there": () => unowned(["a"], [["x", ["a", "b"]]]),
    "a gauge that is set": () => gaugeMakers([["a.ts", "metrics.peersSeen.set(3);"]]),
    "a gauge that is made": () =>
      gaugeMakers([["a.ts", 'import { Gauge, Registry } from "prom-client";']]),
    "a file that is not listed": () => unlisted(["./names.ts"], `import "./machines.js";`),
  };
  for (const [what, problems] of Object.entries(canaries)) {
    it(`sees ${what}`, () => {
      expect(problems()).to.have.lengthOf(1);
    });
  }

  it("refuses two capabilities with one operation or one effect", () => {
    const { machines } = node.capabilities;
    const twice = { ...node.capabilities, again: machines };
    expect(() => mergedHandlers(twice)).to.throw("machines and again both have");
    const { mail, names } = node.capabilities;
    expect(() => mergedEffects({ names, again: names })).to.throw("names and again both have");
    expect(() => mergedDue({ mail, again: mail })).to.throw("mail and again both have");
  });

  const ground: Ground = Object({ clock: null });
  const silent = { handlers: {}, buckets: [] };

  it("refuses two capabilities of one name, and two that make one service", () => {
    const one = defineCapability({ name: "one", make: () => ({ a: 1 }), parts: () => silent });
    const two = defineCapability({ name: "two", make: () => ({ a: 2 }), parts: () => silent });
    const same = defineCapability({ name: "one", make: () => ({}), parts: () => silent });
    const taken = defineCapability({
      name: "taken",
      make: () => ({ clock: 1 }),
      parts: () => silent,
    });
    const making =
      (...list: Parameters<typeof makeCapabilities>[0]) =>
      () =>
        makeCapabilities(list, ground, {});
    expect(making(one, two)).to.throw("one and two both make the service a");
    expect(making(one, same)).to.throw("two capabilities are named one");
    expect(making(taken)).to.throw("the ground and taken both make the service clock");
  });

  it("does not compile without the operations of a capability", () => {
    const [, ...others] = capabilities;
    // @ts-expect-error nobody answers the operations of the first
    listed(others);
  });

  it("does not compile where one is given what is made after it, or by nobody", () => {
    const giver = defineCapability({
      name: "giver",
      make: () => ({ gift: 1 }),
      parts: () => silent,
    });
    const taker = defineCapability({
      name: "taker",
      make: (_ground, { gift }: { readonly gift: number }) => ({ gifts: [gift] }),
      parts: () => silent,
    });
    const asker = defineCapability({
      name: "asker",
      make: () => ({}),
      parts: (_services: { readonly nowhere: number }) => silent,
    });
    listed([...capabilities, giver, taker]);
    // @ts-expect-error taker is given what nobody before it makes
    listed([...capabilities, taker, giver]);
    // @ts-expect-error asker needs what nobody makes
    listed([...capabilities, asker]);
  });
});
