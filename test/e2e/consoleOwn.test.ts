/**
 * Screens of an account in Chromium, against one daemon: each does what it is for and tells one
 * mistake; nothing asks another origin or writes an error; axe-core finds nothing serious.
 */
import { expect } from "chai";
import { createClient } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { hasChromium } from "../kit/chromium.js";
import { consolePage, type ConsolePage } from "../kit/consolePage.js";

interface Person {
  readonly equation: string;
  readonly account: string;
  readonly key: string;
}

const WELCOME = 128;
const PRICE = 3;

(hasChromium ? describe : describe.skip)("screens of an account in a browser", () => {
  const directory = hasChromium ? temporaryDir("console-own") : null;
  let node: RunningNode;
  let shown: ConsolePage;
  let ada: Person;
  let ben: Person;

  const person = async (): Promise<Person> => {
    const equation = newEquation();
    const made = await registerIdentity(createClient({ baseUrl: node.api.http }), equation);
    if (made.kind !== "result") throw new Error(JSON.stringify(made));
    return { equation, account: made.value.account, key: made.value.key };
  };
  /** Seals so many answers, for three credits each. */
  const mint = async ({ key }: Person, count: number): Promise<void> => {
    const client = createClient({ baseUrl: node.api.http, key });
    const one = (i: number) =>
      client.compute({ operators: ["NM21"], inputs: { m1: count + i, m2: 2, r: 3 } });
    const made = await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
    expect(made.map(({ kind }) => kind)).to.not.include("problem");
  };

  before(async () => {
    node = await startNode({ dataDir: directory!.path });
    [shown, ada, ben] = await Promise.all([consolePage(node.api.http), person(), person()]);
    await mint(ada, Math.floor(WELCOME / PRICE));
    const operator = createClient({ baseUrl: node.api.http, key: node.api.token });
    await operator.ledgerGrant({ account: ada.account, credits: 100, reference: "invoice 1" });
    await mint(ada, 4);
  });
  after(async () => {
    await shown.close();
    await node.stop();
    directory?.remove();
  });

  describe("vault", () => {
    it("says to somebody without an account what to do", async () => {
      await shown.open("/vault");
      await shown.page.waitForSelector("[data-state='signed-out'] >> text=Make a demo account");
    });
    it("files by count, shows what an order would do, and moves what can move", async () => {
      const { page } = shown;
      await shown.open("/vault", ada.key);
      await page.waitForSelector(".rows .mark >> nth=3");
      expect(await shown.serious()).to.deep.equal([]);
      await page.fill("[name=folder]", "thesis");
      await page.fill("[name=count]", "12");
      expect(await page.innerText("[data-preview]")).to.include("12 go into thesis");
      await page.click(".orders form .button");
      await page.waitForSelector("[data-state=done] >> text=12 filed.");
      await page.waitForSelector(".folder >> text=thesis");
      await page.click(".orders >> text=Move to an account");
      await page.fill("[name=count]", "2");
      await page.fill("[name=to]", ben.account);
      await page.click(".orders form .button");
      await page.waitForSelector("[data-state=done] >> text=2 moved.");
    });
    it("chooses by the keyboard, keeps what is soulbound, and asks twice before it burns", async () => {
      const { page } = shown;
      await page.waitForSelector(".rows .mark.open");
      const total = await page.innerText(".folder .digits >> nth=0");
      await page.locator(".rows").focus();
      for (let i = 0; i < Number(total); i += 1) {
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowDown");
      }
      await page.click(".orders >> text=Burn");
      await page.waitForSelector("[data-preview] >> text=stay: soulbound");
      expect(await page.innerText("[data-preview]")).to.include("2 burned for good");
      await page.click(".orders form .button");
      await page.click(".orders form >> text=Yes, burn 2 for good");
      await page.waitForSelector("[data-state=done] >> text=2 burned, with a face value of 6");
    });
    it("tells a mistake in its place, and what the node refuses", async () => {
      const { page } = shown;
      await page.fill("input[type=search]", "xyz");
      await page.waitForSelector(".fault >> text=An id has the digits");
      await page.fill("input[type=search]", "");
      await page.click(".orders >> text=Move to an account");
      await page.fill("[name=to]", "nobody");
      await page.fill("[name=count]", "1");
      await page.click(".orders form .button");
      await page.waitForSelector(".orders [data-state=failed]");
    });
  });

  describe("all of them", () => {
    it("fits 360 pixels, in the dark as well", async () => {
      const { page } = shown;
      await page.setViewportSize({ width: 360, height: 780 });
      await page.emulateMedia({ colorScheme: "dark" });
      for (const path of ["/vault"]) {
        await shown.open(path);
        await page.waitForSelector("main h2");
        const width: unknown = await page.evaluate("document.documentElement.scrollWidth");
        expect(width, path).to.be.at.most(360);
        expect(await shown.serious(), path).to.deep.equal([]);
      }
    });
    it("asked no other origin, and wrote no error but for what the node refused", () => {
      expect([...shown.origins]).to.deep.equal([new URL(node.api.http).origin]);
      expect(shown.faults.filter((fault) => !/status of 4\d\d/.test(fault))).to.deep.equal([]);
    });
  });
});
