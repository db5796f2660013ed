/** JSON as YAML: a reader of our own checks what a block is; another program's is in CI's tools. */
import { expect } from "chai";
import { yaml, yamlInTurns } from "../../../api/openapi/yaml.js";

describe("JSON as YAML", () => {
  // YAML 1.2.2, section 8.2, written by hand.
  const value = {
    openapi: "3.2.0",
    on: [1, "two", null, { a: [], "b c": {} }, [true, [1e-9, 5.9722e24, 1e22]]],
    text: 'a "quoted"\nline: #1',
  };
  const written = [
    'openapi: "3.2.0"',
    '"on":',
    "  - 1",
    '  - "two"',
    "  - null",
    "  -",
    "    a: []",
    '    "b c": {}',
    "  -",
    "    - true",
    "    -",
    "      - 1.0e-9",
    "      - 5.9722e+24",
    "      - 1.0e+22",
    'text: "a \\"quoted\\"\\nline: #1"',
    "",
  ].join("\n");
  it("is block style with JSON's texts", () => {
    expect(yaml(value)).to.equal(written);
  });
  it("is the same where others are served in between", async () => {
    expect(await yamlInTurns(value)).to.equal(written);
  });
});
