/** Lists by pages: each answer names the next one in its `Link` (RFC 8288). */
import type { Outcome } from "./outcome.js";
import type { ProblemBody } from "./problem.js";

/** A problem where there is no outcome to give it in. */
export class ProblemError extends Error {
  readonly code: string;
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = "ProblemError";
    this.code = problem.code;
    this.problem = problem;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Every item of a list, page by page, each page asked for when it is needed.
 * @param read the first page, or the one with these fields of a query
 * @throws ProblemError
 */
export async function* itemsOf(
  member: string,
  read: (page: URLSearchParams | null) => Promise<Outcome<Fields>>,
): AsyncGenerator {
  let page: URLSearchParams | null = null;
  do {
    const outcome: Outcome<Fields> = await read(page);
    if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
    const items: unknown = outcome.value[member];
    if (Array.isArray(items)) yield* items;
    page = nextPage(outcome.headers.get("link"));
  } while (page !== null);
}

/** The query of the link to the next page, or null. */
function nextPage(link: string | null): URLSearchParams | null {
  const target = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? "")?.[1];
  if (target === undefined) return null;
  const query = target.indexOf("?");
  return new URLSearchParams(query < 0 ? "" : target.slice(query + 1));
}
