/**
 * Whoever writes requests from the descriptions alone is not refused: their bodies and examples are
 * sent as they stand there.
 */
import { expect } from "chai";
import { allOperations } from "../../api/contract/index.js";
import {
  methodsOf,
  pathParameters,
  takesBody,
  type Method,
  type Operation,
} from "../../api/contract/definition/operation.js";
import { openapiDocument } from "../../api/openapi/document.js";
import { parseJson } from "../../protocol/encoding/json.js";
import { GOOD_KEY, start, type Running } from "./fakeNode.js";

const VERSIONS = ["3.2.0", "3.1.1"] as const;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: string[]): Json => {
  const found = path.reduce<unknown>(
    (inside, key) => (isJson(inside) ? inside[key] : undefined),
    value,
  );
  return isJson(found) ? found : {};
};

/** What a reference stands for. */
function resolved(document: Json, value: unknown): Json {
  const { $ref } = at(value);
  if (typeof $ref !== "string") return at(value);
  const found = at(document, ...$ref.slice(2).split("/"));
  expect(found, $ref).to.not.deep.equal({});
  return resolved(document, found);
}

function described(document: Json, { path }: Operation, method: Method): Json {
  const item = at(document, "paths", path.replaceAll(/[:*]([^/]+)/g, "{$1}"));
  return method === "QUERY" && item["query"] === undefined
    ? at(item, "x-oai-additionalOperations", "QUERY")
    : at(item, method.toLowerCase());
}

/** The path with what the description gives as an example of each of its parameters. */
function pathOf({ path }: Operation, { parameters }: Json): string {
  const listed = Array.isArray(parameters) ? parameters.filter(isJson) : [];
  return path
    .split("/")
    .map((part) => {
      if (!/^[:*]/.test(part)) return part;
      const { example } = listed.find(({ name }) => name === part.slice(1)) ?? {};
      if (typeof example !== "string") throw new Error(`${path}: no example of ${part}`);
      return part.startsWith("*") ? example : encodeURIComponent(example);
    })
    .join("/");
}

for (const version of VERSIONS) {
  describe(`bodies described by OpenAPI ${version}`, () => {
    const read = parseJson(JSON.stringify(openapiDocument(version)));
    const document: Json = read.ok && isJson(read.value) ? read.value : {};
    let node: Running;
    before(async () => {
      node = await start("node");
    });
    after(() => node.stop());

    for (const operation of allOperations) {
      for (const method of methodsOf(operation).filter(takesBody)) {
        const body = at(described(document, operation, method), "requestBody");
        it(`${method} ${operation.path} takes the examples as they stand`, async () => {
          const examples = Object.entries(at(body, "content", "application/json", "examples"));
          expect(examples).to.not.have.length(0);
          const path = pathOf(operation, described(document, operation, method));
          for (const [name, example] of examples) {
            const response = await fetch(node.url + path, {
              method,
              headers: { authorization: `Bearer ${GOOD_KEY}`, "content-type": "application/json" },
              body: JSON.stringify(isJson(example) ? example["value"] : undefined),
            });
            expect(response.status, `${name}: ${await response.text()}`).to.equal(
              operation.success ?? 200,
            );
          }
        });
      }
    }

    it("ask for nothing that stands in the path", () => {
      const asking = allOperations
        .filter(({ path }) => pathParameters(path).length > 0)
        .flatMap((operation) =>
          methodsOf(operation)
            .filter(takesBody)
            .map((method) => [operation, method] as const),
        );
      expect(asking.map(([{ id }]) => id)).to.include.members([
        "calc_tally_verify",
        "calc_key_rotate",
        "calc_state_edit",
      ]);
      for (const [operation, method] of asking) {
        const content = at(described(document, operation, method), "requestBody", "content");
        expect(Object.keys(content), operation.id).to.include("application/json");
        for (const { schema } of Object.values(content).filter(isJson)) {
          const own = resolved(document, schema);
          const { required = [] } = own;
          expect(own["type"], operation.id).to.equal("object");
          for (const name of pathParameters(operation.path)) {
            expect(at(own, "properties"), operation.id).to.not.have.property(name);
            expect(required, operation.id).to.not.include(name);
          }
        }
      }
    });

    it("have a name for each input and each result", () => {
      const names = new Set<string>();
      for (const operation of allOperations) {
        const item = described(document, operation, operation.method);
        if (operation.method === "QUERY" && version !== "3.2.0") continue;
        const { $ref: result } = at(
          item,
          "responses",
          String(operation.success ?? 200),
          "content",
          "application/json",
          "schema",
        );
        const { schema } = at(item, "requestBody", "content", "application/json");
        for (const ref of [result, at(schema)["$ref"]]) {
          if (typeof ref !== "string") continue;
          resolved(document, { $ref: ref });
          expect(ref).to.match(/^#\/components\/schemas\/[A-Z][A-Za-z0-9]+(?:Input|Result)$/);
          names.add(ref);
        }
        if (operation.produces === undefined || operation.produces[0] === "application/json") {
          expect(result, operation.id).to.be.a("string");
        }
      }
      expect(names.size).to.be.greaterThan(150);
    });

    it("take the mode as a bare string, as well as in an object", () => {
      const { examples, schema } = at(
        document,
        "paths",
        "/api/contribute/mode",
        "post",
        "requestBody",
        "content",
        "application/json",
      );
      const modes = ["idle", "contributing", "experimenting"];
      const [bare, whole] = [at(schema)["anyOf"]].flat();
      expect(bare).to.include({ type: "string" });
      expect(at(bare)["enum"]).to.deep.equal(modes);
      expect(at(resolved(document, whole), "properties", "mode")["enum"]).to.deep.equal(modes);
      expect(Object.values(at(examples)).map((example) => at(example)["value"])).to.deep.equal([
        { mode: "experimenting" },
        "experimenting",
      ]);
    });

    it("name the headers by which a caller waits, or knows a kept answer again", async () => {
      const open = await start("node", { limited: true });
      const headersOf = (path: string, status: string): string[] => {
        const answer = at(document, "paths", path, "post", "responses", status);
        const { $ref } = answer;
        const shared =
          typeof $ref === "string" ? at(document, ...$ref.slice(2).split("/")) : answer;
        return Object.keys(at(shared, "headers"));
      };
      const post = (path: string, more: Readonly<Record<string, string>>): Promise<Response> =>
        fetch(open.url + path, {
          method: "POST",
          body: "{}",
          headers: {
            authorization: `Bearer ${GOOD_KEY}`,
            "content-type": "application/json",
            ...more,
          },
        });
      try {
        let answer = await post("/api/calc/prove", {});
        for (let i = 0; i < 20 && answer.status !== 429; i += 1)
          answer = await post("/api/calc/prove", {});
        expect(answer.status).to.equal(429);
        expect(headersOf("/api/calc/prove", "429")).to.deep.equal([
          "X-Request-Id",
          "Retry-After",
          "RateLimit",
          "RateLimit-Policy",
        ]);
        for (const name of headersOf("/api/calc/prove", "429"))
          expect(answer.headers.has(name), name).to.equal(true);

        const key = { "idempotency-key": "aaaaaaaaaaaaaaaaaaaaaaaa" };
        expect((await post("/api/keys", key)).headers.has("idempotent-replayed")).to.equal(false);
        expect((await post("/api/keys", key)).headers.get("idempotent-replayed")).to.equal("true");
        expect(headersOf("/api/keys", "201")).to.include("Idempotent-Replayed");
        expect(headersOf("/api/calc/prove", "200")).to.not.include("Idempotent-Replayed");
        expect(headersOf("/api/keys", "409")).to.include("Retry-After");
        expect(headersOf("/api/keys", "503")).to.include("Retry-After");
        expect(headersOf("/api/keys", "400")).to.not.include("Retry-After");
      } finally {
        await open.stop();
      }
    });
  });
}
