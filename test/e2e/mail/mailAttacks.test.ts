/**
 * Mails that attack, in Chromium: each acts where nothing holds it, and with either of the two layers
 * of their rendering alone none does. The short form shows a part of them, the long one all.
 */
import { expect } from "chai";
import { mailDocument } from "../../../protocol/mail/html/document.js";
import { sanitize } from "../../../protocol/mail/html/sanitize.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { Chromium, hasChromium } from "../../kit/chromium.js";
import { MAIL_ATTACKS, type MailAttack, type MailLayer } from "../../kit/mail/attacks.js";
import { elsewhere, reader, type Served } from "../../kit/mail/browsed.js";
import { hostileHtml } from "../../kit/mail/hostileHtml.js";
import { runs, sample } from "../../kit/runs.js";

/** Those whose connection is what shows are few: all of them are tried. */
const tried: readonly MailAttack[] = [
  ...sample(
    MAIL_ATTACKS.filter(({ connects, isAlone }) => connects !== true && isAlone !== true),
    7,
  ),
  ...sample(
    MAIL_ATTACKS.filter(({ isAlone }) => isAlone === true),
    6,
  ),
  ...MAIL_ATTACKS.filter(({ connects }) => connects === true),
];
/** What a script begins after the load has had its turn. */
const TURN = "new Promise((done) => setTimeout(done, 500))";
const SEED = 20_261_127;
const TEXTS = runs(60, 2_000);

(hasChromium ? describe : describe.skip)("mail in a browser", () => {
  const directory = hasChromium ? temporaryDir("mail-browser") : null;
  const got = new Set<string>();
  let chromium: Chromium;
  let outside: Served;
  let connecting: Served;
  before(async () => {
    outside = await elsewhere((name) => got.add(name));
    const connected = tried.find(({ connects }) => connects === true)!.name;
    connecting = await elsewhere(
      () => undefined,
      () => got.add(connected),
    );
    chromium = new Chromium(directory!.path);
  });
  after(async () => {
    await chromium.close();
    outside.close();
    connecting.close();
    directory?.remove();
  });

  /** Names of those that act with some layers. */
  const acting = async (layers: readonly MailLayer[]): Promise<readonly string[]> => {
    got.clear();
    const where = (attack: MailAttack): string =>
      attack.connects === true ? connecting.url : outside.url;
    const served = await reader(where, layers);
    const together = tried.filter(({ isAlone }) => isAlone !== true).map(({ name }) => name);
    const alone = tried.filter(({ isAlone }) => isAlone === true).map(({ name }) => [name]);
    for (const names of [together, ...alone]) {
      const page = await chromium.open(`${served.url}/frames?${names.join(",")}`);
      // Under load a frame may begin late: what is to be seen is waited for, within a bound.
      const seen = layers.length === 0 ? names : [];
      for (
        let turns = 0;
        turns === 0 || (turns < 20 && !seen.every((one) => got.has(one)));
        turns += 1
      )
        await page.evaluate(TURN);
    }
    served.close();
    return [...got].sort();
  };

  it("is attacked in 100 ways and more", () => {
    expect(MAIL_ATTACKS.length).to.be.at.least(100);
    expect(new Set(MAIL_ATTACKS.map(({ name }) => name)).size).to.equal(MAIL_ATTACKS.length);
  });
  it("acts and loads, all of it, where nothing holds it", async () => {
    expect(await acting([])).to.deep.equal(tried.map(({ name }) => name).sort());
  });
  for (const layer of ["written", "policy"] as const)
    it(`is held by one layer alone: ${layer}`, async () => {
      const left = tried.filter(({ onlyBy }) => onlyBy !== undefined && onlyBy !== layer);
      expect(await acting([layer])).to.deep.equal(left.map(({ name }) => name));
    });

  it(`is read by Chromium as it was written, ${TEXTS} hostile texts: seed ${SEED}`, async () => {
    const hostile = hostileHtml(SEED);
    const bodies = Array.from({ length: TEXTS }, () => sanitize(hostile.next()).body);
    const page = await chromium.open(`${outside.url}/blank`);
    const other = await page.evaluate(
      `JSON.stringify(${JSON.stringify(bodies)}.filter((text) => {
        const { body } = new DOMParser().parseFromString("<!doctype html><body>" + text, "text/html");
        for (const pre of body.querySelectorAll("pre"))
          if (pre.firstChild?.nodeType === 3)
            pre.firstChild.data = pre.firstChild.data.replace(/^\\n/, "\\n\\n");
        return body.innerHTML !== text;
      }))`,
    );
    expect(JSON.parse(String(other))).to.deep.equal([]);
  });

  it("leaves the banner where it is, whatever its style says", async () => {
    const over =
      "<style>*{position:fixed!important;top:0;left:0;width:999vw;height:999vh;z-index:9999;background:red}" +
      ".calc-banner,body>div,div{display:none!important;opacity:0;margin-top:-999px}</style>" +
      "<div class=calc-banner id=over style='position:absolute;inset:0;margin:-500px;height:2000px;background:red'>t";
    const from = { address: "eve@0000000000000000", name: "Eve" };
    const text = (html: string) =>
      mailDocument({ subject: "s", from, text: null, html: sanitize(html), showsImages: false });
    const page = await chromium.open(`${outside.url}/blank`);
    const at = (document: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const frame = document.createElement("iframe");
        document.body.replaceChildren(frame);
        frame.contentDocument.open();
        frame.contentDocument.write(${JSON.stringify(document)});
        frame.contentDocument.close();
        return frame.contentDocument.elementFromPoint(20, 12)?.closest("div")?.className;
      })()`);
    const banner = text("<p>t</p>");
    expect(await at(banner.replace("<p>t</p>", over))).to.not.equal("calc-banner");
    expect(await at(text(over))).to.equal("calc-banner");
  });
});
