import { expect } from "chai";
import { steadyMesh } from "./steady.js";

describe("reliability: a steady mesh of 6 processes", () => {
  it("delivers every event to every node, refuses none, and ends with equal heads", async () => {
    const figures = await steadyMesh({ nodes: 6, seconds: 5, eventsPerSecond: 20 });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.heard).to.equal(figures.wanted);
  });
});
