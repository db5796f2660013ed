/**
 * One flipped bit in what a stopped node keeps of an account: a key, a session. All else of the
 * account works.
 */
import { join } from "node:path";
import { expect } from "chai";
import { createClient } from "../../api/client/client.js";
import {
  identityFrom,
  newEquation,
  openSession,
  registerIdentity,
} from "../../api/client/identity.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { buckets } from "../../storage/records/buckets.js";
import { openLevel } from "../../storage/leveldb/level.js";
import { keyHash } from "../../storage/repositories/keys.js";
import { call, force, sealed, textOf, type Fields } from "../kit/requests.js";
import { flipBit } from "../kit/accounts.js";

describe("faults: a damaged key and a damaged session of an account", () => {
  const dir = temporaryDir("account-damage");
  const equation = newEquation();
  const start = (): Promise<RunningNode> =>
    startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  let node: RunningNode;
  after(async () => {
    await node.stop();
    dir.remove();
  });

  async function session(): Promise<string> {
    const opened = await openSession(createClient({ baseUrl: node.api.http }), equation);
    if (opened.kind !== "result") throw new Error(JSON.stringify(opened));
    return opened.value.token;
  }

  async function ask(
    method: string,
    path: string,
    key: string,
    body?: Fields,
  ): Promise<{ status: number; body: Fields }> {
    return call(node, method, path, body, { key });
  }

  it("authenticate nobody, and a leaked good key can still be revoked, replaced and recovered from", async () => {
    node = await start();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation, {
      slug: "damaged-oven",
    });
    if (identity.kind !== "result") throw new Error(JSON.stringify(identity));
    const leaked = identity.value.key;
    const [good, broken] = await Promise.all(
      [1, 2].map(async () => textOf((await ask("POST", "/api/keys", leaked, {})).body, "key")),
    );
    const token = await session();
    await node.stop();
    const raw = await openLevel(join(dir.path, "db"));
    await flipBit(raw, buckets.key, keyHash(broken!));
    await flipBit(raw, buckets.session, keyHash(token));
    await raw.close();
    node = await start();

    for (const secret of [broken!, token])
      expect(await ask("GET", "/api/identity", secret)).to.have.property("status", 503);
    const listed = await ask("GET", "/api/keys", good!);
    expect(listed).to.deep.include({ status: 200 });
    expect(listed.body).to.deep.include({ total: 3, damaged: [{ prefix: broken!.slice(0, 12) }] });
    expect((await ask("POST", "/api/keys", good!, {})).status).to.equal(201);
    expect((await ask("POST", "/api/state/damaged-oven/key/rotate", good!, {})).status).to.equal(
      201,
    );
    expect((await ask("DELETE", `/api/keys/${leaked.slice(0, 12)}`, good!)).status).to.equal(200);
    expect((await ask("GET", "/api/keys", leaked)).status).to.equal(401);
    const recovered = textOf((await ask("POST", "/api/keys", await session(), {})).body, "key");
    await sealed(node, force(), { key: recovered });
    const refused = await ask("POST", `/api/keys/${broken!.slice(0, 12)}/rotate`, good!, {});
    expect(refused.status).to.equal(503);
    expect(refused.body).to.deep.include({ code: "NOT_READY", reasons: ["db"] });

    expect((await ask("DELETE", `/api/keys/${broken!.slice(0, 12)}`, good!)).status).to.equal(200);
    expect((await ask("GET", "/api/keys", broken!)).status).to.equal(401);
    expect((await ask("GET", "/api/keys", good!)).body["damaged"]).to.deep.equal([]);
    expect((await ask("DELETE", "/api/identity/session?all=true", good!)).body).to.deep.equal({
      ended: 2,
    });
    expect((await ask("GET", "/api/identity", token)).body).to.include({ valid: false });
    expect(identityFrom(equation).cid).to.equal(
      (await ask("GET", "/api/identity", good!)).body["cid"],
    );
  });
});
