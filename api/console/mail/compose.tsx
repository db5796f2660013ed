/** Writing a message: recipients checked as they are typed, attachments with the time they have left. */
import { useEffect, useState } from "preact/hooks";
import { readMailAddress } from "../../../protocol/mail/address.js";
import { MAIL_RECIPIENTS_MAX } from "../../../protocol/limits.js";
import { Outcome, useAction } from "../parts/action.js";
import { sizeText } from "../files/size.js";
import { msOf, spanText } from "../parts/when.js";
import { upload, type Box, type Letter, type Recipient, type Uploaded } from "./box.js";
import { Delivery } from "./delivery.js";

const MS_PER_S = 1_000;
const BYTES_MAX = 16 * 1_048_576;

function addressesOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
}

/** What the form begins with. */
export interface Beginning {
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  readonly text: string;
  readonly inReplyTo: string | null;
  readonly replaces: string | null;
}

export const BLANK: Beginning = {
  to: "",
  cc: "",
  subject: "",
  text: "",
  inReplyTo: null,
  replaces: null,
};

export function draftOf({ cc, id, subject, text, to }: Letter): Beginning {
  return {
    to: to.map(({ email }) => email).join(", "),
    cc: cc.map(({ email }) => email).join(", "),
    subject,
    text: text ?? "",
    inReplyTo: null,
    replaces: id,
  };
}

export function replyTo({ from, id, subject, text }: Letter): Beginning {
  const quoted = (text ?? "")
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return {
    to: from.map(({ email }) => email).join(", "),
    cc: "",
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: text === null || text === "" ? "" : `\n\n${quoted}`,
    inReplyTo: id,
    replaces: null,
  };
}

function addressFault(to: readonly string[], cc: readonly string[]): string | null {
  const all = [...new Set([...to, ...cc])];
  const bad = all.find((one) => readMailAddress(one) === null);
  if (bad !== undefined) return `“${bad}” is no address: one is ada.lovelace@3f0c2b7a9d41e568.`;
  return all.length > MAIL_RECIPIENTS_MAX
    ? `A message has at most ${MAIL_RECIPIENTS_MAX} recipients, and these are ${all.length}.`
    : null;
}

function Left({ expiresCalcond }: Pick<Uploaded, "expiresCalcond">) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10 * MS_PER_S);
    return () => clearInterval(timer);
  }, []);
  const left = (msOf(expiresCalcond) - now) / MS_PER_S;
  return (
    <span class={left > 0 ? "soft" : "mark bad"}>
      {left > 0 ? `${spanText(left)} left` : "ended"}
    </span>
  );
}

export function Compose({
  beginning,
  box,
  close,
}: {
  readonly box: Box;
  readonly beginning: Beginning;
  readonly close: () => void;
}) {
  const [letter, setLetter] = useState(beginning);
  const [files, setFiles] = useState<readonly Uploaded[]>([]);
  const [sent, setSent] = useState<readonly Recipient[] | null>(null);
  const action = useAction();
  const [to, cc] = [addressesOf(letter.to), addressesOf(letter.cc)];
  const fault = addressFault(to, cc);
  const count = new Set([...to, ...cc]).size;
  const set = (name: "to" | "cc" | "subject" | "text", value: string): void =>
    setLetter((now) => ({ ...now, [name]: value }));
  const give = (isDraft: boolean): void =>
    action.run(isDraft ? "draft" : "send", async () => {
      const { inReplyTo, replaces, subject, text } = letter;
      const attachments = files.map(({ blobId }) => blobId);
      const wanted = { to, cc, subject, text, attachments, inReplyTo, replaces, isDraft };
      const recipients = await box.send(wanted);
      if (isDraft) {
        close();
        return "";
      }
      setSent(recipients);
      return "";
    });
  if (sent !== null)
    return (
      <section class="section" aria-label="Sent">
        <h2>Sent</h2>
        <Delivery recipients={sent} />
        <div class="buttons">
          <button type="button" class="button" onClick={close}>
            Back to the mailbox
          </button>
        </div>
      </section>
    );
  return (
    <form
      class="section compose"
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault();
        give(false);
      }}
    >
      <div class="head">
        <h2>{letter.inReplyTo === null ? "New message" : "Reply"}</h2>
        <span class="lead">from {box.address}</span>
      </div>
      {(["to", "cc"] as const).map((name) => (
        <label key={name} class="control">
          {name === "to"
            ? `To: ${count} of at most ${MAIL_RECIPIENTS_MAX} recipients`
            : "Copies to"}
          <textarea
            class="input digits addresses"
            name={name}
            rows={name === "to" && to.length > 3 ? 4 : 1}
            spellcheck={false}
            placeholder={name === "to" ? "ada.lovelace@3f0c2b7a9d41e568, charles@…" : ""}
            aria-invalid={addressFault(name === "to" ? to : cc, []) !== null}
            value={letter[name]}
            onInput={({ currentTarget }) => set(name, currentTarget.value)}
          />
        </label>
      ))}
      {fault === null ? null : <p class="fault">{fault}</p>}
      <label class="control">
        Subject
        <input
          class="input"
          name="subject"
          maxLength={998}
          value={letter.subject}
          onInput={({ currentTarget }) => set("subject", currentTarget.value)}
        />
      </label>
      <label class="control">
        Text
        <textarea
          class="input letter"
          name="text"
          value={letter.text}
          onInput={({ currentTarget }) => set("text", currentTarget.value)}
        />
      </label>
      {box.opensIn === "page" ? (
        <p class="label">
          This page seals the message. To attach files, sign in with a key that opens the mail on
          the node.
        </p>
      ) : (
        <div class="control">
          <label class="control">
            Attachments, of at most 16 MiB each
            <input
              type="file"
              multiple
              onChange={({ currentTarget }) => {
                const chosen = [...(currentTarget.files ?? [])];
                currentTarget.value = "";
                action.run("upload", async () => {
                  for (const file of chosen) {
                    if (file.size > BYTES_MAX)
                      throw new Error(
                        `${file.name} has ${sizeText(file.size)}: 16 MiB is the most.`,
                      );
                    const attachment = await upload(file);
                    setFiles((now) => [...now, attachment]);
                  }
                  return "";
                });
              }}
            />
          </label>
          {files.length === 0 ? null : (
            <ul class="list attachments">
              {files.map((file) => (
                <li key={file.blobId}>
                  <span class="filename">{file.name}</span>
                  <span class="soft digits">{sizeText(file.size)}</span>
                  <Left expiresCalcond={file.expiresCalcond} />
                  <button
                    type="button"
                    class="button plain"
                    onClick={() => setFiles((now) => now.filter((one) => one !== file))}
                  >
                    Leave out
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div class="buttons">
        <button class="button main" disabled={action.busy !== "" || count === 0 || fault !== null}>
          {action.busy === "send" ? "Sending …" : action.busy === "upload" ? "Uploading …" : "Send"}
        </button>
        <button
          type="button"
          class="button"
          disabled={action.busy !== "" || fault !== null}
          onClick={() => give(true)}
        >
          Keep as a draft
        </button>
        <button type="button" class="button plain" onClick={close}>
          Close
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}
