/** One message: who, when, what it says, what is attached, and what can be done with it. */
import { useEffect } from "preact/hooks";
import { MAIL_ATTACHMENT_CALCONDS } from "../../../protocol/limits.js";
import { Outcome, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { sizeText } from "../files/size.js";
import { msOf, spanText, When } from "../parts/when.js";
import { go, Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { save, type Attached, type Box, type Letter, type Mailbox, type Person } from "./box.js";
import { Delivery } from "./delivery.js";
import { MailFrame } from "./frame.js";

const MS_PER_S = 1_000;

function People({ of, word }: { readonly word: string; readonly of: readonly Person[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {of.map(({ email, name }, i) => (
          <span key={email}>
            {i > 0 ? ", " : ""}
            {name === null ? null : <>{name} </>}
            <span class="digits soft">{email}</span>
          </span>
        ))}
      </dd>
    </>
  );
}

function Attachment({
  isMine,
  letter,
  one,
}: {
  readonly one: Attached;
  readonly letter: Letter;
  readonly isMine: boolean;
}) {
  const action = useAction();
  const left = (msOf(letter.receivedCalcond + MAIL_ATTACHMENT_CALCONDS) - Date.now()) / MS_PER_S;
  return (
    <li>
      <span class="filename">{one.name}</span>
      <span class="soft digits">{sizeText(one.size)}</span>
      <span class="soft">{left > 0 ? `at most ${spanText(left)} left` : "ended"}</span>
      <span class="buttons">
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("save", async () => save(one).then(() => ""))}
        >
          {action.busy === "save" ? "Fetching …" : "Save"}
        </button>
        {isMine ? null : (
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            title="With the last recipient's word the node deletes it"
            onClick={() =>
              action.run("confirm", async () => {
                const { remaining } = valueOf(await client.value.mailConfirm({ id: one.blobId }));
                return remaining === 0
                  ? "Confirmed: all have it, and the node has deleted it."
                  : `Confirmed: ${remaining} others have not said so yet.`;
              })
            }
          >
            I have it
          </button>
        )}
      </span>
      <Outcome action={action} />
    </li>
  );
}

export function LetterView({
  again,
  box,
  letter,
}: {
  readonly box: Box;
  readonly letter: Letter;
  readonly again: () => void;
}) {
  const action = useAction();
  const { id, mailbox } = letter;
  const sender = letter.from[0]?.email ?? "";
  const back = mailbox === "inbox" ? "/mail" : `/mail?box=${mailbox}`;
  useEffect(() => {
    // Shown entries are read.
    if (!letter.isSeen)
      box.change(id, { keywords: [...letter.keywords, "$seen"] }).catch(() => undefined);
  }, [id]);
  const move = (to: Mailbox): void =>
    action.run(to, async () => {
      await box.change(id, { mailbox: to });
      go(back);
      return "";
    });
  const other = letter.thread.filter((one) => one !== id);
  return (
    <article class="section">
      <div class="buttons">
        <Link to={back} class="button plain">
          Back to {mailbox}
        </Link>
        <button type="button" class="button" onClick={() => go(`/mail?reply=${id}`)}>
          Reply
        </button>
        {mailbox === "archive" ? null : (
          <button type="button" class="button" onClick={() => move("archive")}>
            Archive
          </button>
        )}
        {mailbox === "inbox" ? (
          <button type="button" class="button" onClick={() => move("junk")}>
            Junk
          </button>
        ) : null}
        {mailbox === "trash" ? (
          <button
            type="button"
            class="button risky"
            onClick={() =>
              action.run("delete", async () => {
                await box.remove(id);
                go("/mail?box=trash");
                return "";
              })
            }
          >
            Delete for good
          </button>
        ) : (
          <button type="button" class="button" onClick={() => move("trash")}>
            To the trash
          </button>
        )}
        {mailbox === "inbox" || mailbox === "sent" || mailbox === "drafts" ? null : (
          <button type="button" class="button" onClick={() => move("inbox")}>
            To the inbox
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() =>
            action.run("flag", async () => {
              const keywords = letter.isFlagged
                ? letter.keywords.filter((one) => one !== "$flagged")
                : [...letter.keywords, "$flagged"];
              await box.change(id, { keywords: [...new Set([...keywords, "$seen"])] });
              again();
              return "";
            })
          }
        >
          {letter.isFlagged ? "Take the flag off" : "Flag"}
        </button>
      </div>
      <Outcome action={action} />
      <h2 class="subject">{letter.subject === "" ? "(no subject)" : letter.subject}</h2>
      <dl class="facts">
        <People word="From" of={letter.from} />
        <People word="To" of={letter.to} />
        <People word="Copies" of={letter.cc} />
        <dt>Came</dt>
        <dd>
          <When ms={letter.receivedMs} />
        </dd>
        <dt>Signed by</dt>
        <dd class="digits">{letter.identity === "" ? "nobody" : letter.identity}</dd>
      </dl>
      <Delivery recipients={letter.recipients} />
      {letter.hasHtml ? (
        <MailFrame id={id} sender={sender} />
      ) : (
        <div class="mailtext" data-text>
          {letter.text ?? ""}
        </div>
      )}
      {letter.attachments.length === 0 ? null : (
        <section class="section" aria-label="Attachments">
          <h3>Attachments</h3>
          <ul class="list attachments">
            {letter.attachments.map((one) => (
              <Attachment
                key={one.blobId}
                one={one}
                letter={letter}
                isMine={sender === box.address}
              />
            ))}
          </ul>
        </section>
      )}
      {other.length === 0 ? null : (
        <section class="section" aria-label="Thread">
          <h3>In the same thread</h3>
          <ul class="list">
            {other.map((one) => (
              <li key={one}>
                <Link to={`/mail/${one}`} class="choice">
                  <span class="name digits">{one}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
