/** A time as answers state it (RFC 3339). @param ms Unix time in milliseconds */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
