/**
 * Screens of an account in Chromium, against one daemon: each does what it is for and tells one
 * mistake; nothing asks another origin or writes an error; axe-core finds nothing serious.
 */
import { expect } from "chai";
import { createClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../api/client/identity.js";
import { mailKeys, sendSealedMail, setUpMail } from "../../../api/client/mail.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { hasChromium } from "../../kit/chromium.js";
import {
  consolePage,
  widerThanPhone,
  type ConsolePage,
  showWhatFailed,
} from "../../kit/consolePage.js";
import { mockUpstream, type MockUpstream } from "../../kit/models/upstream.js";

interface Person {
  readonly equation: string;
  readonly account: string;
  readonly key: string;
}

/** An answer, and where it stands. */
interface Sealed {
  readonly text: string;
  readonly proof: { readonly header: { readonly seq: number }; readonly index: number };
}

/** Lists of all kinds, each with rows of this account or of the node. */
const SCREENS =
  "/ /vault /mail /models /pages /contracts /machines /streams /jobs /contribute /operators /operators/NM21 " +
  "/solvers /solvers/heat /mesh /node /api /verify";

const WELCOME = 128;
const PRICE = 3;
const COMPUTE = '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":7.342e22,"r":"384400 km"}}';

(hasChromium ? describe : describe.skip)("screens of an account in a browser", () => {
  const directory = hasChromium ? temporaryDir("console-own") : null;
  let node: RunningNode;
  let mock: MockUpstream;
  let shown: ConsolePage;
  let ada: Person;
  let ben: Person;
  /** In the order in which the node sealed them. */
  let receipts: readonly Sealed[] = [];

  const person = async (): Promise<Person> => {
    const equation = newEquation();
    const identity = await registerIdentity(createClient({ baseUrl: node.api.http }), equation);
    if (identity.kind !== "result") throw new Error(JSON.stringify(identity));
    return { equation, account: identity.value.account, key: identity.value.key };
  };
  /** Seals so many answers, for three credits each. */
  const mint = async ({ key }: Person, count: number): Promise<readonly Sealed[]> => {
    const client = createClient({ baseUrl: node.api.http, key });
    const one = (i: number) =>
      client.compute({ operators: ["NM21"], inputs: { m1: count + i, m2: 2, r: 3 } });
    const results = await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
    return results.map((one) => {
      if (one.kind !== "result") throw new Error(JSON.stringify(one));
      const proof: Sealed["proof"] = Object(JSON.parse(one.text)).proof;
      return { text: one.text, proof };
    });
  };

  before(async () => {
    mock = await mockUpstream();
    node = await startNode({ dataDir: directory!.path, args: ["--llm-local", mock.host] });
    [shown, ada, ben] = await Promise.all([consolePage(node.api.http), person(), person()]);
    const minted = await mint(ada, Math.floor(WELCOME / PRICE));
    receipts = [...minted].sort(
      (a, b) => a.proof.header.seq - b.proof.header.seq || a.proof.index - b.proof.index,
    );
    const operator = createClient({ baseUrl: node.api.http, key: node.api.token });
    await operator.ledgerGrant({ account: ada.account, credits: 100, reference: "invoice 1" });
    await mint(ada, 4);
  });
  showWhatFailed(() => shown);
  after(async () => {
    await shown.close();
    await node.stop();
    await mock.close();
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

  describe("mail", () => {
    it("takes an address by the equation, which stays in the page", async () => {
      const { page } = shown;
      await shown.open("/mail", ada.key);
      await page.fill("[name=local]", "no");
      await page.waitForSelector(".fault >> text=4 to 64 of a-z");
      await page.fill("[name=local]", "ada.lovelace");
      await page.fill("[name=display]", "Ada Lovelace");
      await page.fill("[name=equation]", ada.equation);
      await page.click("text=Take the address");
      await page.waitForSelector("text=Nothing has come yet");
      const asked = shown.sent.filter((body) => body.includes(ada.equation));
      expect(asked).to.deep.equal([]);
    });
    it("shows HTML in its sandbox, with what was held and where links lead", async () => {
      const { page } = shown;
      const { key } = ada;
      await createClient({ baseUrl: node.api.http, key }).mailHtmlSend({
        subject: "Oven",
        html:
          "<h1>Oven</h1><a href='https://example.org'>https://bank.example</a>" +
          "<img src='https://tracker.example/p.png'><script>top.document.title = 'lost'</script>",
      });
      await page.reload();
      await page.locator(".row >> text=Oven").first().click();
      await page.waitForSelector("[data-banner] >> text=1 picture from elsewhere, 1 script");
      const banner = await page.innerText("[data-banner]");
      expect(banner).to.include("1 link names another host").and.include("example.org");
      await page.frameLocator("iframe.mailframe").locator("h1 >> text=Oven").waitFor();
      expect(await shown.serious()).to.deep.equal([]);
      // The one thing of elsewhere, and only once its reader said so.
      const elsewhere = "https://tracker.example";
      expect([...shown.origins]).to.not.include(elsewhere);
      await page.route(`${elsewhere}/**`, (route) => route.fulfill({ body: "" }));
      await page.click("text=Always show this sender's");
      await page.click("text=Hold this sender's pictures again");
      await page.waitForSelector("text=held again");
      expect(shown.origins.delete(elsewhere)).to.equal(true);
    });
    it("sends with an attachment, says what became of it for each, and what is no address", async () => {
      const { page } = shown;
      await shown.open("/mail?new");
      await page.fill("[name=to]", "ada");
      await page.waitForSelector("text=“ada” is no address");
      const address = await page.innerText(".address .digits");
      await page.fill("[name=to]", `${address}, ${address.replace("ada", "nobody")}`);
      await page.fill("[name=subject]", "The engine");
      await page.fill("[name=text]", "It works.");
      await page.setInputFiles("input[type=file]", {
        name: "plan.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("plan"),
      });
      await page.waitForSelector(".attachments >> text=/23 h|1 d/");
      await page.click(".compose >> text=Send");
      await page.waitForSelector("[data-delivery] >> text=delivered");
      await page.waitForSelector("[data-delivery] >> text=nobody has this address");
      await page.click("text=Back to the mailbox");
      await page.locator(".row >> text=The engine").first().click();
      await page.waitForSelector("[data-text] >> text=It works.");
      await page.waitForSelector(".attachments >> text=plan.txt");
    });
    it("opens mail in the page where the node may not", async () => {
      const { page } = shown;
      const client = createClient({ baseUrl: node.api.http, key: ben.key });
      await setUpMail(client, {
        equation: ben.equation,
        localPart: "bens.box",
        opensOnNode: false,
      });
      const keys = await mailKeys(client, { equation: ben.equation });
      const own = await client.mailIdentity({});
      if (own.kind !== "result" || own.value.current === null) throw new Error("no address");
      await sendSealedMail(client, keys, {
        to: [own.value.current],
        subject: "Sealed",
        text: "Here.",
      });
      await shown.open("/mail", ben.key);
      await page.fill("[name=equation]", "x = 1");
      await page.click("text=Open in this page");
      await page.waitForSelector("[data-state=failed] >> text=does not open");
      await page.fill("[name=equation]", ben.equation);
      await page.click("text=Open in this page");
      await page.locator(".row >> text=Sealed").first().click();
      await page.waitForSelector("[data-text] >> text=Here.");
    });
  });

  describe("models", () => {
    const SECRET = "sk-local-0123456789abcdef";

    it("keeps a key that is nowhere in the page afterwards, and tests it", async () => {
      const { page } = shown;
      await shown.open("/models", ada.key);
      await page.click("text=Keep a key");
      await page.selectOption("[name=provider]", "openai-compatible");
      await page.fill("[name=baseUrl]", "http://127.0.0.1:1/v1");
      await page.fill("[name=apiKey]", SECRET);
      await page.click("text=Keep it");
      await page.waitForSelector("form [data-state=failed]");
      await page.fill("[name=baseUrl]", `http://${mock.host}/v1`);
      await page.fill("[name=apiKey]", SECRET);
      await page.fill("[name=label]", "lab");
      await page.click("text=Keep it");
      await page.waitForSelector(".credential >> text=lab");
      const held: unknown = await page.evaluate(
        "document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage }) + " +
          "[...document.querySelectorAll('input')].map(({ value }) => value)",
      );
      expect(held).to.be.a("string").and.to.include("sk-loc").and.not.to.include(SECRET);
      await page.click(".credential >> text=Test");
      await page.waitForSelector(".credential >> text=The provider takes the key");
      expect(await shown.serious()).to.deep.equal([]);
    });
    it("chats with tools: a sealed number is proved in the page, one of the model's own is marked", async () => {
      const { page } = shown;
      const call = { id: "call_1", name: "compute", arguments: COMPUTE };
      mock.tell(
        { calls: [call] },
        { text: "They attract each other with 1.98e20 N, about 7.5 times." },
      );
      await page.fill("[name=model]", "model-a");
      await page.fill("[name=question]", "How strongly do Earth and Moon attract each other?");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-number=receipt] >> text=1.98e20");
      await page.waitForSelector("[data-number=none] >> text=7.5");
      await page.waitForSelector("[data-proved=valid]");
      expect(await shown.serious()).to.deep.equal([]);
    });
    it("withholds what no receipt has, and stops at a click", async () => {
      const { page } = shown;
      mock.tell({ text: "It is 42.1 N." });
      await page.check("[name=strict]");
      await page.fill("[name=question]", "And now?");
      await page.keyboard.press("Enter");
      await page.waitForSelector("text=1 withheld");
      mock.tell((_asked, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(
          `data: ${JSON.stringify({ choices: [{ delta: { content: "Wait " } }] })}\n\n`,
        );
      });
      await page.fill("[name=question]", "And then?");
      await page.keyboard.press("Enter");
      await page.click("text=Stop");
      await page.waitForSelector("[data-stopped]");
    });
  });

  describe("pages", () => {
    const folder = (text: string) => [
      { name: "index.html", mimeType: "text/html", buffer: Buffer.from(`<h1>${text}</h1>`) },
      { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from("t,T\n0,451.2\n") },
    ];
    /** The input takes folders, and a test has none: what it then hears is the same. */
    const choose = async (text: string): Promise<void> => {
      await shown.page.evaluate(
        "document.querySelector('[name=folder]').removeAttribute('webkitdirectory')",
      );
      await shown.page.setInputFiles("[name=folder]", folder(text));
    };

    it("publishes a folder, and shows it in its sandbox", async () => {
      const { page } = shown;
      await shown.open("/pages", ada.key);
      await page.waitForSelector("[name=folder]", { state: "attached" });
      await page.click("text=Make it public");
      await page.waitForSelector("text=public: browsers see its pages");
      await shown.page.evaluate(
        "document.querySelector('[name=folder]').removeAttribute('webkitdirectory')",
      );
      await page.setInputFiles("[name=folder]", folder("Oven").slice(1));
      await page.waitForSelector("[role=alert] >> text=index.html");
      await choose("Oven");
      await page.fill("[name=page]", "report");
      await page.click("form[aria-label=Publish] .button.main");
      await page.waitForSelector("[data-state=done] >> text=Published as");
      await page.frameLocator("iframe.pageframe").locator("h1 >> text=Oven").waitFor();
      expect(await shown.serious()).to.deep.equal([]);
    });
    it("tells that somebody was faster, then goes over it, and takes it down", async () => {
      const { page } = shown;
      const client = createClient({ baseUrl: node.api.http, key: ada.key });
      const machine = await page.inputValue("[name=machine]");
      const faster = await client.pagePublish({
        machine,
        page: "report",
        files: [{ path: "index.html", text: "<h1>Faster</h1>" }],
      });
      expect(faster.kind).to.equal("result");
      await choose("Slower");
      await page.click("form[aria-label=Publish] .button.main");
      await page.waitForSelector("[data-state=failed] >> text=Somebody was faster");
      await page.frameLocator("iframe.pageframe").locator("h1 >> text=Faster").waitFor();
      await page.click("form[aria-label=Publish] .button.main");
      await page.frameLocator("iframe.pageframe").locator("h1 >> text=Slower").waitFor();
      await page.click("text=Take it down");
      await page.click("text=Yes, take it down");
      await page.waitForSelector(".pagerow >> text=taken down");
    });
  });

  describe("verify", () => {
    const drop = (chosen: readonly Sealed[]): Promise<void> =>
      shown.page.setInputFiles(
        "input[type=file]",
        chosen.map(({ text }, i) => ({
          name: `receipt-${i}.json`,
          mimeType: "application/json",
          buffer: Buffer.from(text),
        })),
      );

    it("shows receipts as a chain with its gap, and one in its tree, without the node", async () => {
      const { page } = shown;
      await shown.open("/verify", ada.key);
      await page.waitForSelector("[data-offline=ready]");
      await page.context().setOffline(true);
      await drop(receipts.slice(0, 4));
      await page.waitForSelector("[data-link] >> nth=3");
      expect(await page.locator("[data-joint=linked]").count()).to.equal(3);
      expect(await page.locator(".link > details > summary .mark.good").count()).to.equal(4);
      await drop([receipts[0]!, receipts[3]!]);
      await page.waitForSelector("[data-joint=gap]");
      await page.click(".link > details > summary >> nth=0");
      await page.waitForSelector("[data-tree]:not([data-tree=broken])");
      await page.waitForSelector("[data-verdict=valid]");
      expect(await shown.serious()).to.deep.equal([]);
      await page.context().setOffline(false);
    });
    it("proves many one by one, shows the first at once, and stops at a click", async () => {
      const { page } = shown;
      // So many that they are still being proved when a busy machine comes to look.
      const many = Array.from({ length: 4_000 }, (_, i) => receipts[i % 4]!.text);
      await shown.open("/verify");
      await page.setInputFiles("input[type=file]", {
        name: "many.json",
        mimeType: "application/json",
        buffer: Buffer.from(`[${many.join()}]`),
      });
      await page.waitForSelector(".progress >> text=of 4\u202f000 receipts proved");
      await page.waitForSelector(".link >> text=valid");
      // The button moves while the list grows, and a click waits until nothing moves.
      await page.dispatchEvent("[data-stop]", "click");
      await page.waitForSelector("text=/^[\\d\\u202f]+ were not proved$/");
      await page.setInputFiles("input[type=file]", {
        name: "bundle.json",
        mimeType: "application/json",
        buffer: Buffer.from('{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}'),
      });
      await page.waitForSelector("text=This is no receipt of calcmesh");
      expect(await page.locator("section[aria-label=Chain]").count()).to.equal(0);
    });
    it("starts its engine again where the file of it did not come", async () => {
      const { page } = shown;
      const file = /worker-[^/]*\.js$/;
      let lost = 0;
      await page.route(file, (asked) => {
        lost += 1;
        return lost === 1 ? asked.abort("internetdisconnected") : asked.continue();
      });
      await shown.open("/verify");
      await drop(receipts.slice(0, 2));
      await page.waitForSelector("[data-link] >> nth=1");
      await page.waitForSelector("[data-offline=ready]");
      expect(lost).to.equal(2);
      await page.unroute(file);
    });
    it("fetches the one before, and names a file that holds no receipt", async () => {
      const { page } = shown;
      await drop([receipts[2]!]);
      await page.waitForSelector("[data-joint=gap]", { state: "detached" });
      await page.click("text=Fetch the one before");
      await page.waitForSelector("[data-joint=linked]");
      await drop([receipts[0]!, { ...receipts[1]!, text: "no JSON" }]);
      await page.waitForSelector("text=receipt-1.json holds no receipt");
    });
  });

  describe("all of them", () => {
    it("fit a phone in every frame, also while they load on a slow one, in the dark as well", async () => {
      const { page } = shown;
      await shown.open("/vault", ada.key);
      await page.emulateMedia({ colorScheme: "dark" });
      const wider = await widerThanPhone(page, SCREENS.split(" "), (path) => shown.open(path));
      expect(wider).to.deep.equal([]);
      await shown.open("/vault");
      await page.waitForSelector("main h2");
      expect(await shown.serious()).to.deep.equal([]);
    });
    it("asked no other origin, and wrote no error but for what the node refused", () => {
      expect([...shown.origins]).to.deep.equal([new URL(node.api.http).origin]);
      const expected = /status of 4\d\d|ERR_INTERNET_DISCONNECTED/;
      expect(shown.faults.filter((fault) => !expected.test(fault))).to.deep.equal([]);
    });
  });
});
