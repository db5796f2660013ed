/** The committed descriptions are the contract's own, and valid by their standards' schemas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { openapiDocument } from "../../api/openapi/document.js";

const DOCUMENTS = [
  ["openapi.json", "3.2.0"],
  ["openapi-3.1.json", "3.1.1"],
] as const;

type Json = Record<string, unknown>;
const read = (name: string): Json =>
  JSON.parse(readFileSync(join(process.cwd(), "docs", name), "utf8"));
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined,
    value,
  );

describe("docs/openapi", () => {
  for (const [name, version] of DOCUMENTS) {
    it(`${name} is what the contract says`, () => {
      expect(JSON.stringify(read(name))).to.equal(JSON.stringify(openapiDocument(version)));
    });
    it(`${name} is valid OpenAPI ${version}`, async () => {
      const validator = new Validator();
      const result = await validator.validate(JSON.parse(JSON.stringify(read(name))));
      expect(result.valid, JSON.stringify(result.errors)).to.equal(true);
      expect(validator.version).to.equal(version.slice(0, 3));
    });
  }
  it("states QUERY as a method of its own in 3.2 and as an extension in 3.1", () => {
    expect(at(read("openapi.json"), "paths", "/api/calc/price", "query", "operationId")).to.equal(
      "calc_price",
    );
    expect(at(read("openapi-3.1.json"), "paths", "/api/calc/price", "query")).to.equal(undefined);
    expect(
      at(
        read("openapi-3.1.json"),
        "paths",
        "/api/calc/price",
        "x-oai-additionalOperations",
        "QUERY",
        "operationId",
      ),
    ).to.equal("calc_price");
  });
  it("closes requests and leaves answers open", () => {
    const schema = (name: string, ...path: string[]): unknown =>
      at(read("openapi.json"), "components", "schemas", name, ...path);
    expect(schema("ComputeInput", "additionalProperties")).to.equal(false);
    expect(schema("ComputeResult", "additionalProperties")).to.deep.equal({});
    expect(schema("AttestInput", "required")).to.deep.equal(["operators", "value"]);
  });
  it("puts what is no keyword of JSON Schema under x-", () => {
    const k = at(read("openapi.json"), "components", "schemas", "HeatInput", "properties", "k");
    expect(k).to.include({ "x-unit": "W/(m K)" });
    expect(k).to.not.have.property("unit");
  });
});
