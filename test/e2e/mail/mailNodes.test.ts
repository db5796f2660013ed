/**
 * Mail between two daemons over TCP: it is delivered, waits while the other node is down, and comes
 * with its attachment when that is back.
 */
import { readFileSync, writeFileSync } from "node:fs";
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
import { hasChromium } from "../../kit/chromium.js";
import { consolePage } from "../../kit/consolePage.js";
import { calc as runCalc, type Ran } from "../../kit/calc.js";
import { listOf, parseFields, textOf, type Fields } from "../../kit/requests.js";

interface Person {
  readonly data: string;
  readonly key: string;
  readonly address: string;
}

describe("mail between two daemons", () => {
  const dir = temporaryDir("mail-nodes");
  const secret = writeMeshSecret(dir.path);
  const running: RunningNode[] = [];
  let ada: Person;
  let bob: Person;
  let here: RunningNode;

  const start = async (name: string, more: readonly string[] = []): Promise<RunningNode> => {
    const args = ["--mesh-secret-file", secret, "--log-level", "error", ...more];
    const node = await startNode({ dataDir: join(dir.path, name), args });
    running.push(node);
    return node;
  };
  const calc = ({ data, key }: Pick<Person, "data" | "key">, args: readonly string[]) =>
    runCalc([...args, "--data-dir", data], { env: { CALC_TOKEN: key } });
  const ask = async (one: Pick<Person, "data" | "key">, args: readonly string[]) => {
    const ran: Ran = await calc(one, [...args, "--json"]);
    expect(ran.code, ran.err + ran.out).to.equal(0);
    return parseFields(ran.out);
  };
  async function person(node: RunningNode, name: string, local: string): Promise<Person> {
    const equation = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation);
    if (identity.kind === "problem") throw new Error(identity.problem.detail);
    const { key } = identity.value;
    const data = join(dir.path, name);
    const file = join(dir.path, `${local}.equation`);
    writeFileSync(file, equation);
    const setup = await ask({ data, key }, ["mail", "setup", local, "--equation", file]);
    return { data, key, address: textOf(setup, "address") };
  }
  const recordOf = (one: unknown): Fields => parseFields(JSON.stringify(one));
  /** A node tells nobody when a message has left: it is asked. */
  const delivered = async (id: string): Promise<void> => {
    while ((await statusOf(id))["status"] !== "delivered") await delay(200);
  };
  const statusOf = async (id: string): Promise<Fields> =>
    recordOf(listOf(await ask(ada, ["mail", "read", id]), "delivery")[0]);
  const inbox = async () => listOf(await ask(bob, ["mail", "list"]), "messages");

  before(async () => {
    here = await start("here");
    const there = await start("there", ["--bootstrap", here.api.p2p[0]!]);
    ada = await person(here, "here", "ada.lovelace");
    bob = await person(there, "there", "bob-the-second");
  });
  after(async () => {
    await Promise.all(running.map((node) => node.stop()));
    dir.remove();
  });

  it("comes to the other node, and the sender is told", async () => {
    const first = await ask(ada, ["mail", "send", bob.address, "--text", "hello over there"]);
    const id = textOf(first, "id");
    await delivered(id);
    const shown = await ask(bob, ["mail", "read", textOf((await inbox())[0], "id")]);
    expect(shown).to.include({ text: "hello over there" });
    expect(textOf(listOf(shown, "from")[0], "email")).to.equal(ada.address);
  });

  (hasChromium ? it : it.skip)(
    "shows the other node, and what became of mail, in its console",
    async () => {
      const shown = await consolePage(here.api.http);
      const { page } = shown;
      try {
        await shown.open("/mesh", ada.key);
        await page.waitForSelector("tbody .mark.good >> text=greeted");
        expect(await page.innerText("tbody tr")).to.match(/\d ms/);
        await page.click("[data-verify]");
        await page.waitForSelector("text=1 peer answered");
        expect(await shown.serious()).to.deep.equal([]);
        await shown.open("/mail");
        await page.click(".mailbox >> text=Sent");
        await page.locator(".row >> nth=0").click();
        await page.waitForSelector("[data-delivery] >> text=delivered");
        expect([...shown.origins]).to.deep.equal([new URL(here.api.http).origin]);
        expect(shown.faults).to.deep.equal([]);
      } finally {
        await shown.close();
      }
    },
  );

  it("waits while the other node is down, and comes with its attachment once it is back", async () => {
    await running[1]!.kill();
    const file = join(dir.path, "plan.bin");
    const bytes = Buffer.alloc(300_000, "the plan of the engine ");
    writeFileSync(file, bytes);
    const blob = textOf(await ask(ada, ["mail", "attach", file]), "blobId");
    const sent = await ask(ada, ["mail", "send", bob.address, "--attachment", blob]);
    const id = textOf(sent, "id");
    expect(await statusOf(id)).to.include({ status: "queued" });
    await here.kill();
    here = await start("here");
    expect(await statusOf(id)).to.include({ status: "queued" });
    await start("there", ["--bootstrap", here.api.p2p[0]!]);
    await delivered(id);
    const messages = await inbox();
    expect(messages).to.have.length(2);
    const received = messages.find((one) => recordOf(one)["hasAttachment"] === true);
    const read = await ask(bob, ["mail", "read", textOf(received, "id")]);
    const copy = join(dir.path, "copy.bin");
    await ask(bob, ["mail", "fetch", textOf(listOf(read, "attachments")[0], "blobId"), copy]);
    expect(readFileSync(copy).equals(bytes)).to.equal(true);
  });
});
