/**
 * Media types an answer with a field can be asked for beside JSON: names only, for surfaces that
 * draw nothing.
 */

export const CSV_TYPE = "text/csv";
export const OCTETS_TYPE = "application/octet-stream";
export const PNG_TYPE = "image/png";
export const SVG_TYPE = "image/svg+xml";
export const FIELD_MEDIA: readonly string[] = [CSV_TYPE, OCTETS_TYPE, PNG_TYPE, SVG_TYPE];
