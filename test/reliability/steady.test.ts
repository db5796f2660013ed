import { expect } from "chai";
import { steadyMesh } from "./steady.js";
import { runs } from "../kit/runs.js";

const NODES = runs(4, 6);

describe(`reliability: a steady mesh of ${NODES} processes`, () => {
  it("delivers every event to every node, refuses none, and ends with equal heads", async () => {
    const figures = await steadyMesh({ nodes: NODES, seconds: 5, eventsPerSecond: 20 });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.heard).to.equal(figures.wanted);
  });
});
