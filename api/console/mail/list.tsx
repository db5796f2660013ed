/** The messages of a mailbox: a page, and those before it as they are asked for. */
import { useEffect, useRef, useState } from "preact/hooks";
import { reasonOf } from "../connection/asked.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { When, WHEN_WIDTH } from "../parts/when.js";
import { go } from "../connection/router.js";
import { nameOf, type Box, type Listed, type Mailbox } from "./box.js";

const EMPTY: Readonly<Record<Mailbox, string>> = {
  inbox: "Nothing has come yet. Tell others your address: they write to it from any account.",
  sent: "You have sent nothing yet.",
  drafts: "There are no drafts.",
  archive: "Nothing is archived.",
  junk: "There is no junk.",
  trash: "The trash is empty.",
};

interface Held {
  readonly messages: readonly Listed[];
  /** Undefined before the first page; null at the end. */
  readonly after: string | null | undefined;
  readonly failed: string;
}

const NOTHING: Held = { messages: [], after: undefined, failed: "" };

function columnsOf(mailbox: Mailbox): readonly Column<Listed>[] {
  const isOut = mailbox === "sent" || mailbox === "drafts";
  const weight = ({ isSeen }: Listed): string => (isSeen || isOut ? "" : "unseen");
  return [
    {
      title: isOut ? "To" : "From",
      width: "minmax(0, 2fr)",
      cell: (one) => (
        <span
          class={weight(one)}
          title={(isOut ? one.to : one.from).map((p) => p.email).join(", ")}
        >
          {(isOut ? one.to : one.from).map(nameOf).join(", ") || "nobody"}
        </span>
      ),
    },
    {
      title: "Subject",
      width: "minmax(0, 5fr)",
      cell: (one) => (
        <>
          <span class={weight(one)}>
            {one.isFlagged ? "⚑ " : ""}
            {one.subject === "" ? "(no subject)" : one.subject}
          </span>{" "}
          <span class="soft">{one.preview}</span>
        </>
      ),
    },
    {
      title: "Attached",
      width: "72px",
      isWide: true,
      cell: ({ hasAttachment }) => (hasAttachment ? "files" : ""),
    },
    {
      title: "Came",
      width: WHEN_WIDTH,
      isWide: true,
      cell: ({ receivedMs }) => <When ms={receivedMs} />,
    },
  ];
}

export function MessageList({
  box,
  edit,
  mailbox,
  q,
}: {
  readonly box: Box;
  readonly mailbox: Mailbox;
  readonly q: string;
  /** Opens a draft. */
  readonly edit: (id: string) => void;
}) {
  const [held, setHeld] = useState<Held>(NOTHING);
  const [isBusy, setBusy] = useState(true);
  const era = useRef(0);
  const more = (from: Held): void => {
    const now = era.current;
    setBusy(true);
    box
      .list(mailbox, q, from.after ?? null)
      .then(
        ({ after, messages }) => {
          if (era.current === now)
            setHeld({ messages: [...from.messages, ...messages], after, failed: "" });
        },
        (error: unknown) => {
          if (era.current === now) setHeld({ ...from, failed: reasonOf(error) });
        },
      )
      .finally(() => {
        if (era.current === now) setBusy(false);
      });
  };
  useEffect(() => {
    era.current += 1;
    setHeld(NOTHING);
    more(NOTHING);
  }, [box.address, box.opensIn, mailbox, q]);
  const { after, failed, messages } = held;
  if (after === undefined)
    return failed === "" ? (
      <Loading what="messages" />
    ) : (
      <Failed why={failed} retry={() => more(NOTHING)} />
    );
  return (
    <div class="section">
      {messages.length > 0 ? (
        <Table
          label="Messages"
          columns={columnsOf(mailbox)}
          count={messages.length}
          rowAt={(i) => messages[i] ?? null}
          open={({ id }) => (mailbox === "drafts" ? edit(id) : go(`/mail/${id}`))}
        />
      ) : q === "" ? (
        <Empty what={EMPTY[mailbox]} />
      ) : (
        <Empty
          what={`No message of this mailbox has all words of “${q}”${after === null ? "" : " so far"}.`}
        />
      )}
      {failed === "" ? null : <Failed why={failed} retry={() => more(held)} />}
      {after === null ? null : (
        <div class="buttons">
          <button type="button" class="button" disabled={isBusy} onClick={() => more(held)}>
            {isBusy ? "Loading …" : "Older messages"}
          </button>
        </div>
      )}
    </div>
  );
}
