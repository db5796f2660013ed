/** `calc mail` against a running node: every verb as a person uses it. */
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  startNode,
  temporaryDir,
  writeMeshSecret,
  type RunningNode,
} from "../../../scripts/devnet/daemons.js";
import { createClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../api/client/identity.js";
import { calc as runCalc, calcProcess, type Ran } from "../../kit/calc.js";
import { call, fieldsOf, listOf, parseFields, textOf, type Fields } from "../../kit/requests.js";

describe("calc mail", () => {
  const dir = temporaryDir("mail-verb");
  const secret = writeMeshSecret(dir.path);
  const data = join(dir.path, "node");
  let node: RunningNode;
  let ada: Person;
  let bob: Person;
  interface Person {
    readonly key: string;
    readonly address: string;
  }

  before(async () => {
    node = await startNode({
      dataDir: data,
      args: ["--mesh-secret-file", secret],
    });
    ada = await person("ada.lovelace");
    bob = await person("bob-the-second");
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const calc = (args: readonly string[], key: string, input = ""): Promise<Ran> =>
    runCalc([...args, "--data-dir", data], { input, env: { CALC_TOKEN: key } });
  const ask = async (args: readonly string[], key: string, input = ""): Promise<Fields> => {
    const ran = await calc([...args, "--json"], key, input);
    expect(ran.code, ran.err + ran.out).to.equal(0);
    return parseFields(ran.out);
  };
  async function person(localPart: string): Promise<Person> {
    const equation = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation);
    if (identity.kind === "problem") throw new Error(identity.problem.detail);
    const { key } = identity.value;
    const file = join(dir.path, `${localPart}.equation`);
    writeFileSync(file, equation);
    const address = await ask(["mail", "setup", localPart, "--equation", file], key);
    return { key, address: textOf(address, "address") };
  }

  it("sends with a file, lists, reads, fetches and confirms", async () => {
    const file = join(dir.path, "plan.txt");
    writeFileSync(file, "the plan of the engine");
    const blob = textOf(
      await ask(["mail", "attach", file, "--type", "text/plain"], ada.key),
      "blobId",
    );
    const sent = await ask(
      ["mail", "send", bob.address, "--subject", "The engine", "--attachment", blob],
      ada.key,
      "It works.\n",
    );
    expect(listOf(sent, "recipients")[0]).to.deep.equal({
      address: bob.address,
      status: "delivered",
    });
    const id = textOf(sent, "id");
    const shown = await calc(["mail", "list"], bob.key);
    expect(shown.out).to.include("The engine");
    const read = await ask(["mail", "read", id], bob.key);
    expect(read).to.deep.include({ text: "It works.\n", subject: "The engine", delivery: [] });
    const copy = join(dir.path, "copy.txt");
    await ask(["mail", "fetch", blob, copy], bob.key);
    expect(readFileSync(copy, "utf8")).to.equal("the plan of the engine");
    expect(await ask(["mail", "confirm", blob, "--yes"], bob.key)).to.deep.include({
      confirmed: 1,
      remaining: 0,
    });
    const gone = await calc(["mail", "fetch", blob, join(dir.path, "late.txt")], bob.key);
    expect(gone.code).to.not.equal(0);
    await ask(["mail", "mark", id, "--keywords", "$seen", "--mailbox", "archive"], bob.key);
    expect(
      listOf(await ask(["mail", "list", "--mailbox", "archive"], bob.key), "messages"),
    ).to.have.length(1);
  });

  it("always shows the pictures of a sender, and no longer", async () => {
    const allows = async () => (await ask(["mail", "images", ada.address], bob.key))["allowed"];
    expect(await allows()).to.equal(false);
    await ask(["mail", "images-allow", ada.address], bob.key);
    expect(await allows()).to.equal(true);
    await ask(["mail", "images-block", ada.address, "--yes"], bob.key);
    expect(await allows()).to.equal(false);
  });

  it("hands in a message of SMTP, and says who has an address", async () => {
    const input = "From: Ada <ada@example.org>\r\nSubject: by the bridge\r\n\r\nhello\r\n";
    const ran = await calcProcess(
      ["mail", "receive", bob.address, "--mesh-secret-file", secret, "--data-dir", data],
      { input },
    );
    expect(ran.code, ran.err).to.equal(0);
    expect((await calc(["mail", "list"], bob.key)).out).to.include("by the bridge");
    const directory = await ask(["mail", "directory", bob.address], ada.key);
    expect(fieldsOf(directory, "statement")["address"]).to.equal(bob.address);
    // The command asks three times, ten seconds apart: what it is told is looked at here.
    const letter = { to: ["nobody.here@0123456789abcdef"], text: "x" };
    const unreached = await call(node, "POST", "/api/mail/messages", letter, { key: ada.key });
    expect([unreached.status, textOf(unreached.body, "code")]).to.deep.equal([503, "NOT_READY"]);
    expect(textOf(unreached.body, "detail")).to.include("not reached");
  });
});
