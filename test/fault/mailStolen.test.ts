/** What a thief of the data directory, or of a backup, reads of mail: every file, and every record. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createClient, ProblemError, type Outcome } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { setUpMail, uploadAttachment } from "../../api/client/mail.js";
import { WHOLE_RANGE } from "../../storage/kv/kv.js";
import { openStore } from "../../storage/store.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { serveNode } from "../kit/served.js";

const SECRETS = ["subject", "body", "hypertext", "file", "filename", "draft", "searched"].map(
  (word) => `glockenspiel-${word}-9b2e`,
);
const [SUBJECT, BODY, HTML, FILE, NAME, DRAFT, SEARCHED] = SECRETS;

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

describe("faults: a stolen store of mail", () => {
  const dir = temporaryDir("mail-stolen");
  after(() => dir.remove());
  let address = "";
  let key = "";
  before(async () => {
    const store = await openStore({ dir: join(dir.path, "data") });
    const served = await serveNode({ raw: store.kv });
    const { url: baseUrl } = served.http;
    const equation = newEquation();
    ({ key } = value(await registerIdentity(createClient({ baseUrl }), equation)));
    const client = createClient({ baseUrl, key });
    const setup = { equation, apiKey: key, localPart: "ada.lovelace" };
    address = value(await setUpMail(client, setup)).address ?? "";
    const file = new Uint8Array(Buffer.alloc(100_000, `${FILE} `));
    const attachment = value(
      await uploadAttachment({ baseUrl, key }, { name: `${NAME}.txt` }, file),
    );
    const message = { to: [address], subject: SUBJECT!, text: BODY!, html: `<p>${HTML}</p>` };
    value(await client.mailSend({ ...message, attachments: [String(attachment["blobId"])] }));
    value(await client.mailSend({ draft: true, subject: DRAFT!, text: DRAFT! }));
    value(await client.mailSend({ to: [address], subject: "s", text: SEARCHED! }));
    expect(value(await client.mailList({ q: SEARCHED! })).messages.length).to.equal(1);
    await served.close();
    await store.close();
  });

  const filesIn = (path: string): readonly Buffer[] =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name)));
  /** In clear, in base64 at any offset, and in hex; what is left out is said. */
  const readIn = (bytes: Buffer): readonly string[] =>
    [...SECRETS, key].filter((secret) => {
      const text = Buffer.from(secret);
      const forms = [0, 1, 2].map((skipped) =>
        text.subarray(skipped, skipped + 15).toString("base64"),
      );
      return [secret, text.toString("hex"), ...forms].some((form) => bytes.includes(form));
    });

  it("has none of it in any file of the directory, nor in any record behind LevelDB's blocks", async () => {
    const files = filesIn(join(dir.path, "data"));
    expect(files.length).to.be.at.least(3);
    for (const bytes of files) expect(readIn(bytes)).to.deep.equal([]);
    const store = await openStore({ dir: join(dir.path, "data") });
    const records: Uint8Array[] = [];
    for await (const [name, record] of store.kv.range(WHOLE_RANGE)) records.push(name, record);
    await store.close();
    const all = Buffer.concat(records);
    // The look finds what is there.
    expect(all.includes(address)).to.equal(true);
    expect(readIn(all)).to.deep.equal([]);
  });
});
