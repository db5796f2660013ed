/**
 * Roles on machines: declared in the contract, for each operation that names a machine, and held
 * once for every surface.
 */
import { expect } from "chai";
import type { ApiContext } from "../../api/index.js";
import { allOperations } from "../../api/contract/index.js";
import { errorCodesOf } from "../../api/contract/definition/codes.js";
import { machineName } from "../../api/contract/definition/identityCommon.js";
import { roleAuthOf, takesBody, type Operation } from "../../api/contract/definition/operation.js";
import { ROLES, type Role } from "../../protocol/identity/roles.js";
import { fakeApi, GOOD_KEY, type FakeApi } from "./fakeNode.js";

/** The table of the services' specification: the lowest role of each; a literal. */
const DEMANDED: Readonly<Record<string, Role>> = {
  calc_state: "viewer",
  calc_state_edit: "admin",
  calc_state_key_rotate: "owner",
  calc_state_grants: "admin",
  calc_state_grant: "admin",
  calc_state_ungrant: "admin",
  calc_state_close: "owner",
  calc_state_event: "operator",
  calc_state_audit: "viewer",
  calc_state_payload: "operator",
  calc_state_payload_drop: "admin",
  calc_state_checkpoints: "viewer",
  calc_state_place: "viewer",
  calc_state_validate: "viewer",
  calc_state_tally_envelopes: "viewer",
  calc_state_tally_summary: "viewer",
  calc_state_tally_verify: "viewer",
  calc_publish_page: "admin",
  calc_pages: "viewer",
  calc_page: "viewer",
  calc_page_file: "viewer",
  calc_page_delete: "admin",
};
const RANK: readonly (Role | null)[] = [null, "viewer", "operator", "admin", "owner"];

const demanding = allOperations.filter((operation) => roleAuthOf(operation) !== null);

/** Fields of the input that name one machine. */
function namesMachine({ input, path }: Operation): readonly string[] {
  const inPath = path.startsWith("/api/state/:") ? path.split("/")[3]!.slice(1) : null;
  return Object.entries(input.shape)
    .filter(([name, schema]) => schema === machineName || name === inPath)
    .map(([name]) => name);
}

async function request(
  { dispatcher }: FakeApi,
  method: string,
  path: string,
  body: unknown,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await dispatcher.inner(
    {
      method,
      path,
      query: "",
      headers: new Map([
        ["host", "127.0.0.1"],
        ["authorization", `Bearer ${GOOD_KEY}`],
        ["content-type", "application/json"],
        ["accept", "application/json"],
      ]),
      body: Buffer.from(body === null ? "" : JSON.stringify(body)),
      address: "127.0.0.1",
    },
    new AbortController().signal,
  );
  return { status: answer.status, body: JSON.parse(String(answer.body)) };
}

/** As the first example of an operation asks. */
function asked({ examples, method, path }: Operation): { path: string; body: unknown } {
  const fields = new Map<string, unknown>(Object.entries(examples[0]!.input));
  const filled = path.replaceAll(/[:*](\w+)/g, (_, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return value;
  });
  return { path: filled, body: takesBody(method) ? Object.fromEntries(fields) : null };
}

function nodeWhere(role: Role | null): FakeApi {
  const roleOn: ApiContext["roleOn"] = async (slug) => (role === null ? null : { slug, role });
  return fakeApi({ context: { roleOn } });
}

describe("roles on machines", () => {
  it("are declared by every operation that names a machine, in its input and among its errors", () => {
    const naming = allOperations.filter((operation) => namesMachine(operation).length > 0);
    expect(naming.map(({ id }) => id).sort()).to.deep.equal(Object.keys(DEMANDED).sort());
    for (const operation of naming) {
      const demand = roleAuthOf(operation);
      expect(namesMachine(operation), operation.id).to.deep.equal([demand?.machine]);
      expect(demand?.role, operation.id).to.equal(DEMANDED[operation.id]);
      const codes = errorCodesOf(operation, operation.method);
      expect(codes, operation.id).to.include("NOT_FOUND");
      expect(codes.includes("FORBIDDEN"), operation.id).to.equal(demand?.role !== "viewer");
    }
    expect(demanding).to.have.length(naming.length);
    expect(RANK.slice(1)).to.deep.equal([...ROLES]);
  });

  for (const operation of demanding) {
    const needed = DEMANDED[operation.id]!;
    it(`${operation.id} takes ${needed}: others are refused, and outsiders find nothing`, async () => {
      const { body, path } = asked(operation);
      for (const role of RANK) {
        const answer = await request(nodeWhere(role), operation.method, path, body);
        if (RANK.indexOf(role) >= RANK.indexOf(needed)) {
          expect(answer.status, String(role)).to.equal(operation.success ?? 200);
        } else if (role === null) {
          expect(answer.body).to.include({ code: "NOT_FOUND", status: 404 });
          expect(answer.body).to.not.have.property("needed");
        } else expect(answer.body).to.include({ code: "FORBIDDEN", status: 403, role, needed });
      }
    });
    it(`${operation.id} is held to it as a tool, too`, async () => {
      for (const role of RANK) {
        const { body } = await request(nodeWhere(role), "POST", "/api/mcp", {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: operation.id, arguments: operation.examples[0]!.input },
        });
        const text = JSON.stringify(body);
        const code = role === null ? "NOT_FOUND" : "FORBIDDEN";
        if (RANK.indexOf(role) < RANK.indexOf(needed)) expect(text).to.contain(code);
        else expect(text).to.not.match(/NOT_FOUND|FORBIDDEN/);
      }
    });
  }

  it("leave the idempotency key free where they refuse", async () => {
    let role: Role = "viewer";
    const api = fakeApi({ context: { roleOn: async (slug) => ({ slug, role }) } });
    const grant = allOperations.find(({ id }) => id === "calc_state_grant")!;
    const { body, path } = asked(grant);
    const keyed = async (): Promise<number> => {
      const answer = await api.dispatcher.inner(
        {
          method: "POST",
          path,
          query: "",
          headers: new Map([
            ["host", "127.0.0.1"],
            ["authorization", `Bearer ${GOOD_KEY}`],
            ["content-type", "application/json"],
            ["idempotency-key", "one"],
          ]),
          body: Buffer.from(JSON.stringify(body)),
          address: "127.0.0.1",
        },
        new AbortController().signal,
      );
      return answer.status;
    };
    expect(await keyed()).to.equal(403);
    role = "owner";
    expect(await keyed()).to.equal(201);
    // An answered request is answered again, as before: its effect has been.
    role = "viewer";
    expect(await keyed()).to.equal(201);
  });
});
