/** Messages in the shapes that real senders make, and what chance makes of them from a seed. */
import { generator } from "../generator.js";

const lines = (...text: readonly string[]): string => text.join("\r\n");

const HEAD = [
  "Return-Path: <bounce@lists.example>",
  "Received: from mx1.example (mx1.example [192.0.2.1]) by mx.example; Fri, 27 Nov 2026 10:00:00 +0000",
  "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1; h=from:to:subject; bh=AAAA=;\r\n\tb=AAAA",
  "Date: Fri, 27 Nov 2026 10:00:00 +0000",
  "MIME-Version: 1.0",
] as const;

/** As made by mail programs of people. */
const PLAIN = lines(
  ...HEAD,
  'From: "Lovelace, Ada" <ada@example.com>',
  "To: Charles <charles@example.com>, list: a@example.com, b@example.com;",
  "Subject: Re: the engine",
  "In-Reply-To: <1@example.com>",
  "Message-ID: <2@example.com>",
  "Content-Type: text/plain; charset=us-ascii; format=flowed",
  "",
  "On Friday somebody wrote:",
  "> text",
  "",
  "-- ",
  "Ada",
  "",
);

/** As made by a web mailer: both forms, quoted-printable. */
const ALTERNATIVE = lines(
  ...HEAD,
  "From: =?UTF-8?B?QWRhIExvdmVsYWNl?= <ada@example.com>",
  "To: charles@example.com",
  "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus?= =?utf-8?Q?_K=C3=B6ln?=",
  'Content-Type: multipart/alternative; boundary="000000000000a1b2c3"',
  "",
  "--000000000000a1b2c3",
  'Content-Type: text/plain; charset="UTF-8"',
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "Gr=C3=BC=C3=9Fe =",
  "weiter",
  "",
  "--000000000000a1b2c3",
  'Content-Type: text/html; charset="UTF-8"',
  "Content-Transfer-Encoding: quoted-printable",
  "",
  '<div dir=3D"ltr">Gr=C3=BC=C3=9Fe <img src=3D"https://e.test/open.gif"></div>',
  "",
  "--000000000000a1b2c3--",
  "",
);

/** As made by an office program: pictures within, a file beside. */
const RELATED = lines(
  ...HEAD,
  "From: ada@example.com (Ada)",
  "To: undisclosed-recipients:;",
  "Subject: figures",
  'Content-Type: multipart/mixed; boundary="=_outer"',
  "",
  "This is a message of several parts.",
  "--=_outer",
  'Content-Type: multipart/related; type="text/html"; boundary="=_inner"',
  "",
  "--=_inner",
  "Content-Type: text/html; charset=iso-8859-1",
  "",
  '<p>caf\xe9 <img src="cid:p1@example.com">',
  "--=_inner",
  "Content-Type: image/png; name=p.png",
  "Content-Transfer-Encoding: base64",
  "Content-ID: <p1@example.com>",
  'Content-Disposition: inline; filename="p.png"',
  "",
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "--=_inner--",
  "--=_outer",
  "Content-Type: application/pdf",
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment; filename*0*=UTF-8''%e2%82%ac%20; filename*1=rates.pdf",
  "",
  "JVBERi0xLjQKJcOkw7zDtsOf",
  "--=_outer--",
  "",
);

/** As made by a server that gives up. */
const BOUNCE = lines(
  ...HEAD,
  "From: MAILER-DAEMON@mx.example",
  "To: ada@example.com",
  "Subject: Undelivered Mail Returned to Sender",
  "Auto-Submitted: auto-replied",
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
  "",
  "--b1",
  "Content-Type: text/plain",
  "",
  "550 5.1.1 unknown",
  "--b1",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mx.example",
  "",
  "Final-Recipient: rfc822; nobody@example.com",
  "Action: failed",
  "--b1",
  "Content-Type: message/rfc822",
  "",
  "From: ada@example.com",
  "Subject: hello",
  "",
  "hello",
  "--b1--",
);

/** As made by a calendar, and by a mailing list with a footer. */
const CALENDAR = lines(
  ...HEAD,
  "From: ada@example.com",
  "To: charles@example.com",
  "Subject: Invitation",
  "List-Unsubscribe: <mailto:off@lists.example>, <https://lists.example/off>",
  "Content-Type: multipart/mixed;\r\n boundary=mix",
  "",
  "--mix",
  "Content-Type: text/calendar; method=REQUEST; charset=utf-8",
  "",
  "BEGIN:VCALENDAR",
  "METHOD:REQUEST",
  "END:VCALENDAR",
  "--mix",
  "Content-Type: text/plain",
  "Content-Transfer-Encoding: 8bit",
  "",
  "_______________",
  "list footer",
  "--mix--",
);

export const MIME_SHAPES: readonly string[] = [PLAIN, ALTERNATIVE, RELATED, BOUNCE, CALENDAR];

const PIECES = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "--b1\r\n",
  "--=_inner--\r\n",
  "Content-Type: multipart/mixed; boundary=b1\r\n\r\n",
  "Content-Type: message/rfc822\r\n\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "Content-Transfer-Encoding: x-uuencode\r\n",
  "charset=utf-7",
  "charset=\u0000",
  "=?utf-8?B?",
  "=?utf-8?Q?=00=0D=0A?=",
  "?=",
  "=\r\n",
  "%00",
  "filename*999999999*=UTF-8''x",
  "boundary*0=b;boundary*1=1",
  'boundary=""',
  "(".repeat(40),
  "<".repeat(40),
  '"',
  ":;,:;,",
  "\u00ff\u00fe\u0000",
  "A".repeat(2_000),
  "Subject: ",
] as const;

/** @param seed printed with a failure */
export function mimeFiles(seed: number): { readonly next: () => Uint8Array } {
  const random = generator(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const of = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return {
    next: () => {
      let text = of(MIME_SHAPES);
      for (let changes = 1 + below(8); changes > 0; changes -= 1) {
        const at = below(text.length + 1);
        const to = at + below(200);
        const kind = below(6);
        if (kind === 0) text = text.slice(0, at) + text.slice(to);
        else if (kind === 1) text = text.slice(0, at) + of(PIECES) + text.slice(at);
        else if (kind === 2) text = text.slice(0, to) + text.slice(at);
        else if (kind === 3) text = text.slice(0, at) + of(MIME_SHAPES).slice(below(500));
        else if (kind === 4)
          text = text.slice(0, at) + text.slice(at, to).repeat(below(20)) + text.slice(to);
        else text = text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
      }
      return Buffer.from(text, "latin1");
    },
  };
}
