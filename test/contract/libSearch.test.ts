/** Search of libraries over HTTP, as a client asks. */
import { expect } from "chai";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { libraries } from "../../protocol/libraries/catalogue.js";
import { libSearch } from "../../api/contract/compute/libSearch.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { serveNode, type ServedNode } from "../kit/served.js";

const PATH = "/api/calc/lib-search";
const { file } = libraries;

describe("POST and QUERY /api/calc/lib-search", () => {
  let served: ServedNode;

  before(async () => {
    served = await serveNode();
  });

  after(() => served.close());

  const found = async (method: string, body: object) => {
    const reply = await served.call(method, PATH, { body });
    expect(reply.status, reply.text).to.equal(200);
    return libSearch.output.parse(reply.body);
  };

  it("finds libraries by a question, with the state of the list", async () => {
    const body = { query: "solve sparse linear systems in Rust", limit: 3 };
    const answer = await found("QUERY", body);
    expect(answer.catalogue).to.deep.equal({
      libraries: file.libraries.length,
      categories: file.categories.length,
      version: file.version,
      sha256: nodeCrypto.sha256Hex(canonicalize(file)),
    });
    expect(answer.results).to.have.length(3);
    expect(answer.total).to.be.greaterThan(3);
    const [best, second] = answer.results;
    const { matched, score, ...first } = best!;
    expect(first).to.deep.equal(file.libraries.find(({ name }) => name === "faer"));
    expect(matched).to.include.members(["sparse", "rust"]);
    expect(score).to.be.greaterThan(second!.score);
    expect(await found("POST", body)).to.deep.equal(answer);
  });

  it("keeps to a category, and names the nearest where nothing fits", async () => {
    const kept = await found("POST", { query: "solver", category: "sat-smt" });
    expect(new Set(kept.results.map(({ category }) => category))).to.deep.equal(
      new Set(["sat-smt"]),
    );
    const none = await found("POST", { query: "xylophone" });
    expect(none).to.include({ total: 0 });
    expect(none.results).to.deep.equal([]);
    expect(none.nearestCategories).to.have.length(5);
  });

  it("refuses an empty query, one too long, and a limit above 50", async () => {
    for (const body of [
      { query: "" },
      { query: "x".repeat(401) },
      { query: "mesh", limit: 51 },
      { query: "mesh", language: "C" },
      {},
    ]) {
      const { status } = await served.call("POST", PATH, { body });
      expect(status, JSON.stringify(body).slice(0, 60)).to.equal(400);
    }
  });
});
