/** HTML that nests, breaks off and hides what it can, from a seed. */
import { generator } from "../generator.js";

const OPENINGS = [
  "<div>",
  "<p>",
  "<b class=x>",
  "<i id=forms>",
  "<a href='https://e.test/x'>",
  "<a href=javascript:alert(1)>",
  "<table>",
  "<tr>",
  "<td background=//e.test/b>",
  "<caption>",
  "<colgroup><col span=2>",
  "<svg>",
  "<svg><foreignObject>",
  "<svg><desc>",
  "<svg><title>",
  "<math>",
  "<math><mtext>",
  "<math><annotation-xml encoding=text/html>",
  "<mglyph>",
  "<malignmark>",
  "<style>",
  "<script>",
  "<textarea>",
  "<title>",
  "<xmp>",
  "<plaintext>",
  "<noscript>",
  "<noembed>",
  "<noframes>",
  "<iframe>",
  "<iframe srcdoc='<script>parent.x=1</script>'>",
  "<template>",
  "<select>",
  "<option>",
  "<form action=//e.test/f>",
  "<form id=a><div></form><form id=b>",
  "<button formaction=javascript:alert(1)>",
  "<object data=x>",
  "<video poster=//e.test/p>",
  "<frameset>",
  "<body style='color:red' onload=alert(1)>",
  "<html class=y>",
  "<head>",
  "<pre>\n\n",
  "<listing>\n",
  "<li>",
  "<dd>",
  "<h1>",
  "<ruby><rt>",
  "<nobr>",
  "<font color=red size=7>",
  "<center>",
  "<bdo dir=rtl>",
  "<span style='color:red;background:url(//e.test/a)'>",
  "<x-y is=z>",
] as const;

const WHOLE = [
  "<img src=x onerror=alert(1)>",
  "<img src=https://e.test/i.png srcset='//e.test/2 2x'>",
  "<img src='data:image/png;base64,iVBORw0KGgo='>",
  "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
  "<img src=cid:part1@e.test alt='`\"><script>'>",
  "<link rel=prefetch href=//e.test/h>",
  "<meta http-equiv=refresh content='0;url=//e.test/m'>",
  "<base href=//e.test/>",
  "<input name=attributes autofocus onfocus=alert(1)>",
  "<!--",
  "-->",
  "--!>",
  "<![CDATA[",
  "]]>",
  "<?xml x?>",
  "</style>",
  "</script>",
  "</title>",
  "</noscript>",
  "</svg>",
  "</math>",
  "</p>",
  "</br>",
  "</form>",
  "</table>",
  "</select>",
  "</template>",
  "</body>",
  "</html>",
  "&lt;script&gt;",
  "&#0;",
  "&#xD;",
  "&nbsp;",
  "\u0000",
  "\ud800",
  "\u202e",
  "text <b",
  "'\"`",
  "@import '//e.test/c';",
  ".a{color:red}",
  "body>*{background:u\\72l(//e.test/a)}",
  "*{background:image-set('//e.test/s' 1x)}",
  ":root{--u:url(//e.test/v)}",
  "a{content:url(//e.test/w)}",
  "@font-face{src:url(//e.test/f)}",
  "@media (min-width:1px){p{position:fixed;color:blue}}",
  "}{",
  "/*",
  "*/",
  "<image src=//e.test/j>",
  "<isindex prompt=x>",
] as const;

export interface Hostile {
  readonly next: () => string;
}

/** @param seed printed with a failure */
export function hostileHtml(seed: number): Hostile {
  const random = generator(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const of = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const changed = (text: string): string => {
    let out = text;
    for (let i = below(4); i > 0; i -= 1) {
      const at = below(out.length + 1);
      const kind = below(4);
      if (kind === 0) out = out.slice(0, at) + out.slice(at + 1 + below(3));
      else if (kind === 1)
        out = out.slice(0, at) + of(["<", ">", '"', "/", "=", "\n", "\0", "&"]) + out.slice(at);
      else if (kind === 2) out = out.slice(0, at) + out.slice(below(out.length + 1));
      else out = out.slice(0, at) + of(WHOLE) + out.slice(at);
    }
    return out;
  };
  return {
    next: () => {
      let text = "";
      const open: string[] = [];
      for (let i = 1 + below(18); i > 0; i -= 1) {
        const kind = below(5);
        if (kind < 2) {
          const opening = of(OPENINGS);
          text += opening;
          open.push(/^<([\w-]+)/.exec(opening)![1]!);
        } else if (kind < 4) text += of(WHOLE);
        else if (open.length > 0) text += `</${open.splice(below(open.length), 1)[0]}>`;
      }
      return changed(text);
    },
  };
}
