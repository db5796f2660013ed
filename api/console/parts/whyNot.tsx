/** Why this node and others do not talk: each address with its last error, for the operator. */
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { useEvery } from "../connection/live.js";
import { callByName, session } from "../connection/session.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { spanText } from "./when.js";

const EVERY_MS = 4_000;
/** The account of the key in `api.json`. */
const OPERATOR = "operator";

const short = (id: string): string => (id.length > 12 ? `… ${id.slice(-8)}` : id);

async function asked(): Promise<Fields | null> {
  if (session.value === null) return null;
  // Others than the operator are refused: they are not asked for it.
  if (textAt(valueOf(await callByName("identity", {})), "account") !== OPERATOR) return null;
  return valueOf(await callByName("meshWhy", {}));
}

function stateOf(peer: Fields): readonly [mark: "good" | "open" | "bad", text: string] {
  if (peer["greeted"] === true) return ["good", "lets this node in"];
  const { code, by } = fieldsAt(peer, "refusal");
  if (typeof code === "string")
    return ["bad", by === "self" ? `sent away: ${code}` : `sends this node away: ${code}`];
  return peer["connected"] === true ? ["open", "connected"] : ["open", "not connected"];
}

/** Facts about one address of a peer; of one that was never tried there is no error. */
function Row({ address, peer }: { readonly peer: Fields; readonly address: Fields }) {
  const [mark, state] = stateOf(peer);
  const next = numberAt(peer, "nextTrySeconds");
  const ago = numberAt(address, "secondsAgo");
  const means = textAt(address, "means") || textAt(fieldsAt(peer, "refusal"), "means");
  return (
    <tr>
      <td class="digits" title={textAt(peer, "peer")}>
        {short(textAt(peer, "peer")) || "unknown"}{" "}
        <span class="label">{textAt(peer, "source")}</span>
      </td>
      <td>
        <span class={`mark ${mark}`}>{state}</span>
      </td>
      <td class="digits address">{textAt(address, "address") || "called here itself"}</td>
      <td title={textAt(address, "detail")}>
        {textAt(address, "fault") || "none"}
        {ago === null ? "" : `, ${spanText(ago)} ago`}
      </td>
      <td class="right number">
        {numberAt(address, "failures") ?? numberAt(peer, "failures") ?? 0}
      </td>
      <td class="nowrap">{next === null ? "none planned" : `in ${spanText(next)}`}</td>
      <td class="means">{means}</td>
    </tr>
  );
}

function hasFault(peer: Fields): boolean {
  return (
    textAt(fieldsAt(peer, "refusal"), "code") !== "" ||
    listAt(peer, "addresses").some((address) => textAt(address, "fault") !== "")
  );
}

function Shown({ why }: { readonly why: Fields }) {
  const findings = listAt(why, "findings");
  const peers = listAt(why, "peers");
  const failing = peers.filter((peer) => peer["greeted"] !== true && hasFault(peer)).length;
  return (
    <div data-why={findings.length}>
      {findings.length === 0 ? (
        <p class="label">
          {failing === 0
            ? "There is nothing to act upon."
            : `${failing} of ${peers.length} peers and this node do not talk: what each error means stands beside it.`}
        </p>
      ) : (
        findings.map((one, i) => (
          <p key={i} class="notice bad">
            <strong>{textAt(one, "code")}</strong> {textAt(one, "detail")}
          </p>
        ))
      )}
      {peers.length === 0 ? null : (
        <div class="wide why" tabIndex={0} role="region" aria-label="Addresses that are tried">
          <table>
            <thead>
              <tr>
                <th>Peer</th>
                <th>State</th>
                <th>Address</th>
                <th>Last error</th>
                <th class="right">Failures</th>
                <th>Next try</th>
                <th>What it means</th>
              </tr>
            </thead>
            <tbody>
              {peers.flatMap((peer, i) => {
                const addresses = listAt(peer, "addresses");
                return (addresses.length === 0 ? [{}] : addresses).map((address, k) => (
                  <Row key={`${i} ${k}`} peer={peer} address={address} />
                ));
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

export function WhyNot() {
  const why = useAsked(asked, [session.value?.key]);
  useEvery(
    EVERY_MS,
    () => (why.state === "ready" && why.value !== null ? why.again() : undefined),
    [session.value?.key],
  );
  return (
    <section class="section" aria-labelledby="why">
      <h2 id="why">Why two nodes do not talk</h2>
      {why.state === "failed" ? <p class="notice bad">{why.why}</p> : null}
      {why.state !== "ready" ? null : why.value === null ? (
        <p class="label">
          Addresses, errors and reasons are the operator's: sign in with the key in{" "}
          <code>api.json</code>, or run <code>calc peers why</code>.
        </p>
      ) : (
        <Shown why={why.value} />
      )}
    </section>
  );
}
