/** A message by its id. */
import { LetterView } from "../mail/letter.js";
import type { Box } from "../mail/box.js";
import { useEvery } from "../connection/live.js";
import { MailGate } from "../mail/gate.js";
import { useAsked } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Failed, Loading } from "../parts/states.js";
import { Link, type ScreenProps } from "../connection/router.js";
import "../style/account.css";
import "../style/mail.css";

/** While another node has not taken it. */
const DELIVERY_MS = 3_000;

function ById({ box, id }: { readonly box: Box; readonly id: string }) {
  const asked = useAsked(() => box.read(id), [id, box.address, box.opensIn]);
  const isOnItsWay =
    asked.state === "ready" && asked.value.recipients.some(({ status }) => status === "queued");
  useEvery(DELIVERY_MS, () => (isOnItsWay ? asked.again() : undefined), [id]);
  if (asked.state === "loading") return <Loading what="the message" />;
  if (asked.state === "failed")
    return (
      <Failed why={asked.why} retry={asked.again}>
        <p>
          <Link to="/mail">Go to the inbox</Link>
        </p>
      </Failed>
    );
  return <LetterView box={box} letter={asked.value} again={asked.again} />;
}

export function Screen({ id }: ScreenProps) {
  return (
    <div class="page">
      <h1>Mail</h1>
      <NeedsAccount what="your mail" hasDemo={false}>
        <MailGate>{(box) => <ById box={box} id={id} />}</MailGate>
      </NeedsAccount>
    </div>
  );
}
