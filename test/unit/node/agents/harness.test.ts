/** What a node says that it offers follows from what it is made of. */
import { expect } from "chai";
import { nodeOperations } from "../../../../api/contract/index.js";
import { BODY_BYTES_MAX } from "../../../../protocol/limits.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw new TypeError("no list");
  return value.map((one) => Object(one));
}

describe("node: the harness", () => {
  let served: ServedNode;
  before(async () => {
    served = await serveNode();
  });
  after(() => served.close());

  const harness = async () => (await served.call("GET", "/api/calc/harness")).body;

  it("tells capabilities, limits, versions and the adapter of the node", async () => {
    const body = await harness();
    expect(body["adapter"]).to.equal("uws");
    expect(body["node"]).to.equal(served.node.services.identity.publicKeyHex);
    const names = list(body["capabilities"]).map(({ name }) => name);
    expect(names).to.deep.equal(Object.keys(served.node.capabilities));
    expect(body["notOffered"]).to.deep.equal([]);
    expect(Object(body["limits"])).to.include({
      bodyBytesMax: BODY_BYTES_MAX,
      calcondNs: 777_000_777,
    });
    expect(Object(body["versions"])["registry"]).to.equal(
      served.node.services.registry.registryVersion,
    );
    // The test's node is told not to limit rates, and has no secret of a mesh.
    expect(body["rates"]).to.equal(null);
    const off = list(body["optional"]).filter(({ on }) => on === false);
    expect(off.map(({ name }) => name)).to.include.members([
      "topics of the mesh",
      "limits of rates",
      "lines of the log over the interface",
    ]);
  });

  it("shows no capability that the node is composed without, and names its operations", async () => {
    const { market, ...others } = served.node.capabilities;
    const { composed } = served.node.capabilities.agents;
    composed?.(others);
    const body = await harness();
    composed?.(served.node.capabilities);
    expect(list(body["capabilities"]).map(({ name }) => name)).to.not.include("market");
    const missing = list(body["notOffered"]).map(({ id }) => id);
    const own = Object.entries(nodeOperations).filter(([key]) =>
      Object.hasOwn(market.handlers, key),
    );
    expect(missing).to.have.members(own.map(([, { id }]) => id));
    const { notOffered } = await harness();
    expect(notOffered).to.deep.equal([]);
  });

  it("tells another setting where the node has one", async () => {
    const logged = { recent: () => [], follow: () => () => undefined };
    const limited = await serveNode({
      seed: 31,
      config: { rateLimits: "on" },
      ports: { logged: Object(logged) },
    });
    try {
      const { body } = await limited.call("GET", "/api/calc/harness");
      expect(Object(body["rates"])["default-key"]).to.deep.equal({
        quota: 6_000,
        windowSeconds: 60,
      });
      const on = list(body["optional"]).filter((one) => one["on"] === true);
      expect(on.map(({ name }) => name)).to.include("lines of the log over the interface");
    } finally {
      await limited.close();
    }
  });
});
