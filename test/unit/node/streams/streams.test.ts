/** Channels on a whole node behind HTTP, with a clock that is moved by hand. */
import { expect } from "chai";
import { serveNode, type ServedNode, type Reply } from "../../../kit/served.js";

const PATH = "/api/calc/streams";
const FORCE = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };

function textOf(reply: Reply, name: string): string {
  const value = reply.body[name];
  if (typeof value !== "string") throw new Error(`no ${name} in ${reply.text}`);
  return value;
}
interface Made {
  readonly id: string;
  readonly key: string;
}

async function channel(served: ServedNode, key: string, wish: object = {}): Promise<Made> {
  const made = await served.call("POST", PATH, { key, body: { contract: FORCE, ...wish } });
  expect(made.status, made.text).to.equal(201);
  const shown: { readonly id?: string } = made.body["channel"] ?? {};
  return { id: shown.id ?? "", key: textOf(made, "key") };
}

describe("channels", function suite() {
  this.timeout(60_000);
  let served: ServedNode;
  let account = "";
  before(async () => {
    served = await serveNode();
    account = await served.account();
  });
  after(() => served.close());

  it("tick once in an interval, and answer their last tick", async () => {
    const { id, key } = await channel(served, account, { name: "falling" });
    const tick = await served.call("POST", `${PATH}/${id}/tick`, { key });
    expect(tick.status, tick.text).to.equal(201);
    const again = await served.call("POST", `${PATH}/${id}/tick`, { key });
    expect([again.status, again.body["code"]]).to.deep.equal([409, "TICK_TOO_EARLY"]);
    const latest = await served.call("GET", `${PATH}/${id}/latest`, { key });
    expect(latest.text).to.equal(tick.text);
  });
});
