/** A long list of envelopes as one answer, however large: written out while it is read. */
import type { NextPage } from "../../../api/contract/definition/listing.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ENVELOPE_STEP } from "../../../protocol/limits.js";
import type { VaultToken } from "../../../storage/records/vault/tokenRow.js";
import type { Vault, VaultPage, VaultQuery } from "../vault.js";

/** What the answer adds to the envelopes, and where the next page begins. */
export interface ListEnd {
  readonly members: string;
  readonly next: NextPage | null;
}

export interface ListModules {
  readonly vault: Pick<Vault, "page">;
  readonly show: (token: VaultToken) => object;
  /** @param last id of the last envelope of the list, or null where nothing is behind it */
  readonly end: (page: VaultPage, last: string | null) => ListEnd;
}

/**
 * Read in steps, each from one state and behind the last id of the step before: what comes or goes
 * meanwhile may be in it or not, nothing else is missing or there twice. Where a list of a limit
 * ends is settled with its first step, by an id: what comes below that id meanwhile is in it,
 * too, so that the next list begins where this one ends.
 * @param limit null for all
 */
export async function envelopeList(
  { end, show, vault }: ListModules,
  owner: string,
  query: Omit<VaultQuery, "limit">,
  limit: number | null,
): Promise<PreEncoded<never>> {
  const first = await vault.page(owner, {
    ...query,
    limit: limit === null ? ENVELOPE_STEP : Math.min(limit, ENVELOPE_STEP),
  });
  const last =
    limit === null || first.left <= limit
      ? null
      : limit <= ENVELOPE_STEP
        ? first.tokens.at(-1)!.id
        : ((
            await vault.page(owner, { ...query, offset: query.offset + limit - 1, limit: 1 })
          ).tokens.at(-1)?.id ?? null);
  const { members, next } = end(first, last);
  const text = (tokens: readonly VaultToken[]): string =>
    tokens.map((token) => JSON.stringify(show(token))).join(",");
  const closing = `],${members}}`;
  const isEnded = (id: string): boolean => last !== null && id >= last;
  const isAll = first.left <= first.tokens.length || first.tokens.at(-1)?.id === last;
  if (isAll) return preEncoded({ body: `{"envelopes":[${text(first.tokens)}${closing}`, next });
  return preEncoded({ body: "", next, parts: rest() });

  async function* rest(): AsyncGenerator<string> {
    yield `{"envelopes":[${text(first.tokens)}`;
    let [page, after] = [first, first.tokens.at(-1)!.id];
    while (page.left > page.tokens.length && !isEnded(after)) {
      page = await vault.page(owner, { ...query, after, offset: 0, limit: ENVELOPE_STEP });
      const within = last === null ? page.tokens : page.tokens.filter(({ id }) => id <= last);
      if (within.length === 0) break;
      after = page.tokens.at(-1)!.id;
      yield `,${text(within)}`;
    }
    yield closing;
  }
}
