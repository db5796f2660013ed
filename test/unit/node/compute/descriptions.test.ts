/** The description of the interface is written by a worker, and is what the contract says. */
import { expect } from "chai";
import { openapiText } from "../../../../api/openapi/document.js";
import { openNode } from "../../../kit/composed.js";

describe("description of the interface", () => {
  for (const version of ["3.2.0", "3.1.1"] as const)
    it(`OpenAPI ${version} of a worker is that of the serving thread`, async () => {
      const node = await openNode();
      const { evaluator, pool } = node.services;
      const text = await evaluator.document(`openapi ${version}`);
      expect(text === (await openapiText(version)), "the same text").to.equal(true);
      expect(pool.running).to.equal(0);
      await node.close();
    });
});
