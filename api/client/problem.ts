/** A problem document (RFC 9457) as clients read it. */
export interface ProblemBody {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly status: number;
  readonly request_id: string;
  readonly [member: string]: unknown;
}
