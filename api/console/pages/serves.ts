/** Serves of pages, by the newest rows of their machine's log. */
import { listAt, numberAt, textAt } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";
import { countText } from "../parts/when.js";
import { client } from "../connection/session.js";

const ROWS = 200;
const COUNTED_MAX = 24;

/** In words, by page. @throws ProblemAnswer where the log is not to be seen */
export async function servesOf(slug: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = valueOf(await client.value.stateAudit({ slug, newest: true, limit: ROWS }));
  const counted = rows
    .filter(({ transitionType }) => transitionType === "page_serve")
    .slice(0, COUNTED_MAX);
  const payloads = await Promise.all(
    counted.map(async ({ seq }) => valueOf(await client.value.statePayload({ slug, seq }))),
  );
  const sums = new Map<string, number>();
  for (const payload of payloads)
    for (const one of listAt(payload, "pages")) {
      const page = textAt(one, "page");
      sums.set(page, (sums.get(page) ?? 0) + (numberAt(one, "serves") ?? 0));
    }
  const span = counted.length === COUNTED_MAX ? "in the newest rows of its log" : "so far";
  return new Map(
    [...sums].map(([page, count]) => [
      page,
      `Served ${countText(count)} ${count === 1 ? "file" : "files"} ${span}.`,
    ]),
  );
}
