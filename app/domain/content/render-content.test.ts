import { describe, expect, it } from "vitest";
import { contentMarkdown, renderContent } from "./render-content.ts";

const fromHtml = (content: string, ownHost?: string) => renderContent({ content, format: "html", ownHost });
const fromMarkdown = (content: string) => renderContent({ content, format: "markdown" });

describe("long articles as Markdown", () => {
  const long = (word: string) => `<p>${`${word} <em>and</em> so on. `.repeat(600)}</p>`;

  it("let authors pass, and are converted once", async () => {
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const forReader = (word: string) => contentMarkdown(long(word), "https://blog.example/a").then(note(word));
    await forReader("kept");
    // The first formula loads what formulas need.
    await fromMarkdown("$y$");
    const readers = ["one", "two", "three"].map(forReader);
    const author = fromMarkdown("$x^2$").then(note("author"));
    await Promise.all([...readers, author, forReader("kept")]);
    expect(order[0]).toBe("kept");
    expect(order.slice(1).filter((who) => who !== "author")).toEqual(["kept", "one", "two", "three"]);
    expect(order.indexOf("author")).toBeLessThan(order.indexOf("two"));
  });
});

describe("headings", () => {
  it("become anchors and a contents list of two levels", async () => {
    const { html, headings } = await fromMarkdown(
      "# First\n\n## Crème *brûlée* & co\n\n### It’s 3 o'clock\n\n#### Deep\n\n## First",
    );
    expect(headings).toEqual([
      { level: 2, id: "h-first", text: "First" },
      { level: 2, id: "h-creme-brulee-co", text: "Crème brûlée & co" },
      { level: 3, id: "h-its-3-oclock", text: "It’s 3 o’clock" },
      { level: 2, id: "h-first-2", text: "First" },
    ]);
    expect(html).toContain('<h2 id="h-first">First</h2>');
    expect(html).toContain('<h4 id="h-deep">Deep</h4>');
    expect(html).not.toContain("<h1");
  });

  it("have unique anchors", async () => {
    const { headings } = await fromHtml(
      "<h2>a</h2><h2>a 2</h2><h2>A</h2><h2>a</h2><h2>???</h2><h2>!!!</h2><h2>日本</h2><h2> </h2>",
    );
    const ids = headings.map((heading) => heading.id);
    expect(ids).toEqual(["h-a", "h-a-2", "h-a-3", "h-a-4", "h-section", "h-section-2", "h-日本"]);
  });

  it("are reached by links within the article", async () => {
    const { html } = await fromMarkdown("[up](#dawn) [nowhere](#dusk)\n\n## Dawn");
    expect(html).toContain('<a href="#h-dawn">up</a> <a href="#dusk">nowhere</a>');
  });
});

describe("links within an article", () => {
  /** The ids that its links lead to, in order, as a browser finds them; null for a dead one. */
  const targets = (html: string) =>
    [...html.matchAll(/href="#([^"]*)"/g)].map(([, name = ""]) => {
      const id = decodeURIComponent(name);
      return html.split(` id="${id}"`).length === 2 ? id : null;
    });

  it.each([
    ["[a](#über-uns)\n\n## Über uns", "h-uber-uns"],
    ["[a](#über-uns)\n\n## U\u0308ber uns", "h-uber-uns"],
    ["[a](#u\u0308ber-uns)\n\n## Über uns", "h-uber-uns"],
    ["[a](#%D0%BC%D0%BE%D0%B9)\n\n## Мой", "h-мои"],
    ["[a](#まとめ)\n\n## まとめ", "h-まとめ"],
    ["[a](#ガイド)\n\n## ガイド", "h-カイト"],
    ["[a](#한국어)\n\n## 한국어", `h-${"한국어".normalize("NFD")}`],
    ["[a](#हिन्दी)\n\n## हिन्दी", "h-हनद"],
    ["[a](#whats-new-in-20)\n\n## What's new in 2.0?", "h-whats-new-in-2-0"],
    ["[a](#sugar--spice)\n\n## Sugar & spice", "h-sugar-spice"],
    ["[a](#snake_case)\n\n## `snake_case`", "h-snake-case"],
    ["[a](#Dawn)\n\n## Dawn", "h-dawn"],
    ["[a](#h-dawn)\n\n## Dawn", "h-dawn"],
    ["[a](#dawn-1)\n\n## Dawn\n\n## Dawn", "h-dawn-2"],
    ["[a](#dawn-2)\n\n## Dawn\n\n## Dawn", "h-dawn-2"],
    ["[a](#my-place)\n\n<h3 id='my-place'>Elsewhere</h3>", "h-elsewhere"],
    ["[a](#my-place)\n\n## <a name='my-place'></a>Elsewhere", "h-elsewhere"],
    ["[a](#my-place)\n\n<a id='my-place'></a>\n\nx", "h-my-place"],
    ["[a](#my-place)\n\n<a name='my-place'></a>\n\nx", "h-my-place"],
    ["[a](#my-place)\n\nx <span id='my-place'>y</span>", "h-my-place"],
    ["[a](#dawn)\n\n## Dawn\n\n<span id='dawn'>x</span>", "h-dawn-2"],
    ["[a](#Моё.место)\n\n<p id='Моё.место'>x</p>", "h-Моё.место"],
    ["[a](#nowhere)\n\n## Dawn", null],
  ])("%s", async (content, id) => {
    const { html } = await fromMarkdown(content);
    expect(targets(html)).toEqual([id]);
    expect(targets((await fromHtml(html)).html)).toEqual([id]);
  });

  it("count repeated headings as GitHub does, if one of them does", async () => {
    const { html } = await fromMarkdown("[a](#dawn-1) [b](#dawn-2)\n\n## Dawn\n\n## Dawn\n\n## Dawn");
    expect(targets(html)).toEqual(["h-dawn-2", "h-dawn-3"]);
  });

  it("leave footnotes alone, and no other ids", async () => {
    const { html } = await fromMarkdown(
      "a[^1] [b](#location)\n\n<b id=location>x</b> <b id=document>y</b>\n\n[^1]: <i id=app>z</i>",
    );
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["fnref-1", "h-location", "fn-1"]);
  });
});

describe("links and pictures", () => {
  it("keeps addresses that open another program, and makes text of what isn't allowed", async () => {
    const kept = [
      "tel:+49123456",
      "sms:+49123?body=Hi",
      "geo:52.5,13.4",
      "xmpp:a@b.example",
      "matrix:u/a:b.example",
      "magnet:?xt=urn:x",
    ];
    for (const address of [...kept, "feed:https://a.example/feed.xml", "mailto:a@b.example"]) {
      expect((await fromMarkdown(`[Call](${address})`)).html).toBe(`<p><a href="${address}">Call</a></p>`);
      expect((await fromHtml(`<p><a href="${address}">Call</a></p>`)).html).toBe(`<p><a href="${address}">Call</a></p>`);
    }
    for (const address of ["ftp://a.example", "feed:javascript:alert(1)", "telnet:a", "javascript:alert(1)"])
      expect((await fromHtml(`<p><a href="${address}">Call</a></p>`)).html).toBe("<p><span>Call</span></p>");
  });

  it.each(["//other.example/x.jpg", "\\\\other.example/x.jpg", " /\t/other.example/x.jpg"])(
    "takes a picture at %j for one of another site instead of dropping it",
    async (address) => {
      const html = `<p><img src="${address}" alt="A lark"></p>`;
      const link = '<p><a href="https://other.example/x.jpg" rel="noopener">Image: A lark</a></p>';
      expect((await fromHtml(html, "blog.example")).html).toBe(link);
      const { html: own } = await fromHtml('<p><img src="//blog.example/x.jpg" alt="A lark"></p>', "blog.example");
      expect(own).toContain('<img src="https://blog.example/x.jpg" alt="A lark"');
    },
  );

  it("distinguishes external links from the site's own", async () => {
    const { html } = await fromHtml(
      '<p><a href="https://a.example/">a</a><a href="http://blog.example:3000/x">b</a><a href="/about">c</a><a href="mailto:x@a.example">d</a></p>',
      "blog.example:3000",
    );
    expect(html).toBe(
      '<p><a href="https://a.example/" rel="noopener">a</a><a href="http://blog.example:3000/x">b</a><a href="/about">c</a><a href="mailto:x@a.example">d</a></p>',
    );
  });

  it("gives every picture an alternative text and lazy loading", async () => {
    const { html } = await fromHtml(
      '<p><img src="/media/a.webp" width="640" height="50%" class="x"></p><p><img src="ftp://a/b.png"></p>',
    );
    expect(html).toBe('<p><img src="/media/a.webp" alt="" width="640" loading="lazy" decoding="async"></p>');
  });

  it("removes characters that browsers ignore in a URL", async () => {
    const { html } = await fromHtml('<a href=" https://a.exa\nmple/x ">x</a>');
    expect(html).toBe('<a href="https://a.example/x" rel="noopener">x</a>');
  });
});

describe("tables", () => {
  it("scroll in a box that is named by caption or number", async () => {
    const { html } = await fromHtml(
      "<table><tr><td>1</td></tr></table><div><table><caption>Sleep &amp; mood</caption><tr><td><table></table></td></tr></table></div><table></table>",
    );
    const labels = [...html.matchAll(/<div class="table-scroll" tabindex="0" role="region" aria-label="([^"]*)"><table>/g)];
    expect(labels.map((match) => match[1])).toEqual(["Table", "Sleep &amp; mood", "Table 3"]);
  });

  it("keep the alignment of Markdown without style attributes", async () => {
    const { html } = await fromMarkdown("| a | b | c |\n|:--|--:|---|\n| 1 | 2 | 3 |");
    expect(html).toContain('<th align="left">a</th>\n<th align="right">b</th>\n<th>c</th>');
    expect(html).not.toContain("style");
  });
});

describe("code", () => {
  it("is highlighted when its language is known", async () => {
    const { html, text } = await fromMarkdown('```js\nconst a = "<b>";\n```');
    expect(html).toBe(
      '<pre tabindex="0"><code class="hljs language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"&lt;b&gt;"</span>;\n</code></pre>',
    );
    expect(text).toBe('const a = "<b>";');
  });

  it("stays plain in other languages, without one, and inline", async () => {
    const { html } = await fromMarkdown("```klingon\nqapla' <x>\n```\n\n```\nplain\n```\n\n`const a`");
    expect(html).toContain("<code>qapla' &lt;x&gt;\n</code>");
    expect(html).toContain("<code>plain\n</code>");
    expect(html).toContain("<p><code>const a</code></p>");
    expect(html).not.toContain("hljs");
  });

  it.each(["ts", "bash", "python", "sql", "html", "css", "json", "yaml", "go", "rust", "diff", "sh"])(
    "knows %s",
    async (language) => {
      expect((await fromMarkdown(`\`\`\`${language}\nselect 1\n\`\`\``)).html).toContain(`class="hljs language-${language}"`);
    },
  );
});

describe("text", () => {
  it("separates words of different blocks and decodes entities", async () => {
    const { text, words } = await fromHtml(
      "<h2>One</h2><p>two<br>three&nbsp;&amp; fo<em>ur</em></p><ul><li>five</li><li>six — 7</li></ul>",
    );
    expect(text).toBe("One two three & four five six — 7");
    expect(words).toBe(7);
  });

  it("takes 200 words a minute, rounded up", async () => {
    expect((await fromHtml(`<p>${"word ".repeat(200)}</p>`)).read_time).toBe(1);
    expect((await fromHtml(`<p>${"word ".repeat(201)}</p>`)).read_time).toBe(2);
    expect(await fromHtml("")).toEqual({ html: "", text: "", headings: [], words: 0, read_time: 1 });
  });

  it("contains nothing that the database can't store", async () => {
    const { html, text } = await fromHtml("<p>a\0b \ud800 c</p>");
    expect([html, text]).toEqual(["<p>ab \ufffd c</p>", "ab \ufffd c"]);
  });

  it("has typographic quotes and dashes", async () => {
    expect((await fromMarkdown('"It\'s late" -- she said...')).html).toBe("<p>“It’s late” – she said…</p>");
  });
});
