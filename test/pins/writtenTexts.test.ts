/** What the build writes beside the program is what a program that is not joined makes itself. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { allTools, TOOLS_ASSET } from "../../api/mcp/tools.js";
import { OPENAPI_ASSETS, OPENAPI_VERSIONS, openapiText } from "../../api/openapi/document.js";

describe("pins: texts beside the program", () => {
  for (const version of OPENAPI_VERSIONS)
    it(`OpenAPI ${version}`, async () => {
      const written = readFileSync(`dist/program/${OPENAPI_ASSETS[version]}`, "utf8");
      expect(written === (await openapiText(version))).equal(true);
    });

  it("the tools", () => {
    const written = readFileSync(`dist/program/${TOOLS_ASSET}`, "utf8");
    expect(written === JSON.stringify(allTools())).equal(true);
  });
});
