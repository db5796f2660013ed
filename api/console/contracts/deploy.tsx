/** The last step to a contract: on which machine, and the button. */
import { useState } from "preact/hooks";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { KeyOnce } from "../parts/keyOnce.js";
import { go, Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import type { Fields } from "../connection/json.js";

export type Deployed =
  | { readonly program: Fields }
  | { readonly templateId: string; readonly params: Record<string, number> };

/** No slug begins so. */
const NONE = "-";

function DeployForm({
  isReady,
  what,
}: {
  readonly what: () => Deployed | Promise<Deployed>;
  readonly isReady: boolean;
}) {
  const [machine, setMachine] = useState("");
  const [made, setMade] = useState<{ readonly contract: string; readonly key: string } | null>(
    null,
  );
  const machines = useAsked(
    async () => valueOf(await client.value.stateList({})).machines,
    [client.value],
  );
  const action = useAction();
  const deploy = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.contractDeploy({
        ...(await what()),
        ...(machine === "" ? {} : { machine: machine === NONE ? null : machine }),
      }),
    );
    const { contract, key } = answer;
    if (key === undefined) go(`/contracts/${contract}`);
    else setMade({ contract, key });
    return "";
  };
  if (made !== null)
    return (
      <>
        <KeyOnce secret={made.key} what="Key of its machine, which fires it" />
        <Link to={`/contracts/${made.contract}`} class="button main">
          Open the contract
        </Link>
      </>
    );
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("deploy", deploy);
      }}
    >
      <div class="pair">
        <label class="control">
          Machine whose events and roles hold for it
          <select
            class="input"
            value={machine}
            onChange={({ currentTarget }) => setMachine(currentTarget.value)}
          >
            <option value="">one of its own, which begins with it</option>
            <option value={NONE}>none: it is fired by itself</option>
            {machines.state === "ready"
              ? machines.value.map(({ name, slug }) => (
                  <option key={slug} value={slug}>
                    {name === null ? slug : `${slug} (${name})`}
                  </option>
                ))
              : null}
          </select>
        </label>
        <div class="buttons">
          <button class="button main" disabled={!isReady || action.busy !== ""} data-deploy>
            {action.busy === "" ? "Deploy" : "Deploying …"}
          </button>
          <span class="label">Deploying costs nothing.</span>
        </div>
      </div>
      <Outcome action={action} />
    </form>
  );
}

export function Deploy(props: {
  readonly what: () => Deployed | Promise<Deployed>;
  readonly isReady: boolean;
}) {
  return (
    <section class="section" aria-label="Deploy">
      <h2>Deploy</h2>
      <NeedsAccount what="the button that deploys it">
        <DeployForm {...props} />
      </NeedsAccount>
    </section>
  );
}
