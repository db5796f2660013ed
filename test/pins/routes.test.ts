/**
 * The routes served, as published: the router's table and the contract agree with routes.txt and
 * each other.
 */
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { allOperations, allStreams } from "../../api/contract/index.js";
import { methodsOf, pathsOf } from "../../api/contract/definition/operation.js";
import { fakeApi } from "../contract/fakeNode.js";

const FILE = "test/pins/routes.txt";
const published = readFileSync(FILE, "utf8").trimEnd().split("\n");

/** A line for each route that one has and the other lacks. */
function difference(served: readonly string[]): readonly string[] {
  return [
    ...served
      .filter((route) => !published.includes(route))
      .map((route) => `+ ${route}   is served and not in ${FILE}: add the line to publish it`),
    ...published
      .filter((route) => !served.includes(route))
      .map((route) => `- ${route}   is published and not served: a client of before would miss it`),
  ];
}

describe("routes", () => {
  it("are the published ones", () => {
    const served = fakeApi().dispatcher.router.table();
    expect(difference(served).join("\n")).to.equal("");
    expect(served).to.deep.equal(published);
  });
  it("come from the contract and nowhere else", () => {
    const stated = allOperations.flatMap((operation) => {
      const paths = pathsOf(operation);
      return methodsOf(operation).flatMap((method) => paths.map((one) => `${method} ${one}`));
    });
    stated.push(...allStreams.map(({ path }) => `GET ${path}`));
    expect(difference(stated).join("\n")).to.equal("");
    expect(stated.sort()).to.deep.equal(published);
  });
});
