import { expect } from "chai";
import * as z from "zod";
import { Router } from "../../../api/http/router.js";
import type { Method, Operation } from "../../../api/contract/definition/operation.js";

function operation(id: string, path: string, method: Method, ...twins: Method[]): Operation {
  return {
    id,
    path,
    method,
    twins,
    since: "1.287.0",
    summary: "an operation of a test",
    auth: "none",
    effect: "read",
    limits: {
      bodyBytesMax: 0,
      deadlineMs: 1,
      rate: null,
    },
    input: z.strictObject({}),
    output: z.looseObject({}),
    errors: [],
    examples: [],
  };
}

function routerOf(...operations: Operation[]): Router<string> {
  const router = new Router<string>();
  for (const one of operations) router.add(one, (method) => `${one.id} ${method}`);
  return router;
}

describe("Router", () => {
  const router = routerOf(
    operation("all", "/api/things", "GET", "QUERY"),
    operation("make", "/api/things", "POST"),
    operation("one", "/api/things/:id", "GET"),
    operation("part", "/api/things/:id/parts/:part", "GET"),
    operation("new", "/api/things/new", "GET"),
    operation("file", "/api/things/:id/file/*path", "GET"),
  );

  it("finds constant paths, and puts several operations of one path together", () => {
    const found = router.find("/api/things");
    expect(found?.methods.get("GET")).to.equal("all GET");
    expect(found?.methods.get("POST")).to.equal("make POST");
    expect(found?.allow).to.equal("GET, HEAD, OPTIONS, POST, QUERY");
    expect(found?.takesQuery).to.equal(true);
  });
  it("prefers a constant path to a parameter", () => {
    expect(router.find("/api/things/new")?.methods.get("GET")).to.equal("new GET");
    expect(router.find("/api/things/new2")?.methods.get("GET")).to.equal("one GET");
  });
  it("decodes parameters, and takes the rest of a path whole", () => {
    expect(router.find("/api/things/a%2Fb/parts/c%20d")?.parameters).to.deep.equal([
      "id",
      "a/b",
      "part",
      "c d",
    ]);
    expect(router.find("/api/things/x/file/a/b/c.p/3")?.parameters).to.deep.equal([
      "id",
      "x",
      "path",
      "a/b/c.p/3",
    ]);
  });
  it("finds nothing else", () => {
    const missing = [
      "/",
      "",
      "/api",
      "/api/thing",
      "/api/things/",
      "/api/things//parts/x",
      "/api/things/x/parts",
      "/API/things",
      "/api/things/x/file",
      "/api/things/x/file/",
      "/__proto__",
      "/api/constructor",
    ];
    for (const path of missing) expect(router.find(path), path).to.equal(null);
  });
  it("refuses malformed percent-encodings", () => {
    expect(() => router.find("/api/things/%E0%A4%A")).to.throw(URIError);
  });
  it("refuses two operations of one method and path", () => {
    expect(() => routerOf(operation("a", "/x", "GET"), operation("b", "/x", "GET"))).to.throw(
      /twice/,
    );
    expect(() => routerOf(operation("a", "/x/:a", "GET"), operation("b", "/x/:b", "GET"))).to.throw(
      /twice/,
    );
  });
  it("lists its table", () => {
    expect(router.table()).to.include.members([
      "GET /api/things/:id/parts/:part",
      "GET /api/things/:id/file/*path",
    ]);
  });
});
