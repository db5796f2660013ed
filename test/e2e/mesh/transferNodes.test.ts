/** Envelopes between two daemons over TCP, by one command, under a quorum of both as witnesses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import {
  startNode,
  temporaryDir,
  writeMeshSecret,
  type RunningNode,
} from "../../../scripts/devnet/daemons.js";
import { createClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../api/client/identity.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import { listOf, parseFields, textOf, type Fields } from "../../kit/requests.js";

interface Person {
  readonly data: string;
  readonly key: string;
  readonly account: string;
  readonly equation: string;
}

describe("envelopes between two daemons", () => {
  const dir = temporaryDir("transfer-nodes");
  const secret = writeMeshSecret(dir.path);
  const running: RunningNode[] = [];
  const env: Record<string, string> = { CALC_CREDITS_WELCOME: "0", CALC_TRANSFERS_ORIGINS: "*" };
  let here: RunningNode;
  let there: RunningNode;
  let ada: Person;
  let bob: Person;
  let bobsNode: string;

  const start = async (name: string, more: readonly string[] = []): Promise<RunningNode> => {
    const args = ["--mesh-secret-file", secret, "--log-level", "error", ...more];
    const node = await startNode({ dataDir: join(dir.path, name), args, env });
    running.push(node);
    return node;
  };
  const calc = (data: string, key: string | null, args: readonly string[]) =>
    runCalc([...args, "--data-dir", data], { env: key === null ? {} : { CALC_TOKEN: key } });
  const ask = async (data: string, key: string | null, args: readonly string[]) => {
    const ran: Ran = await calc(data, key, [...args, "--json"]);
    expect(ran.code, ran.err + ran.out).to.equal(0);
    return parseFields(ran.out);
  };
  async function person(node: RunningNode, name: string): Promise<Person> {
    const text = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), text);
    if (identity.kind === "problem") throw new Error(identity.problem.detail);
    const { key } = identity.value;
    const data = join(dir.path, name);
    const equation = join(dir.path, `${name}.equation`);
    writeFileSync(equation, text);
    const account = textOf(await ask(data, key, ["ledger", "balance"]), "account");
    return { data, key, account, equation };
  }
  const keyOf = async (name: string): Promise<string> =>
    textOf(await ask(join(dir.path, name), null, ["mesh", "status"]), "publicKey");
  /** A node tells nobody when it has heard of another one: it is asked. */
  const until = async (what: () => Promise<Fields>, holds: (found: Fields) => boolean) => {
    for (;;) {
      const found = await what();
      if (holds(found)) return found;
      await delay(200);
    }
  };
  const moves = async ({ data, key }: Person): Promise<readonly Fields[]> =>
    listOf(await ask(data, key, ["transfer", "list"]), "transfers").map((one) =>
      parseFields(JSON.stringify(one)),
    );

  before(async () => {
    await start("here");
    await start("there");
    bobsNode = await keyOf("there");
    env["CALC_WITNESS_KEYS"] = `${await keyOf("here")},${bobsNode}`;
    env["CALC_WITNESS_QUORUM"] = "2";
    await Promise.all(running.splice(0).map((node) => node.stop()));
    here = await start("here", ["--i-am-alone"]);
    there = await start("there", ["--i-am-alone", "--bootstrap", here.api.p2p[0]!]);
    ada = await person(here, "here");
    bob = await person(there, "there");
  });
  after(async () => {
    await Promise.all(running.map((node) => node.stop()));
    dir.remove();
  });

  it("go by one command, and begin there when both witnesses have seen them end", async () => {
    await ask(ada.data, null, ["ledger", "grant", ada.account, "10", "invoice 1"]);
    for (let i = 0; i < 3; i += 1)
      await ask(ada.data, ada.key, ["compute", "NM19", `m=${i + 1}`, "a=2"]);
    const send = ["transfer", "send", bobsNode, bob.account, "--count", "2"];
    await ask(ada.data, ada.key, [...send, "--equation", ada.equation]);
    const ended = ({ burnStanding, state }: Fields): boolean =>
      burnStanding === "final" && state === "delivered";
    const sent = await until(async () => (await moves(ada))[0] ?? {}, ended);
    const [came] = await moves(bob);
    expect(came).to.include({ id: sent["id"], state: "minted", count: 2, value: 6 });
    const balance = async ({ data, key }: Person) =>
      (await ask(data, key, ["ledger", "balance"]))["held"];
    expect([await balance(ada), await balance(bob)]).to.deep.equal([3, 6]);
    for (const { data } of [ada, bob]) {
      const audit = await ask(data, null, ["ledger", "audit"]);
      expect(audit).to.include({ ok: true });
    }
    const burn = textOf(sent, "burn");
    const proof = await ask(ada.data, null, ["witness", "standing", burn]);
    const file = join(dir.path, "proof.json");
    writeFileSync(file, JSON.stringify(proof));
    const keys = String(env["CALC_WITNESS_KEYS"]).split(",");
    const verify = ["witness", "verify", file, "--witness", ...keys, "--quorum"];
    expect((await calc(dir.path, null, [...verify, "2"])).out).to.match(/^final\n/);
    expect((await calc(dir.path, null, [...verify, "3"])).code).to.not.equal(0);
    writeFileSync(
      file,
      JSON.stringify({ ...proof, seq: 0, header: { ...Object(proof["header"]), seq: 0 } }),
    );
    expect((await calc(dir.path, null, [...verify, "2"])).code).to.not.equal(0);
  });
});
