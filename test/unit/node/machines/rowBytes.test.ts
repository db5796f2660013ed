/** Events of an account's machines have room for so many bytes; what is dropped makes room. */
import { expect } from "chai";
import { ACCOUNT_EVENT_BYTES_MAX, EVENT_ROW_BYTES } from "../../../../protocol/limits.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { RowBytes } from "../../../../node/machines/rowBytes.js";
import { quiet } from "../../../kit/logger.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const DATA = { celsius: 451.2 };
const TYPE = "reading";
/** A payload is type and data in canonical form. */
const PAYLOAD_BYTES = canonicalize({ type: TYPE, data: DATA }).length;
const DATA_BYTES = canonicalize(DATA).length;

describe("node/machines: room for events", () => {
  let served: ServedNode;
  let key: string;
  let slug: string;
  let owner: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(() => served.close());
  beforeEach(async () => {
    const machine = await served.call("POST", "/api/state", { key, body: {} });
    slug = String(Object(machine.body["machine"])["slug"]);
    owner = (await served.node.services.machines.ofAccount(await accountOf(key))).machines[0]!
      .owner;
  });

  async function accountOf(token: string): Promise<string> {
    const found = await served.node.services.accounts.authenticate(token);
    if (typeof found === "string" || found === null) throw new Error("no account");
    return found.owner;
  }
  const send = (by = key) =>
    served.call("POST", `/api/state/${slug}/events`, { key: by, body: { type: TYPE, data: DATA } });
  const used = () => served.node.services.rowBytes.of(owner);

  it("counts a row and its payload, and what is dropped no more", async () => {
    const before = await used();
    const sent = await send();
    expect(sent.status, sent.text).to.equal(201);
    expect(await used()).to.equal(before + EVENT_ROW_BYTES + DATA_BYTES);
    const seq = Number(Object(sent.body["row"])["seq"]);
    const path = `/api/state/${slug}/audit/${seq}/payload`;
    const dropped = await served.call("DELETE", path, { key });
    expect(dropped.status, dropped.text).to.equal(200);
    const left = before + EVENT_ROW_BYTES + DATA_BYTES - PAYLOAD_BYTES;
    expect(await used()).to.equal(left);
    // A refused one takes nothing.
    const refused = await served.call("POST", `/api/state/${slug}/events`, {
      key,
      body: { type: TYPE, data: DATA, after: 9_999 },
    });
    expect(refused.status, refused.text).to.equal(412);
    expect(await used()).to.equal(left);
  });

  it("counts edits and grants, and never refuses what takes a right away", async () => {
    const { rowBytes } = served.node.services;
    const path = `/api/state/${slug}`;
    const grant = () =>
      served.call("POST", `${path}/grants`, {
        key,
        body: { principal: key.slice(0, 12), role: "viewer" },
      });
    const edit = (body: object) => served.call("PATCH", path, { key, body });
    const before = await used();
    expect((await edit({ is_public: true })).status).to.equal(200);
    const given = await grant();
    expect(given.status, given.text).to.equal(201);
    const taken = await used();
    expect(taken - before).to.be.above(2 * EVENT_ROW_BYTES);
    const room = ACCOUNT_EVENT_BYTES_MAX - taken - EVENT_ROW_BYTES;
    await rowBytes.take(owner, room);
    expect((await edit({ name: "one more row" })).body).to.include({ code: "TOO_LARGE" });
    expect((await grant()).body).to.include({ code: "TOO_LARGE" });
    const id = String(given.body["id"]);
    expect((await served.call("DELETE", `${path}/grants/${id}`, { key })).status).to.equal(200);
    expect((await edit({ is_public: false })).status).to.equal(200);
    // Once more would be a row for nothing.
    expect((await edit({ is_public: false })).body).to.include({ code: "TOO_LARGE" });
    expect((await served.call("DELETE", path, { key })).status).to.equal(200);
    await rowBytes.free(owner, room + EVENT_ROW_BYTES);
  });

  it("refuses by name what has no room, also after a restart, and no key without limits", async () => {
    const { rowBytes, accounts } = served.node.services;
    const before = await used();
    const last = EVENT_ROW_BYTES + DATA_BYTES;
    await rowBytes.take(owner, ACCOUNT_EVENT_BYTES_MAX - before - EVENT_ROW_BYTES - last);
    expect((await send()).status).to.equal(201);
    const refused = await send();
    expect(refused.status, refused.text).to.equal(413);
    expect(refused.body).to.include({ code: "TOO_LARGE", bytesMax: ACCOUNT_EVENT_BYTES_MAX });
    const again = new RowBytes({ store: served.node.store, log: quiet });
    expect(await again.of(owner)).to.equal(ACCOUNT_EVENT_BYTES_MAX);
    const operator = await accounts.mintOperatorKey();
    const own = await served.call("POST", "/api/state", { key: operator, body: {} });
    slug = String(Object(own.body["machine"])["slug"]);
    expect((await send(operator)).status).to.equal(201);
    await rowBytes.free(owner, last);
    expect(await rowBytes.of(owner)).to.equal(ACCOUNT_EVENT_BYTES_MAX - last);
  });
});
