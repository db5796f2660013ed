/** What a screen shows while it has nothing to show: each says why, and what to do. */
import type { ComponentChildren } from "preact";
import type { ProblemBody } from "../../client/problem.js";
import { textAt } from "../connection/json.js";

/** @param what is loaded, as in "the operators" */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  );
}

/** There is nothing; children say how there will be something. */
export function Empty({
  children,
  what,
}: {
  readonly what: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p>{what}</p>
      {children}
    </div>
  );
}

/** The question has an answer, which is that there is no number. */
export function Refused({
  children,
  kind,
  message,
}: {
  readonly kind: string;
  readonly message: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="notice warn" role="status" data-state="refused">
      <strong>Refused: {kind.toLowerCase().replaceAll("_", " ")}</strong>
      <p>{message}</p>
      {children}
    </div>
  );
}

/** Something did not work; what did not, in its own words. */
export function Failed({
  children,
  retry,
  why,
}: {
  readonly why: string;
  readonly retry?: () => void;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="notice bad" role="alert" data-state="failed">
      <p>{why}</p>
      {children}
      {retry === undefined ? null : (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A problem of the interface's own table. */
export function Problem({
  problem,
  retry,
}: {
  readonly problem: ProblemBody;
  readonly retry?: () => void;
}) {
  const remedy = textAt(problem, "remedy");
  return (
    <Failed why={problem.detail} {...(retry === undefined ? {} : { retry })}>
      {remedy === "" ? null : <p>{remedy}</p>}
      <p class="label">
        {problem.code} · request {problem.request_id}
      </p>
    </Failed>
  );
}
