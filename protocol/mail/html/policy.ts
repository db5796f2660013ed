/**
 * What browsers are told with a message that is shown. The sandbox lets nothing run and gives the
 * message an origin of its own; the sources let it load nothing, or pictures where they are wished
 * for. Links open in a window that is free of both.
 */
import { CLOSED_FIELDS } from "../../pages/policy.js";

function policy(pictures: string): string {
  return [
    "sandbox allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    `img-src ${pictures}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** With pictures held. */
export const MAIL_POLICY = policy("data:");
/** With pictures of elsewhere. */
export const MAIL_POLICY_SHOWN = policy("data: https:");

/** Pairs of a message that is shown. */
export function mailFields(showsImages: boolean): readonly string[] {
  return [
    "content-security-policy",
    showsImages ? MAIL_POLICY_SHOWN : MAIL_POLICY,
    "cross-origin-resource-policy",
    "same-origin",
    "cache-control",
    "no-store",
    ...CLOSED_FIELDS,
  ];
}
