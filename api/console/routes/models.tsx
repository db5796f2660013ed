/** Models by the account's own keys: what is kept, and chats whose numbers name their receipts. */
import { Chat } from "../models/chat.js";
import { Credentials } from "../models/credentials.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Failed, Loading } from "../parts/states.js";
import { client } from "../connection/session.js";
import "../style/account.css";
import "../style/models.css";

function Models() {
  const asked = useAsked(async () => {
    const [providers, kept, balance] = await Promise.all([
      client.value.llmProviders({}),
      client.value.llmCredentials({ limit: 200 }),
      client.value.ledgerBalance({}),
    ]);
    return {
      providers: valueOf(providers),
      credentials: valueOf(kept).credentials,
      isOperator: valueOf(balance).unlimited,
    };
  }, [client.value]);
  if (asked.state === "loading") return <Loading what="your keys" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  return (
    <>
      {asked.value.credentials.length === 0 ? null : (
        <Chat credentials={asked.value.credentials} done={asked.again} />
      )}
      <Credentials {...asked.value} again={asked.again} />
    </>
  );
}

export function Screen() {
  return (
    <div class="page">
      <h1>Models</h1>
      <p class="lead">
        Chat by your own key for a provider. The model has the node's tools, and each number of its
        answer names the receipt that it came from.
      </p>
      <NeedsAccount what="your keys for models">
        <Models />
      </NeedsAccount>
    </div>
  );
}
