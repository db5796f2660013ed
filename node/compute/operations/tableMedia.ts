/** A sealed answer of a table in another media type: its rows alone. */
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { CSV_TYPE, OCTETS_TYPE } from "../../../protocol/solvers/media.js";
import { Table, type TableInputs } from "../../../protocol/table/columns.js";
import { tableCsv, tableOctets, type AnsweredRows } from "../../../protocol/table/media.js";
import type { AnswerShape } from "../../../protocol/kernel/answerShape.js";
import type { SealedAnswer } from "../../sealing/envelopeLog.js";
import { sealedFields } from "./sealing.js";
import { sealedHeaders } from "./solvers.js";

/** The short form that a sealed table is answered in; rows alone are made of the whole answer. */
export function tableShape(call: Call): AnswerShape | null {
  return mediaOf(call) === null ? call.shape : null;
}

/** A sealed table as it is answered. */
export function sealedTable(
  inputs: SealedInputs,
  { body, digest, sealed }: SealedAnswer,
  call: Call,
): PreEncoded<never> {
  const media = mediaOf(call);
  const rows = media === null ? null : tableMedia(inputs, body, media);
  const headers = sealedFields(sealed);
  return rows ?? preEncoded({ body, headers, digest, shaped: call.shape !== null });
}

/** The type of the rows alone that is accepted; null for the whole answer. */
function mediaOf({ accepted }: Pick<Call, "accepted">): string | null {
  return accepted === CSV_TYPE || accepted === OCTETS_TYPE ? accepted : null;
}

type SealedInputs = Pick<TableInputs, "columns"> & { readonly grid?: string[] | undefined };

interface Answered {
  readonly receipt_id?: string;
  readonly unit?: string | null;
  readonly rows?: Partial<Omit<AnsweredRows, "unit">>;
}

/** @returns null for an answer that has no rows */
export function tableMedia(
  { columns, grid }: SealedInputs,
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
