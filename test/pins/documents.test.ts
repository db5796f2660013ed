/**
 * Documents that are made from the contract are not in the repository. What each operation says is
 * pinned by a digest, with what is sent and what comes back in a form that people compare.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { documents, pins } from "../../scripts/documents/files.js";
import { outline } from "../../scripts/documents/outline.js";
import { differences, lineOf, readPins } from "../../scripts/documents/pinned.js";
import { pythonOutline } from "../../scripts/documents/pythonOutline.js";
import type { JsonObject } from "../../protocol/ports.js";
import { pythonClient } from "../../scripts/clients/pythonClient.js";

describe("documents of the build", () => {
  for (const [path, text] of documents())
    it(`${path} is what the contract says`, () => {
      expect(readFileSync(path, "utf8") === text, "npm run build").to.equal(true);
    });
  for (const [path, lines] of pins())
    it(`${path} is what the contract says`, () => {
      const changes = differences(readPins(path), lines);
      expect(changes, `npm run generate pins what is meant:\n${changes.join("\n")}`).to.have.length(
        0,
      );
    });
});

const TEMPERATURE = { type: "number", minimum: 0, description: "Of the plate" };
const documentOf = (temperature: JsonObject, others: JsonObject = {}): JsonObject => ({
  openapi: "3.2.0",
  info: { title: "a plate", version: "1" },
  paths: {
    "/plates/{id}": {
      put: {
        parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Plate" } } },
        },
        responses: { "204": { description: "Kept" } },
      },
    },
    ...others,
  },
  components: {
    schemas: {
      Plate: {
        type: "object",
        required: ["temperature"],
        properties: { temperature, name: { type: "string", maxLength: 9 } },
        additionalProperties: false,
      },
    },
  },
});

describe("what is told of a document that changed", () => {
  const before = outline(documentOf(TEMPERATURE));

  it("is nothing where nothing changed", () => {
    expect(differences(before, outline(documentOf({ ...TEMPERATURE })))).to.deep.equal([]);
  });
  it("is a line for each operation and component, with what is sent and what comes back", () => {
    expect(before.map(({ name, parts }) => [name, ...parts])).to.deep.equal([
      ["document"],
      ["PUT /plates/{id}", "path id: string", "body application/json Plate", "204"],
      ["schemas Plate", "temperature: number(0..)", "name?: string(..9 characters)"],
    ]);
  });
  it("is the member that changed, and each operation that refers to it", () => {
    const now = outline(documentOf({ type: ["number", "null"] }));
    expect(differences(before, now)).to.deep.equal([
      "changed: PUT /plates/{id}",
      "    a description, an example or what it refers to differs",
      "changed: schemas Plate",
      "    - temperature: number(0..)",
      "    + temperature: number|null",
    ]);
  });
  it("is a text that changed, too", () => {
    const now = outline(documentOf({ ...TEMPERATURE, description: "Of the whole plate" }));
    expect(differences(before, now)).to.deep.equal([
      "changed: PUT /plates/{id}",
      "    a description, an example or what it refers to differs",
      "changed: schemas Plate",
      "    a description, an example or what it refers to differs",
    ]);
  });
  it("is an operation that came, and one that went", () => {
    const more = outline(documentOf(TEMPERATURE, { "/plates": { get: { responses: {} } } }));
    expect(differences(before, more)).to.deep.equal(["added: GET /plates"]);
    expect(differences(more, before)).to.deep.equal(["removed: GET /plates"]);
  });
  it("is an order that changed", () => {
    expect(
      differences([lineOf("GET /", "1", ["a", "b"])], [lineOf("GET /", "2", ["b", "a"])]),
    ).to.deep.equal(["changed: GET /", "    its parts stand in another order"]);
  });
});

describe("what is told of a Python client that changed", () => {
  const client = pythonClient();
  const before = pythonOutline(client);

  it("is the method whose row of the table changed", () => {
    const now = client.replace('"prove": ("POST", ', '"prove": ("PUT", ');
    expect(differences(before, pythonOutline(now))).to.deep.equal([
      "changed: Client.prove",
      "    a description, an example or what it refers to differs",
    ]);
  });
  it("is the parameter that changed", () => {
    const now = client.replace("self, *, receipt_id: str = UNSET", "self, *, receipt: str = UNSET");
    expect(differences(before, pythonOutline(now))).to.deep.equal([
      "changed: Client.prove_verify",
      "    - receipt_id: str = UNSET",
      "    + receipt: str = UNSET",
    ]);
  });
  it("is the member of an answer that changed", () => {
    const now = client.replace("class HealthResult(Answer):\n    status: str", "$&\n    more: int");
    expect(differences(before, pythonOutline(now))).to.deep.equal([
      "changed: HealthResult",
      "    + more: int",
    ]);
  });
  it("covers every line between the parts that are written by hand", () => {
    const names = new Set(before.map(({ name }) => name));
    for (const [, name] of client.matchAll(/^(?:class (\w+)\((?:Answer|TypedDict))/gm))
      expect(names.has(name!), name).to.equal(true);
    for (const [, name] of client
      .slice(client.indexOf("class Client"))
      .matchAll(/^ {4}def (\w+)/gm))
      if (name !== "__init__" && !name!.startsWith("__"))
        expect(names.has(`Client.${name}`), name).to.equal(true);
  });
});
