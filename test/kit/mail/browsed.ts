/** Mails that attack, opened in frames of a browser with either layer of their rendering left out. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { mailDocument } from "../../../protocol/mail/html/document.js";
import { mailFields } from "../../../protocol/mail/html/policy.js";
import { sanitize } from "../../../protocol/mail/html/sanitize.js";
import { ELSEWHERE, MAIL_ATTACKS, type MailAttack, type MailLayer } from "./attacks.js";

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly close: () => void;
}

async function listen(server: Server): Promise<Served> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on no port");
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Another origin. Whatever comes there got out. */
export function elsewhere(got: (attack: string) => void, connected?: () => void): Promise<Served> {
  const server = createServer((asked, answer) => {
    got(asked.url?.split("/")[1] ?? "");
    answer.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" });
    answer.end("x");
  });
  if (connected !== undefined) server.on("connection", connected);
  return listen(server);
}

/** The page of an attack as it is with some layers. */
function pageOf(attack: MailAttack, outside: string, layers: readonly MailLayer[]) {
  const html = attack.html
    .replaceAll(ELSEWHERE, `${outside}/${attack.name}`)
    .replaceAll(ELSEWHERE.replace("http:", ""), `${outside.replace("http:", "")}/${attack.name}`)
    .replaceAll(ELSEWHERE.replace("//", "\\\\"), `${outside.replace("//", "\\\\")}/${attack.name}`)
    .replaceAll(encodeURIComponent(ELSEWHERE), encodeURIComponent(`${outside}/${attack.name}`));
  const shown = {
    subject: attack.name,
    from: { address: "eve@0000000000000000", name: "Eve" },
    text: null,
    showsImages: false,
  };
  const text = layers.includes("written") ? mailDocument({ ...shown, html: sanitize(html) }) : html;
  const pairs = layers.includes("policy") ? mailFields(false) : [];
  const headers: Record<string, string> = { "content-type": "text/html; charset=utf-8" };
  for (let i = 0; i < pairs.length; i += 2) headers[pairs[i]!] = pairs[i + 1]!;
  return { text, headers };
}

/** Shows each attack at `/mail/<name>`, and frames of them at `/frames?<names>`. */
export function reader(outside: (attack: MailAttack) => string, layers: readonly MailLayer[]) {
  return listen(
    createServer((asked, answer) => {
      const url = asked.url ?? "/";
      if (url.startsWith("/frames?")) {
        answer.writeHead(200, { "content-type": "text/html" });
        const names = url.slice("/frames?".length).split(",");
        const frames = names.map((name) => `<iframe src="/mail/${name}"></iframe>`).join("");
        // One over the other: what loads only where it is seen is seen, too.
        const style = "<style>iframe{position:absolute;top:0;left:0}</style>";
        answer.end(`<!doctype html><title>frames</title>${style}${frames}`);
        return;
      }
      const attack = MAIL_ATTACKS.find(({ name }) => url === `/mail/${name}`);
      if (attack === undefined) {
        answer.writeHead(404).end();
        return;
      }
      const { headers, text } = pageOf(attack, outside(attack), layers);
      answer.writeHead(200, headers).end(text);
    }),
  );
}
