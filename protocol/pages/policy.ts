/**
 * What browsers are told with every file of a hosted page. The sandbox gives a page an origin of its
 * own; the list of sources lets it load its own files and nothing else. A source is never `'self'`:
 * that is the node, and so its interface.
 */

/** Paths that begin so are hosted pages. */
export const HOSTED_PREFIX = "/s/";

/** What a page may do where nothing else is said: nothing. */
const NOTHING = [
  "default-src 'none'",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
] as const;

/**
 * Names that Chromium knows on every system: it writes a warning for each other one. `bluetooth` and
 * `web-share` are among those; a document in a sandbox has no origin, which Bluetooth refuses, and
 * what is shared goes through the system's own dialogue at a click.
 */
const FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
] as const;

/** Pairs that close what a policy of sources leaves open. */
export const CLOSED_FIELDS: readonly string[] = [
  "referrer-policy",
  "no-referrer",
  "cross-origin-opener-policy",
  "same-origin",
  "permissions-policy",
  FEATURES.map((feature) => `${feature}=()`).join(", "),
  "x-dns-prefetch-control",
  "off",
];

/** Pairs of every answer below the prefix that is no file: problems and redirects. */
export const HOSTED_FIELDS: readonly string[] = [
  "content-security-policy",
  ["sandbox", ...NOTHING].join("; "),
  "cross-origin-resource-policy",
  "same-origin",
  ...CLOSED_FIELDS,
];

/** Hosts that can stand in a list of sources as they are. */
const PLAIN_HOST = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Pairs of a file.
 * @param baseUrl scheme, host and port that the caller addressed
 * @param path of the page, with a slash at its end; of letters, digits, `-`, `_`, `@` and slashes
 */
export function pageFields(
  baseUrl: string,
  path: string,
  allowScripts: boolean,
): readonly string[] {
  if (!PLAIN_HOST.test(baseUrl)) return HOSTED_FIELDS;
  const own = `${baseUrl}${path}`;
  const policy = [
    allowScripts ? "sandbox allow-scripts" : "sandbox",
    ...NOTHING,
    `script-src ${allowScripts ? `${own} 'unsafe-inline'` : "'none'"}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own} data: blob:`,
  ];
  return [
    "content-security-policy",
    policy.join("; "),
    // In its sandbox a page is of no origin: under `same-origin` its own files do not load.
    "cross-origin-resource-policy",
    "cross-origin",
    ...CLOSED_FIELDS,
  ];
}
