/** A sealed answer of a table in another media type: its rows alone. */
import type { Call } from "../../../api/contract/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/preEncoded.js";
import { CSV_TYPE, OCTETS_TYPE } from "../../../protocol/solvers/media.js";
import { Table, type TableInputs } from "../../../protocol/table/columns.js";
import { tableCsv, tableOctets, type AnsweredRows } from "../../../protocol/table/media.js";
import { sealedHeaders } from "./solvers.js";

/** The type of the rows alone that is accepted; null for the whole answer. */
export function mediaOf({ accepted }: Pick<Call, "accepted">): string | null {
  return accepted === CSV_TYPE || accepted === OCTETS_TYPE ? accepted : null;
}

interface Answered {
  readonly receipt_id?: string;
  readonly unit?: string | null;
  readonly rows?: Partial<Omit<AnsweredRows, "unit">>;
}

/** @returns null for an answer that has no rows */
export function tableMedia(
  { columns, grid }: Pick<TableInputs, "columns"> & { readonly grid?: string[] | undefined },
  body: string | Uint8Array,
  media: string,
): PreEncoded<never> | null {
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  const { receipt_id: id, rows = {}, unit = null }: Answered = JSON.parse(text);
  const { refused = [], uncertainties, values } = rows;
  if (uncertainties === undefined || values === undefined) return null;
  const answered = { refused, uncertainties, unit, values };
  const table = new Table({ columns, ...(grid === undefined ? {} : { grid }) });
  return preEncoded({
    body: media === CSV_TYPE ? tableCsv(table, answered) : tableOctets(answered),
    contentType: media,
    headers: sealedHeaders(id),
    shaped: true,
  });
}
