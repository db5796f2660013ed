/** The built descriptions are valid by their standards' schemas, and say what they are for. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { allOperations } from "../../api/contract/index.js";
import { OPENAPI_FILES } from "../../scripts/documents/files.js";

type Json = Record<string, unknown>;
const texts = new Map(
  OPENAPI_FILES.map(([path]) => [basename(path), readFileSync(path, "utf8")] as const),
);
const read = (name: string): Json => JSON.parse(texts.get(name)!);
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined,
    value,
  );

describe("dist/openapi", () => {
  for (const [path, version] of OPENAPI_FILES) {
    const name = basename(path);
    it(`${name} is valid OpenAPI ${version}`, async () => {
      const validator = new Validator();
      const result = await validator.validate(read(name));
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
  it("describes older names of paths, each marked as one and leading to its successor", () => {
    const { paths } = read("openapi.json");
    const older = allOperations.filter(({ legacyPath }) => legacyPath !== undefined);
    expect(older).to.not.have.length(0);
    for (const { id, legacyPath = "", method, path, success = 200 } of older) {
      const name = legacyPath.replaceAll(/:([^/]+)/g, "{$1}");
      const found = at(paths, name, method.toLowerCase());
      expect(found, name).to.include({ deprecated: true, operationId: `${id}_legacy` });
      expect(at(found, "description")).to.include(path.replaceAll(/:([^/]+)/g, "{$1}"));
      const headers = at(found, "responses", String(success), "headers");
      expect(headers, name).to.include.keys("Deprecation", "Link");
      expect(at(found, "parameters")).to.deep.equal(
        at(paths, path.replaceAll(/:([^/]+)/g, "{$1}"), method.toLowerCase(), "parameters"),
      );
    }
  });
  it("describes the socket by its opening request and the messages that follow", () => {
    for (const name of texts.keys()) {
      const socket = at(read(name), "paths", "/ws/stream", "x-calc-socket");
      const parameters = at(socket, "parameters");
      const named = Array.isArray(parameters) ? parameters.map((one) => at(one, "name")) : [];
      expect(named).to.deep.equal(["channel", "after", "sig", "Sec-WebSocket-Protocol"]);
      expect(at(socket, "responses")).to.include.keys("101", "401", "404", "426");
      const stream = at(socket, "x-calc-stream");
      const kinds = at(stream, "message", "oneOf");
      expect(
        Array.isArray(kinds) && kinds.map((one) => at(one, "properties", "type", "const")),
      ).to.deep.equal(["hello", "tick", "resync", "closed"]);
      expect(Object.keys(Object(at(stream, "closeCodes")))).to.deep.equal([
        "1000",
        "1001",
        "1002",
        "1009",
        "1013",
      ]);
    }
  });
  it("gives every operation a name of its own", () => {
    const ids = Object.values(Object(read("openapi.json")["paths"])).flatMap((item) =>
      Object.values(Object(item)).map((one) => at(one, "operationId")),
    );
    expect(new Set(ids).size).to.equal(ids.length);
  });
  it("puts what is no keyword of JSON Schema under x-", () => {
    const k = at(read("openapi.json"), "components", "schemas", "HeatInput", "properties", "k");
    expect(k).to.include({ "x-unit": "W/(m K)" });
    expect(k).to.not.have.property("unit");
  });
});
