/** A whole vault as one answer, however large: written out while it is read. */
import { preEncoded, type PreEncoded } from "../../api/contract/preEncoded.js";
import { ENVELOPE_PAGE_MAX } from "../../protocol/limits.js";
import type { VaultToken } from "../../storage/vault/leaf.js";
import type { Vault, VaultQuery } from "../services/vault.js";

type ListQuery = Omit<VaultQuery, "offset" | "limit">;

/**
 * Page by page, each from one state and behind the last id of the page before: what comes or goes meanwhile may be in it or not,
 * nothing else is missing or there twice.
 */
export async function envelopeList(
  vault: Vault, owner: string, query: ListQuery, offset: number, show: (token: VaultToken) => object,
): Promise<PreEncoded> {
  const first = await vault.page(owner, { ...query, offset, limit: ENVELOPE_PAGE_MAX });
  const end = `],"total":${first.total},"offset":${offset},"limit":null,"next":null,"after_next":null}`;
  const text = (tokens: readonly VaultToken[]): string => tokens.map((token) => JSON.stringify(show(token))).join(",");
  if (first.left <= first.tokens.length) return preEncoded({ body: `{"envelopes":[${text(first.tokens)}${end}` });
  return preEncoded({ body: "", parts: rest() });

  async function* rest(): AsyncGenerator<string> {
    yield `{"envelopes":[${text(first.tokens)}`;
    let [page, after] = [first, first.tokens.at(-1)!.id];
    while (page.left > page.tokens.length) {
      page = await vault.page(owner, { ...query, after, offset: 0, limit: ENVELOPE_PAGE_MAX });
      if (page.tokens.length === 0) break;
      after = page.tokens.at(-1)!.id;
      yield `,${text(page.tokens)}`;
    }
    yield end;
  }
}
