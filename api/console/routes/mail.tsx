/** Mailboxes of an account, and writing. */
import { useState } from "preact/hooks";
import { MAILBOXES, type Box, type Mailbox } from "../mail/box.js";
import { BLANK, Compose, draftOf, replyTo } from "../mail/compose.js";
import { MailGate } from "../mail/gate.js";
import { MessageList } from "../mail/list.js";
import { useAsked } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Failed, Loading } from "../parts/states.js";
import { go, type ScreenProps } from "../connection/router.js";
import "../style/account.css";
import "../style/mail.css";

function isMailbox(name: string | null): name is Mailbox {
  return MAILBOXES.some((one) => one === name);
}

/** A message as it is answered, or a draft as it is written on. */
function Begun({
  box,
  close,
  id,
  isDraft,
}: {
  readonly box: Box;
  readonly id: string;
  readonly isDraft: boolean;
  readonly close: () => void;
}) {
  const asked = useAsked(() => box.read(id), [id]);
  if (asked.state === "loading") return <Loading what="the message" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const beginning = isDraft ? draftOf(asked.value) : replyTo(asked.value);
  return <Compose box={box} beginning={beginning} close={close} />;
}

function Boxes({ box, query }: { readonly box: Box } & Pick<ScreenProps, "query">) {
  const named = query.get("box");
  const mailbox: Mailbox = isMailbox(named) ? named : "inbox";
  const q = query.get("q") ?? "";
  const [words, setWords] = useState(q);
  const [reply, draft] = [query.get("reply"), query.get("draft")];
  const isWriting = query.has("new");
  const show = (of: Mailbox, search: string): void => {
    const wanted = new URLSearchParams({
      ...(of === "inbox" ? {} : { box: of }),
      ...(search === "" ? {} : { q: search }),
    });
    go(`/mail${wanted.size === 0 ? "" : `?${wanted}`}`, { replace: true });
  };
  const close = (): void => show(mailbox, q);
  return (
    <>
      <p class="lead address">
        Your address is <strong class="digits">{box.address}</strong>
        {box.opensIn === "page" ? ": this page opens and seals your mail itself" : ""}
      </p>
      {isWriting ? <Compose box={box} beginning={BLANK} close={close} /> : null}
      {reply === null ? null : <Begun box={box} id={reply} isDraft={false} close={close} />}
      {draft === null ? null : <Begun box={box} id={draft} isDraft close={close} />}
      {isWriting || reply !== null || draft !== null ? null : (
        <>
          <div class="buttons">
            <button type="button" class="button main" onClick={() => go("/mail?new")}>
              Write a message
            </button>
            <div class="buttons" role="group" aria-label="Mailboxes">
              {MAILBOXES.map((one) => (
                <button
                  key={one}
                  type="button"
                  class="button plain mailbox"
                  aria-pressed={one === mailbox}
                  onClick={() => show(one, q)}
                >
                  {one}
                </button>
              ))}
            </div>
          </div>
          <form
            class="box search"
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              show(mailbox, words.trim());
            }}
          >
            <input
              class="input"
              type="search"
              data-box
              aria-label="Words of a message"
              placeholder="Words in subject, names, addresses or text"
              value={words}
              onInput={({ currentTarget }) => {
                setWords(currentTarget.value);
                if (currentTarget.value === "") show(mailbox, "");
              }}
            />
            <button class="button">Search</button>
          </form>
          <MessageList
            box={box}
            mailbox={mailbox}
            q={q}
            edit={(id) => go(`/mail?box=drafts&draft=${id}`)}
          />
        </>
      )}
    </>
  );
}

export function Screen({ query }: ScreenProps) {
  return (
    <div class="page">
      <h1>Mail</h1>
      <NeedsAccount what="your mail" hasDemo={false}>
        <MailGate>{(box) => <Boxes box={box} query={query} />}</MailGate>
      </NeedsAccount>
    </div>
  );
}
