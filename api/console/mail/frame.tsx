/**
 * A message as a page, in its sandbox: the address of the frame works once, so each way to show it
 * asks for one anew. Above it stands what was held, and where its links lead.
 */
import { useState } from "preact/hooks";
import { addressOf } from "../connection/base.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Failed, Loading } from "../parts/states.js";
import { client } from "../connection/session.js";
import type { Shown } from "./box.js";

const HELD: Readonly<Record<string, readonly [one: string, many: string]>> = {
  remoteImages: ["picture from elsewhere", "pictures from elsewhere"],
  remoteStyles: ["style sheet or font from elsewhere", "style sheets and fonts from elsewhere"],
  scripts: ["script", "scripts"],
  frames: ["frame", "frames"],
  forms: ["form", "forms"],
  embedded: ["embedded object", "embedded objects"],
  hints: ["hint to load something", "hints to load something"],
};
const MARKS: Readonly<Record<string, string>> = {
  bidi: "letters that turn the direction of writing",
  invisible: "letters that cannot be seen",
  "mixed-scripts": "letters of several scripts",
  "look-alike": "letters that look like others",
  "address-in-name": "an address that is not its own",
};
const REFUSED: Readonly<Record<string, string>> = {
  size: "it is too large",
  nodes: "it has too many parts",
  depth: "it is nested too deeply",
  unstable: "it reads in another way each time it is cleaned",
};

function heldText({ held }: Shown): string {
  const parts = Object.entries(HELD).flatMap(([name, [one, many]]) => {
    const count = held[name];
    return typeof count === "number" && count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return parts.join(", ");
}

function Banner({ shown }: { readonly shown: Shown }) {
  const { deceptiveLinks, hosts, refused, senderMarks } = shown;
  const held = heldText(shown);
  return (
    <div class="section banner" data-banner>
      {deceptiveLinks > 0 || senderMarks.length > 0 ? (
        <div class="notice warn">
          {senderMarks.map((mark) => (
            <p key={mark}>The sender's name has {MARKS[mark] ?? mark}.</p>
          ))}
          {deceptiveLinks === 0 ? null : (
            <p>
              {deceptiveLinks === 1 ? "1 link names" : `${deceptiveLinks} links name`} another host
              than the one it leads to.
            </p>
          )}
        </div>
      ) : null}
      <p class="label">
        {held === "" ? "Nothing was held." : `Held: ${held}.`}
        {hosts.length === 0 ? "" : ` Links lead to ${hosts.join(", ")}.`}
        {refused === null ? "" : ` The HTML is not shown: ${REFUSED[refused] ?? refused}.`}
      </p>
    </div>
  );
}

export function MailFrame({ id, sender }: { readonly id: string; readonly sender: string }) {
  const [images, setImages] = useState<"shown" | "blocked" | undefined>(undefined);
  const asked = useAsked(
    async () =>
      valueOf(await client.value.mailHtml({ id, ...(images === undefined ? {} : { images }) })),
    [id, images],
  );
  const action = useAction();
  if (asked.state === "loading") return <Loading what="the message in its sandbox" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const shown = asked.value;
  // Behind the prefix of a proxy, the node does not know where the page stands.
  const token = new URL(shown.url).pathname.split("/").at(-1) ?? "";
  const renew = (): void => {
    setImages(undefined);
    asked.again();
  };
  return (
    <div class="section">
      <Banner shown={shown} />
      <div class="buttons">
        {shown.images === "shown" ? (
          <button type="button" class="button" onClick={() => setImages("blocked")}>
            Hide pictures
          </button>
        ) : shown.held.remoteImages > 0 ? (
          <button type="button" class="button" onClick={() => setImages("shown")}>
            Show pictures this time
          </button>
        ) : null}
        {shown.alwaysAllowed ? (
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() =>
              action.run("block", async () => {
                valueOf(await client.value.mailImagesBlock({ address: sender }));
                renew();
                return "Pictures of this sender are held again.";
              })
            }
          >
            Hold this sender's pictures again
          </button>
        ) : shown.held.remoteImages > 0 || shown.images === "shown" ? (
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() =>
              action.run("allow", async () => {
                valueOf(await client.value.mailImagesAllow({ address: sender }));
                renew();
                return "Pictures of this sender are shown from now on. With each, the sender learns that you read.";
              })
            }
          >
            Always show this sender's
          </button>
        ) : null}
      </div>
      <Outcome action={action} />
      <iframe
        key={token}
        class="mailframe"
        title="The message, in a sandbox"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={addressOf(`api/mail/shown/${token}`)}
      />
    </div>
  );
}
