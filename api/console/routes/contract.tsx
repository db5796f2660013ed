/** One contract, or a new one. */
import { LiveContract } from "../contracts/live.js";
import { NewContract } from "../contracts/new.js";
import type { ScreenProps } from "../connection/router.js";
import "../style/account.css";
import "../style/watch.css";

/** Ids begin with `ct_`: no contract has this name. */
const NEW = "new";

export function Screen({ id, query }: ScreenProps) {
  return id === NEW ? (
    <NewContract key={query.toString()} query={query} />
  ) : (
    <LiveContract id={id} />
  );
}
