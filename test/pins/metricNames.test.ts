import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ShownGauges } from "../../node/runtime/gauges.js";
import { createMetrics } from "../../node/runtime/metrics.js";
import { openNode } from "../kit/composed.js";

/** Made by the metrics library for every process. */
const OF_THE_PROCESS = /^calc_(?:process|nodejs)_/;

describe("metrics", () => {
  const docs = readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join("docs", name), "utf8"))
    .join("\n");

  it("of mesh, shared receipts and names stand in the documentation", async () => {
    const node = await openNode();
    await node.join(null);
    const metrics = createMetrics();
    new ShownGauges(metrics.registry).show(node.gauges());
    await node.close();
    const names = (await metrics.registry.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter(
        (name) =>
          /^calc_(?:mesh|gossip|peers|shard|kept|name)/.test(name) && !OF_THE_PROCESS.test(name),
      );
    expect(names.length).to.be.greaterThan(20);
    expect(names.filter((name) => !new RegExp(`${name}\\b`).test(docs))).to.deep.equal([]);
  });
});
