/**
 * The routes served, as published: the router's table and the contract agree with this list and
 * each other.
 */
import { expect } from "chai";
import { allOperations } from "../../api/contract/index.js";
import { methodsOf } from "../../api/contract/operation.js";
import { fakeApi } from "../contract/fakeNode.js";

const PUBLISHED = [
  "GET /api/calc/conformance",
  "GET /api/calc/fields/:sha256",
  "GET /api/calc/pulse",
  "GET /api/calc/sdk/metadata",
  "GET /api/calc/solvers",
  "GET /api/demo-key",
  "GET /api/dns/lookup",
  "GET /api/dns/resolve",
  "GET /api/dns/resolve/:name",
  "GET /api/dns/status",
  "GET /api/health",
  "GET /api/identity",
  "GET /api/kernel",
  "GET /api/kernel/prompt",
  "GET /api/mcp",
  "GET /api/mesh/log/:author/checkpoint",
  "GET /api/mesh/log/:author/consistency",
  "GET /api/mesh/log/:author/tile/*tile",
  "GET /api/mesh/peers",
  "GET /api/mesh/scores",
  "GET /api/mesh/status",
  "GET /api/mesh/topics",
  "GET /api/openapi-3.1.json",
  "GET /api/openapi.json",
  "GET /api/operators",
  "GET /api/operators/categories",
  "GET /api/queries/:id",
  "GET /api/queries/:id/result",
  "GET /api/ready",
  "GET /api/receipts/:id",
  "GET /problems",
  "GET /problems/:slug",
  "POST /api/attest",
  "POST /api/calc/acoustic",
  "POST /api/calc/action",
  "POST /api/calc/auto",
  "POST /api/calc/buckling",
  "POST /api/calc/chaos",
  "POST /api/calc/climate",
  "POST /api/calc/compute",
  "POST /api/calc/device",
  "POST /api/calc/dock",
  "POST /api/calc/epi",
  "POST /api/calc/estimator",
  "POST /api/calc/evolve",
  "POST /api/calc/fea",
  "POST /api/calc/flow",
  "POST /api/calc/fracture",
  "POST /api/calc/gauge",
  "POST /api/calc/grid",
  "POST /api/calc/heat",
  "POST /api/calc/infall",
  "POST /api/calc/multibody",
  "POST /api/calc/operator-spec",
  "POST /api/calc/opt",
  "POST /api/calc/predator-prey",
  "POST /api/calc/price",
  "POST /api/calc/prove",
  "POST /api/calc/prove/verify",
  "POST /api/calc/quant",
  "POST /api/calc/quantum-levels",
  "POST /api/calc/react",
  "POST /api/calc/reverify",
  "POST /api/calc/sat",
  "POST /api/calc/shift",
  "POST /api/calc/solve",
  "POST /api/calc/tumour",
  "POST /api/calc/verify",
  "POST /api/calc/wave",
  "POST /api/calc/zeta",
  "POST /api/demo-key/mint",
  "POST /api/dns/register",
  "POST /api/genesis/execute",
  "POST /api/identity/register",
  "POST /api/mcp",
  "POST /api/mesh/gossip",
  "POST /api/mesh/verify",
  "POST /api/playground/compute",
  "QUERY /api/calc/operator-spec",
  "QUERY /api/calc/price",
  "QUERY /api/dns/resolve",
  "QUERY /api/operators",
  "QUERY /api/playground/compute",
];

describe("routes", () => {
  it("are the published ones", () => {
    expect(fakeApi().dispatcher.router.table()).to.deep.equal(PUBLISHED);
  });
  it("come from the contract and nowhere else", () => {
    const stated = allOperations.flatMap(
      (operation) => methodsOf(operation).map((method) => `${method} ${operation.path}`)
    );
    expect(stated.sort()).to.deep.equal(PUBLISHED);
  });
});
