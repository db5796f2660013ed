/** Search in sealed segments, beside a look at each text. */
import { expect } from "chai";
import { remove, type Mailbox } from "../../../../node/mail/mailboxes.js";
import type { MailHolder } from "../../../../node/mail/mailKeyring.js";
import { MailReading } from "../../../../node/mail/mailReading.js";
import { hasAll, SEGMENT_MESSAGES, wordsOf } from "../../../../node/mail/searchSegments.js";
import { systemRandom } from "../../../../node/runtime/random.js";
import {
  fillMailbox,
  mailCrypto,
  mailHolder,
  type FilledMessage,
} from "../../../../scripts/bench/mailFixture.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { generator } from "../../../kit/generator.js";

const SEED = 20_261_127;
const WORDS =
  "engine engineer mill number punched card analytic Ωhm naïve 機械 計算 note notebook".split(" ");
const MESSAGES = 2 * SEGMENT_MESSAGES + 70;

function* messages(): Generator<FilledMessage> {
  const next = generator(SEED);
  const word = (): string => WORDS[Math.floor(next() * WORDS.length)]!;
  for (let i = 0; i < MESSAGES; i += 1) {
    const mailbox: Mailbox = next() < 0.8 ? "inbox" : "archive";
    yield { mailbox, subject: `${word()} ${i}`, text: `${word()}, ${word()}-${word()}` };
  }
}

describe("search of mail", () => {
  const kv = new MemoryStore();
  const store = new Store(kv);
  const reading = new MailReading({ store, crypto: mailCrypto, random: systemRandom });
  const holder = mailHolder();
  const all = [...messages()];
  const removed = new Set<string>();
  let ids: readonly string[];
  before(async () => {
    ids = await fillMailbox(store, holder, all);
  });

  /** What a search finds, page by page. */
  const found = async (q: string, mailbox: Mailbox, limit = 50, by: MailHolder = holder) => {
    const seen: string[] = [];
    let before: number | undefined;
    do {
      const page = await reading.list(by, { mailbox, q, limit, before });
      expect(page.messages.length).to.be.at.most(limit);
      seen.push(...page.messages.map(({ entry }) => entry.id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    return seen;
  };
  /** The same by a look at each text, the newest first. */
  const expected = (q: string, mailbox: Mailbox): readonly string[] =>
    all
      .flatMap(({ mailbox: own, subject, text: body }, i) => {
        const text = `${subject}\n${body}`.toLowerCase();
        if (own !== mailbox || removed.has(ids[i]!)) return [];
        const isMeant =
          q.split(" ").every((word) => text.includes(word)) && hasAll(text, [...wordsOf(q)]);
        return isMeant ? [ids[i]!] : [];
      })
      .reverse();
  const shards = async (): Promise<readonly Uint8Array[]> =>
    (await store.mail.finds.list()).map(([, bytes]) => bytes);
  const questions = [
    "engine",
    "engineer",
    "note mill",
    "計",
    "計算 engine",
    "ωhm",
    "naïve 17",
    "no",
  ];

  it(`finds what has a word that begins so for each, in order: seed ${SEED}`, async () => {
    for (const q of questions)
      for (const mailbox of ["inbox", "archive"] as const)
        expect(await found(q, mailbox), `${q} in ${mailbox}`).to.deep.equal(expected(q, mailbox));
    expect(await found("ENGINE", "inbox", 7)).to.deep.equal(expected("engine", "inbox"));
    expect(await found("unheard", "inbox")).to.deep.equal([]);
    expect(await found("-", "archive")).to.deep.equal(expected("-", "archive"));
    expect((await shards()).length).to.equal(2 * 16);
  });

  it("opens no message that has not all words, once it is indexed", async () => {
    let opened = 0;
    const counting = new MailReading({
      store,
      random: systemRandom,
      crypto: {
        ...mailCrypto,
        aes256GcmOpen: (sealing, frame) => {
          opened += 1;
          return mailCrypto.aes256GcmOpen(sealing, frame);
        },
      },
    });
    await counting.list(holder, { mailbox: "inbox", q: "unheard", limit: 50 });
    // The newest messages one by one, and a shard of each segment.
    expect(opened).to.be.at.most(70 + 2);
  });

  it("has no word outside of a seal, and shards of round sizes", async () => {
    const stored: Uint8Array[] = [];
    for await (const [key, value] of kv.range(WHOLE_RANGE)) stored.push(key, value);
    const bytes = Buffer.concat(stored);
    for (const word of ["engine", "punched", "機械"])
      expect(bytes.includes(word), word).to.equal(false);
    for (const shard of await shards()) expect((shard.length - 29) % 1_024).to.equal(0);
  });

  it("forgets the words of a message that is deleted, and indexes its segment anew", async () => {
    const id = (await found("engineer", "archive", 200)).at(-1);
    removed.add(id!);
    await store.guards.withGuard(["mail:ada"], (tx) => remove(tx, "ada", id!));
    expect((await shards()).length).to.equal(16);
    expect(await found("engineer", "archive")).to.deep.equal(expected("engineer", "archive"));
    expect((await shards()).length).to.equal(2 * 16);
  });

  it("makes anew what was changed, and opens with the keys of its time", async () => {
    const stored = await store.mail.finds.list();
    await store.write(
      stored.map(([place, bytes], i) => {
        const other = bytes.slice();
        other[40 + i]! ^= 1;
        return store.mail.finds.put(place, other);
      }),
    );
    for (const q of questions)
      expect(await found(q, "inbox"), q).to.deep.equal(expected(q, "inbox"));
    const renewed = mailHolder(2);
    expect(await found("engine", "inbox", 50, renewed)).to.deep.equal(expected("engine", "inbox"));
    await store.write(stored.map(([place]) => store.mail.finds.del(place)));
    expect(await found("mill", "inbox", 50, renewed)).to.deep.equal(expected("mill", "inbox"));
    // The new generation sealed it; a key that was not let in looks at each message.
    expect((await shards()).map(([generation]) => generation)).to.deep.equal(Array(32).fill(2));
    expect(await found("mill", "inbox")).to.deep.equal(expected("mill", "inbox"));
  });
});
