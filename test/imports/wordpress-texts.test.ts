import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../app/domain/imports/import-rules.ts";
import { type Importer, openImporter } from "./importer.ts";

let importer: Importer;
let count = 0;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
});
afterAll(() => importer.close());

/** How a text of the classic editor, as the database of WordPress holds it, is stored and shown here. */
async function imported(text: string, meta = "") {
  count += 1;
  const cdata = text.replaceAll("]]>", "]]]]><![CDATA[>");
  const { report } = await importer.run(`<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<link>https://texts.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>Text ${count}</title>
<content:encoded><![CDATA[${cdata}]]></content:encoded><wp:post_id>${count}</wp:post_id><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt>
<wp:post_name>text-${count}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${meta}</item></channel></rss>`);
  const { content, content_html } = await importer.db
    .selectFrom("posts")
    .select(["content", "content_html"])
    .where("slug", "=", `text-${count}`)
    .executeTakeFirstOrThrow();
  // Pictures of earlier texts are tried again.
  const findings = ((report.findings ?? []) as Finding[]).filter(({ sentence }) => !sentence.includes("can’t be reached"));
  return { content, html: content_html, sentences: findings.map(({ severity, sentence }) => `${severity}: ${sentence}`) };
}

/** The text that a browser shows of a code block. */
const shownOf = (html: string) =>
  /<pre[^>]*><code[^>]*>([\s\S]*?)<\/code><\/pre>/
    .exec(html)?.[1]
    ?.replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("code keeps its language, indentation and quotes", () => {
  const typed = 'if (a < b && c) {\n    say("it\'s <b>");\n\n    [x]\n}';
  const escaped = "if (a &lt; b &amp;&amp; c) {\n    say(&quot;it&#039;s &lt;b&gt;&quot;);\n\n    [x]\n}";
  test.each([
    ["csharp", `[csharp]\n${typed}\n[/csharp]`],
    ["csharp", `[csharp highlight="1,2" gutter="false"]\n${escaped}\n[/csharp]`],
    ["csharp", `[c-sharp]${typed}[/c-sharp]`],
    ["bash", `[shell]\n${typed}[/shell]`],
    ["php", `[code lang="php"]\n${escaped}\n[/code]`],
    ["php", `[code language='php' title='a.php']\n${typed}\n[/code]`],
    ["javascript", `[sourcecode language="jscript"]\n${typed}\n[/sourcecode]`],
    ["python", `[sourcecode:py]\n${typed}\n[/sourcecode]`],
    ["ruby", `[cc lang="ruby"]\n${typed}\n[/cc]`],
    ["php", `[ccn_php]\n${typed}\n[/ccn_php]`],
    ["php", `[cce_php width="400"]\n${escaped}\n[/cce_php]`],
    ["java", `[crayon lang="java" toolbar="false"]\n${escaped}\n[/crayon]`],
    ["perl", `<pre lang="perl" line="1">\n${typed}\n</pre>`],
    ["perl", `<pre lang="perl" escaped="true">\n${escaped}\n</pre>`],
    ["vbnet", `<pre class="brush: vb; title: ; notranslate" title="">\n${escaped}\n</pre>`],
    ["go", `<pre class="lang:go decode:true " >${escaped}</pre>`],
    ["rust", `<pre class="EnlighterJSRAW" data-enlighter-language="rust">${escaped}</pre>`],
    ["sql", `<pre><code class="language-sql">${escaped}</code></pre>`],
    ["csharp", `<pre name="code" class="c-sharp:nogutter">${escaped}</pre>`],
    ["csharp", `<textarea name="code" class="c#" cols="60" rows="10">\n${typed}\n</textarea>`],
    ["xml", `<pre>[xml]\n${typed}\n[/xml]</pre>`],
  ])("%s: %s", async (language, text) => {
    const { content, html, sentences } = await imported(`Look:\n\n${text}\n\nand on.`);
    expect(content).toContain(`<code class="language-${language}">`);
    expect(shownOf(html)).toBe(typed);
    expect(html).toContain("<p>and on.</p>");
    expect(sentences).toEqual([]);
  });

  test("which holds only &quot; is escaped once, and what was escaped twice is shown as it was", async () => {
    expect(shownOf((await imported("[code]say &quot;x&quot;\n  -&gt; y[/code]")).html)).toBe('say "x"\n  -> y');
    expect(shownOf((await imported("[code]&amp;lt;br&amp;gt;[/code]")).html)).toBe("&lt;br&gt;");
    expect(shownOf((await imported('[php]echo "<b>&lt;</b>";[/php]')).html)).toBe('echo "<b>&lt;</b>";');
  });

  test("in a listing of old HTML is preformatted", async () => {
    expect(shownOf((await imported(`<xmp>\n${typed}\n</xmp>`)).html)).toBe(typed);
  });

  test("within a line stays there; a shortcode that is never closed, or shown itself, is text", async () => {
    expect((await imported("Call [cci_php]a < b;[/cci_php] now.")).content).toBe("<p>Call <code>a &lt; b;</code> now.</p>");
    expect((await imported("The language [php] is old.")).content).toBe("<p>The language [php] is old.</p>");
    expect((await imported('Write [[code lang="js"]x[/code]] for it.')).html).toBe(
      '<p>Write [code lang="js"]x[/code] for it.</p>',
    );
    expect((await imported("<code>[gallery]</code> and [[gallery ids=1]]")).html).toBe(
      "<p><code>[gallery]</code> and [gallery ids=1]</p>",
    );
  });

  test("of the block editor keeps the language of its mark", async () => {
    const { content, html } = await imported(
      '<!-- wp:syntaxhighlighter/code {"language":"csharp"} -->\n<pre class="wp-block-syntaxhighlighter-code">var a = &lt;b&gt;;\n\n  [gallery]</pre>\n<!-- /wp:syntaxhighlighter/code -->',
    );
    expect(content).toContain('<code class="language-csharp">');
    expect(shownOf(html)).toBe("var a = <b>;\n\n  [gallery]");
  });
});

describe("brackets", () => {
  test("of ordinary text aren't reported", async () => {
    const text =
      "See [here], [this article], [1], [12], [\u2026], [...], [sic], [the old one], [video], [link to the page](http://a.example/), [a b c], " +
      "[edit: no], [x] and [ ] done, [citation needed], [emphasis mine], [Update], [he said \u201cno\u201d], [re-read], [source: Reuters].";
    const { content, sentences } = await imported(text);
    expect(content).toBe(`<p>${text}</p>`);
    expect(sentences).toEqual([]);
  });

  test("of forms and shops go: they have no text of their own", async () => {
    const { content, sentences } = await imported(
      'Write to us: [contact-form-7 id="5" title="Contact"] [wpforms id="3"]\n\n[woocommerce_cart]\n\n' +
        '[contact-form to="a@b.example"][contact-field label="Name" type="name" /][/contact-form]\n\nBye [contact me].',
    );
    expect(content).toBe("<p>Write to us:</p>\n<p>Bye [contact me].</p>");
    expect(sentences.sort()).toEqual(
      ["contact-form-7", "contact-form", "woocommerce_cart", "wpforms"].map(
        (name) => `dropped: The shortcode [${name}] has no text of its own and is left out.`,
      ),
    );
  });

  test("of shortcodes are, once each", async () => {
    const { sentences } = await imported(
      "[su_button]x[/su_button] [su_button]y[/su_button] [column]z[/column] [my_plugin] [chart width=3]",
    );
    expect(sentences.sort()).toEqual(
      ["su_button", "column", "my_plugin", "chart"]
        .map((name) => `changed: The shortcode [${name}] isn’t supported and stays as text.`)
        .sort(),
    );
  });
});

test("links to attachments' pages lead to their files, and a linked copy of a picture becomes the whole one", async () => {
  const attachment = `</item><item><title>a</title><link>https://texts.example/2020/01/a-lark/lark/</link><wp:post_id>9001</wp:post_id><wp:status>inherit</wp:status>
<wp:post_type>attachment</wp:post_type><wp:attachment_url>https://texts.example/wp-content/uploads/lark.jpg</wp:attachment_url>`;
  const { content } = await imported(
    '<a href="https://texts.example/2020/01/a-lark/lark/" rel="attachment wp-att-9001"><img src="https://texts.example/wp-content/uploads/lark-300x200.jpg" width="300" /></a>\n' +
      '<a href="https://texts.example/wp-content/uploads/owl.jpg"><img src="https://www.texts.example/wp-content/uploads/owl-150x150.jpg"></a> <a href="/?attachment_id=1">x</a>',
    attachment,
  );
  const [lark, owl] = ["lark", "owl"].map((name) => `https://texts.example/wp-content/uploads/${name}.jpg`);
  expect(content).toBe(
    `<p><a href="${lark}" rel="attachment wp-att-9001"><img src="${lark}" width="300" /></a><br>\n` +
      `<a href="${owl}"><img src="${owl}"></a> <a href="/?attachment_id=1">x</a></p>`,
  );
});

test("pictures on the author's computer are reported", async () => {
  const { sentences } = await imported('<img src="file:///C:/Users/a/x.jpg"> <img alt="" src="data:image/png;base64,AAAA">');
  expect(sentences).toEqual([
    "dropped: The image “file:///C:/Users/a/x.jpg” is on the author’s computer, so it isn’t imported.",
    "dropped: An image embedded in the text as data isn’t imported.",
  ]);
});

test("reusable blocks stand where they are used; blocks that WordPress fills are reported", async () => {
  const block = `</item><item><title>Thanks</title><content:encoded><![CDATA[<!-- wp:paragraph --><p>Thank you.</p><!-- /wp:paragraph -->]]></content:encoded>
<wp:post_id>9100</wp:post_id><wp:status>publish</wp:status><wp:post_type>wp_block</wp:post_type>`;
  const { content, sentences } = await imported(
    '<!-- wp:paragraph -->\n<p>Words.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:block {"ref":9100} /-->\n\n<!-- wp:block {"ref":9101} /-->\n\n' +
      '<!-- wp:latest-posts {"postsToShow":3} /-->\n\n<!-- wp:core-embed/youtube {"url":"https://youtu.be/dQw4w9WgXcQ"} /-->\n\n<!-- wp:spacer /-->',
    block,
  );
  expect(content).toBe(`<p>Words.</p>\n\n<p>Thank you.</p>\n\n${embed(`https://www.youtube.com/watch?v=${YT}`)}`);
  expect(sentences.sort()).toEqual([
    "dropped: A reusable block is missing from the export, so it isn’t imported.",
    "dropped: The block “latest-posts” is filled in by WordPress itself, so it isn’t imported.",
  ]);
});

test("a description is made of sentences: no players, code or numbers of notes", async () => {
  await imported(`[youtube ${YT}]\n\n[php]$a = 1;[/php]\n\nThe first[efn_note]Not the last.[/efn_note] sentence.`);
  const { description } = await importer.db
    .selectFrom("posts")
    .select("description")
    .where("slug", "=", `text-${count}`)
    .executeTakeFirstOrThrow();
  expect(description).toBe("The first sentence. Not the last.");
});

test("notes in shortcodes become footnotes", async () => {
  const { html, sentences } = await imported(
    "Dawn[efn_note]Early, see <em>there</em>.[/efn_note] comes[footnote]Late.[/footnote].\n\nAnd [ref] stays.",
  );
  expect(html.replace(/ (?:role|aria-label)="[^"]*"/g, "")).toBe(
    '<p>Dawn<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> comes<sup class="footnote-ref"><a href="#fn-2" id="fnref-2">2</a></sup>.</p>\n' +
      '<p>And [ref] stays.</p>\n<section class="footnotes"><ol><li id="fn-1">Early, see <em>there</em>. <a href="#fnref-1" class="footnote-back">\u21a9\ufe0e</a></li>' +
      '<li id="fn-2">Late. <a href="#fnref-2" class="footnote-back">\u21a9\ufe0e</a></li></ol></section>',
  );
  expect(sentences).toEqual([]);
});

test("notes of FD Footnotes become footnotes; a date in brackets, and numbers that don't count up from 1, stay", async () => {
  const { html } = await imported('Dawn[1. Early, see <a href="https://elsewhere.example/">there</a>.] comes [2. Late.]');
  expect(html.replace(/ (?:role|aria-label|rel)="[^"]*"/g, "")).toBe(
    '<p>Dawn<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> comes <sup class="footnote-ref"><a href="#fn-2" id="fnref-2">2</a></sup></p>\n' +
      '<section class="footnotes"><ol><li id="fn-1">Early, see <a href="https://elsewhere.example/">there</a>. <a href="#fnref-1" class="footnote-back">\u21a9\ufe0e</a></li>' +
      '<li id="fn-2">Late. <a href="#fnref-2" class="footnote-back">\u21a9\ufe0e</a></li></ol></section>',
  );
  for (const text of ["Kiel [1. Mai 2020]", "See [2. The second.] and [1. The first.]", "<pre>[1. A list]</pre>"]) {
    const { content } = await imported(text);
    expect([text, content.includes("footnote")]).toEqual([text, false]);
    expect(content).toContain(/\[.*\]/.exec(text)?.[0]);
  }
});

const YT = "dQw4w9WgXcQ";
const embed = (address: string) => `<figure class="embed"><a href="${address}">${address}</a></figure>`;
const link = (address: string) => `<p><a href="${address}">${address}</a></p>`;

describe("a player becomes what this site embeds", () => {
  const video = embed(`https://www.youtube.com/watch?v=${YT}`);
  const film = embed("https://vimeo.com/76979871");
  test.each([
    [
      `<object width="425" height="344"><param name="movie" value="http://www.youtube.com/v/${YT}&hl=en&fs=1&"></param><param name="allowFullScreen" value="true"></param><embed src="http://www.youtube.com/v/${YT}&hl=en&fs=1&" type="application/x-shockwave-flash" allowfullscreen="true" width="425" height="344"></embed></object>`,
      video,
    ],
    [
      `<p><object type="application/x-shockwave-flash" data="http://www.youtube.com/v/${YT}" width="425" height="350"><param name="movie" value="http://www.youtube.com/v/${YT}" /></object></p>`,
      video,
    ],
    [`<embed src="http://www.youtube.com/v/${YT}" type="application/x-shockwave-flash"></embed>`, video],
    [
      '<object width="400" height="225"><param name="allowfullscreen" value="true" /><param name="movie" value="http://vimeo.com/moogaloop.swf?clip_id=76979871&amp;server=vimeo.com&amp;show_title=1" /><embed src="http://vimeo.com/moogaloop.swf?clip_id=76979871&amp;server=vimeo.com" type="application/x-shockwave-flash" width="400"></embed></object>',
      film,
    ],
    [`<iframe width="560" src="//www.youtube.com/embed/${YT}?rel=0" frameborder="0" allowfullscreen></iframe>`, video],
    [
      `<span class='embed-youtube' style='text-align:center; display: block;'><iframe class='youtube-player' src='https://www.youtube.com/embed/${YT}?version=3&#038;rel=1'></iframe></span>`,
      video,
    ],
    ['<div class="video"><div><iframe src="https://player.vimeo.com/video/76979871?title=0"></iframe></div></div>', film],
    [`[youtube ${YT}]`, video],
    [`[youtube=http://www.youtube.com/watch?v=${YT}&w=480&h=385]`, video],
    [`[youtube]http://www.youtube.com/watch?v=${YT}[/youtube]`, video],
    [`[youtube id="${YT}" width="600"]`, video],
    [`[embed width="400"]https://youtu.be/${YT}[/embed]`, video],
    ["[vimeo 76979871]", film],
    ["[vimeo http://vimeo.com/76979871 w=500&h=280]", film],
    ["[vimeo id=76979871]", film],
    [
      '[soundcloud url="https://soundcloud.com/forss/flickermood" params="color=ff5500" width="100%" height="166" /]',
      embed("https://soundcloud.com/forss/flickermood"),
    ],
  ])("%s", async (text, made) => {
    const { content, html, sentences } = await imported(`Look:\n\n${text}\n\nand on.`);
    expect(content).toBe(`<p>Look:</p>\n${made}\n<p>and on.</p>`);
    expect(html).toContain('<figure class="embed" data-provider=');
    expect(sentences).toEqual([]);
  });
});

describe("a player that this site can't embed becomes a link, which is reported", () => {
  test.each([
    [
      '<object width="480" height="270"><param name="movie" value="http://www.dailymotion.com/swf/x9bkdd&related=1"></param><embed src="http://www.dailymotion.com/swf/x9bkdd&related=1" type="application/x-shockwave-flash"></embed></object>',
      "An embedded object",
      "https://www.dailymotion.com/video/x9bkdd",
    ],
    [
      '<embed src="http://media.example/player.swf" flashvars="file=http://media.example/talk.flv&autostart=false"></embed>',
      "An embedded object",
      "http://media.example/talk.flv",
    ],
    [
      '<object classid="clsid:d27cdb6e"><param name="src" value="http://blip.tv/play/AYGVeAI" /></object>',
      "An embedded object",
      "http://blip.tv/play/AYGVeAI",
    ],
    ["[dailymotion id=x9bkdd]", "A player (dailymotion)", "https://www.dailymotion.com/video/x9bkdd"],
    ["[slideshare id=9027&doc=a-talk&w=425]", "A player (slideshare)", "https://www.slideshare.net/slideshow/embed_code/9027"],
    ["[gist 6d4b2f]", "A player (gist)", "https://gist.github.com/6d4b2f"],
    ["[gist id=ada/6d4b2f file=a.js]", "A player (gist)", "https://gist.github.com/ada/6d4b2f"],
    ["[gist]https://gist.github.com/ada/6d4b2f[/gist]", "A player (gist)", "https://gist.github.com/ada/6d4b2f"],
    ['<script src="https://gist.github.com/ada/6d4b2f.js"></script>', "A script", "https://gist.github.com/ada/6d4b2f"],
    ["[tweet https://twitter.com/scribe/status/20]", "A player (tweet)", "https://twitter.com/scribe/status/20"],
    ["[tweet 20031]", "A player (tweet)", "https://twitter.com/i/status/20031"],
    [
      "[instagram url=https://www.instagram.com/p/fA9uwTtkSN/ width=320]",
      "A player (instagram)",
      "https://www.instagram.com/p/fA9uwTtkSN/",
    ],
    ["[wpvideo OO5nrTAB w=400]", "A player (wpvideo)", "https://videopress.com/v/OO5nrTAB"],
    [
      '<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>',
      "What a frame shows (iframe)",
      "https://www.google.com/maps/embed?pb=1",
    ],
    [
      '<video controls><source src="http://media.example/a.m3u8"></video>',
      "What a frame shows (video)",
      "http://media.example/a.m3u8",
    ],
  ])("%s", async (text, what, address) => {
    const { content, sentences } = await imported(`Look:\n\n${text}\n\nand on.`);
    expect(content).toBe(`<p>Look:</p>\n${link(address)}\n<p>and on.</p>`);
    expect(sentences).toEqual([`changed: ${what} was replaced by a link to ${address}.`]);
  });

  test.each([
    [
      "[audio http://media.example/a.mp3|titles=A]",
      '<figure class="audio"><audio src="http://media.example/a.mp3"></audio></figure>',
    ],
    [
      '[video mp4="http://media.example/a.mp4"][/video]',
      '<figure class="video"><video src="http://media.example/a.mp4"></video></figure>',
    ],
    [
      '<video controls poster="/still.jpg" width="640" height="360"><source src="http://media.example/a.webm?x=1"></video>',
      '<figure class="video"><video src="http://media.example/a.webm?x=1" poster="/still.jpg" width="640" height="360"></video></figure>',
    ],
    [
      '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio><figcaption>Larks at <em>dawn</em></figcaption></figure>',
      '<figure class="audio"><audio src="/a.mp3"></audio>\n<figcaption>Larks at <em>dawn</em></figcaption>\n</figure>',
    ],
  ])("a file that browsers play becomes a block: %s", async (text, block) => {
    const { content } = await imported(`Look:\n\n${text}\n\nand on.`);
    expect(content).toBe(`<p>Look:</p>\n${block}\n<p>and on.</p>`);
  });

  test("within a line it stays there; one that shows nothing is reported", async () => {
    const { content, sentences } = await imported(
      '<p>See <iframe src="https://a.example/x"></iframe> and <object data="x.swf">a chart</object>.</p>',
    );
    expect(content).toBe('<p>See <a href="https://a.example/x">https://a.example/x</a> and a chart.</p>');
    expect(sentences.sort()).toEqual([
      "changed: What a frame shows (iframe) was replaced by a link to https://a.example/x.",
      "dropped: An embedded object without a URL isn’t imported.",
    ]);
  });

  test("a script is named; those that only embellish go", async () => {
    const { content, sentences } = await imported(
      '<blockquote class="twitter-tweet"><p>Just setting up</p></blockquote><script async src="//platform.twitter.com/widgets.js" charset="utf-8"></script><script src="http://ads.example/a.js"></script>',
    );
    expect(content).not.toContain("platform.twitter.com");
    expect(sentences).toEqual(["dropped: A script from http://ads.example/a.js isn’t shown: articles can’t contain any."]);
  });
});

test("line breaks within quotations and boxes stay: a poem, a quotation with its author", async () => {
  const { html } = await imported(
    'Heinz:\n<blockquote>Ritter Fips von Fipsenstein\nstieg auf einen Pflasterstein.\n\n<cite>H. E.</cite></blockquote>\n<div align="center">eins\nzwei</div>',
  );
  expect(html).toBe(
    "<p>Heinz:</p>\n<blockquote><p>Ritter Fips von Fipsenstein<br>\nstieg auf einen Pflasterstein.</p>\n<p><cite>H. E.</cite></p></blockquote>\n<div>eins<br>\nzwei</div>",
  );
});

describe("page builders", () => {
  const attachment = (
    id: number,
    name: string,
  ) => `</item><item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:status>inherit</wp:status>
<wp:post_type>attachment</wp:post_type><wp:attachment_url>https://texts.example/wp-content/uploads/${name}.jpg</wp:attachment_url>`;

  test("Divi: texts, headings, pictures, buttons and players stay, one below the other", async () => {
    const { content, sentences } = await imported(
      '[et_pb_section admin_label="Section" bb_built="1"][et_pb_row][et_pb_column type="1_2"][et_pb_text admin_label="Text"]<p>Dawn.</p>[/et_pb_text]' +
        '[et_pb_image src="https://texts.example/a.jpg" alt="A lark" title_text="A lark" /][/et_pb_column][et_pb_column type="1_2"]' +
        '[et_pb_blurb title="Up &amp; away" use_icon="on"]<p>It sings.</p>[/et_pb_blurb]' +
        '[et_pb_button button_url="https://elsewhere.example/x" button_text="Read on" /][et_pb_divider /]' +
        `[et_pb_video src="https://youtu.be/${YT}" /][et_pb_map address="Kiel" /]` +
        '[et_pb_contact_form title="Write"][et_pb_contact_field field_id="Name"]Name[/et_pb_contact_field][/et_pb_contact_form]' +
        "[et_pb_code]<em>raw</em><!-- [et_pb_line_break_holder] --><b>x</b>[/et_pb_code][/et_pb_column][/et_pb_row][/et_pb_section]",
    );
    expect(content.replace(/\n+/g, "")).toBe(
      '<p>Dawn.</p><figure><img src="https://texts.example/a.jpg" alt="A lark"></figure><h3>Up &amp; away</h3><p>It sings.</p>' +
        `<p><a href="https://elsewhere.example/x">Read on</a></p>${embed(`https://www.youtube.com/watch?v=${YT}`)}<p><em>raw</em><br><b>x</b></p>`,
    );
    expect(sentences.sort()).toEqual([
      "changed: The layout of Divi isn’t kept: its parts are stacked.",
      "dropped: What the shortcode [et_pb_contact_form] shows isn’t imported.",
      "dropped: What the shortcode [et_pb_map] shows isn’t imported.",
    ]);
  });

  test("WPBakery: pictures by their numbers, packed HTML, links; columns of themes", async () => {
    const packed = Buffer.from(encodeURIComponent("<p>Packed <i>ü</i></p>")).toString("base64");
    const { content, sentences } = await imported(
      '[vc_row css=".vc_custom_1{margin: 0}"][vc_column width="1/2"][vc_custom_heading text="Larks" font_container="tag:h2"][vc_column_text]Words.[/vc_column_text]' +
        '[vc_single_image image="9201" img_size="full"][vc_gallery images="9201,9202"][vc_empty_space height="20px"]' +
        `[vc_raw_html]${packed}[/vc_raw_html][vc_btn title="Go" link="url:https%3A%2F%2Felsewhere.example%2Fy|title:Go|"][/vc_column][/vc_row]` +
        "[one_half]Left.[/one_half][one_half_last]Right.[/one_half_last]",
      attachment(9201, "owl") + attachment(9202, "wren"),
    );
    const picture = (name: string) => `<figure><img src="https://texts.example/wp-content/uploads/${name}.jpg" alt=""></figure>`;
    expect(content.replace(/\n+/g, "")).toBe(
      `<h3>Larks</h3><p>Words.</p>${picture("owl")}${picture("owl")}${picture("wren")}<p>Packed <i>ü</i></p>` +
        '<p><a href="https://elsewhere.example/y">Go</a></p><p>Left.</p><p>Right.</p>',
    );
    expect(sentences.filter((one) => !one.includes("can’t"))).toEqual([
      "changed: The layout of WPBakery, its theme isn’t kept: its parts are stacked.",
    ]);
  });

  test("what only looks like them is text", async () => {
    const text = "An index [one_half] and [av_] and [vc_x and a[vc_row.";
    const { content } = await imported(text);
    expect(content).toBe(`<p>${text}</p>`);
  });
});
