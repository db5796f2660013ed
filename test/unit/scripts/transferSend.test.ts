/** `calc transfer send` of more envelopes than one order has, where a later order fails. */
import { expect } from "chai";
import { runCli } from "../../../api/cli/cli.js";
import { createClient } from "../../../api/client/client.js";
import { identityFrom, newEquation } from "../../../api/client/identity.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { transferVerb } from "../../../scripts/cli/services/transfer.js";

const ENVELOPES = 25;
const ORIGIN = "ab".repeat(32);
const idOf = (n: number): string => n.toString(16).padStart(64, "0");

describe("calc transfer send", () => {
  const equation = newEquation();
  const { cid } = identityFrom(equation);

  /** @param fails number of the order that the node refuses */
  async function sent(fails: number, flags: readonly string[] = []) {
    let [out, err, orders] = ["", "", 0];
    const answers: Readonly<Record<string, object>> = {
      "/api/identity": { account: "ann", cid },
      "/api/calc/pulse": { calcond: 2_310_350_199 },
      "/api/mesh/status": { net: "0f1e2d3c", publicKey: ORIGIN },
      "/api/tally/envelopes/ann": {
        envelopes: Array.from({ length: ENVELOPES }, (_, n) => ({
          token_id: idOf(n),
          version: 0,
          movable: true,
        })),
      },
    };
    const client = createClient({
      baseUrl: "http://node",
      fetch: async (url, init) => {
        const { pathname } = new URL(typeof url === "string" ? url : "");
        const known = answers[pathname];
        if (known !== undefined) return json(known, 200);
        expect(`${init?.method} ${pathname}`).to.equal("POST /api/transfers");
        orders += 1;
        if (orders === fails)
          return json({ code: "NOT_READY", detail: "not now", status: 409 }, 409);
        return json({ id: idOf(1_000 + orders), count: orders === 3 ? 5 : 10 }, 201);
      },
    });
    const exit = await runCli(
      ["transfer", "send", "cd".repeat(32), "bob", "--count", String(ENVELOPES), ...flags],
      {
        client: async () => client,
        readFile: async () => "",
        readStdin: async () => equation,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        isTerminal: false,
      },
      [transferVerb],
    );
    return { exit, out, err, orders };
  }

  it("names each order", async () => {
    const { exit, out, orders } = await sent(0);
    expect([exit, orders]).to.deep.equal([EXIT.ok, 3]);
    expect(out).to.equal(
      `${idOf(1_001)}  10 sent\n${idOf(1_002)}  10 sent\n${idOf(1_003)}  5 sent\n`,
    );
  });

  it("names those that are on their way where a later one fails, and fails", async () => {
    const { err, exit, orders, out } = await sent(2);
    expect(orders).to.equal(2);
    expect(exit).to.not.equal(EXIT.ok);
    expect(out).to.equal(`${idOf(1_001)}  10 sent\n`);
    expect(err).to.contain("not now");
    const asJson = await sent(3, ["--json"]);
    expect(JSON.parse(asJson.err)).to.deep.equal({
      transfers: [1_001, 1_002].map((n) => ({ id: idOf(n), count: 10 })),
    });
    expect(JSON.parse(asJson.out)).to.include({ code: "NOT_READY" });
    expect((await sent(1)).out).to.equal("");
  });
});

function json(body: object, status: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
  });
}
