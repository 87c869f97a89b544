import { expect, test } from "vitest";
import { growth, LINEAR } from "../../../../../test/growth.ts";
import { Notes } from "../../report.ts";
import { convertText } from "./convert-text.ts";
import type { Blog } from "./recognize-blog.ts";

type Surroundings = {
  site?: string | null;
  fields?: Record<string, unknown>;
  config?: Record<string, unknown>;
  format?: "markdown" | "html";
  isMdx?: boolean;
};

/** A text of a generator as an article holds it, and its findings. */
function converted(
  generator: Blog["generator"],
  text: string,
  { fields = {}, config = {}, format = "markdown", isMdx = false, site = null as string | null }: Surroundings = {},
) {
  const blog: Blog = { generator, top: "", root: "", config, site: null, basePath: "/notes", timezone: "UTC", routes: [] };
  const notes = new Notes();
  const link = (target: string) => (/second/.test(target) ? "/story/second" : null);
  const { content } = convertText(text, format, { blog, fields, place: "x.md", report: notes.report, link, isMdx, site });
  return { content, findings: notes.findings.map(({ severity, sentence }) => `${severity}: ${sentence}`) };
}

const contentOf = (...all: Parameters<typeof converted>) => converted(...all).content;

test("code stays as it is: fenced, indented, in spans and in lists", () => {
  for (const code of [
    "```bash\n[[ -f x ]] && echo {% x %} ==y== {{< z >}}\n```",
    "~~~\n![[picture.png]]\n```\n[[x]]\n~~~",
    "Before:\n\n    if [[ -f file ]]; then {{ x }}\n\n    fi [[y]]",
    "Say `[[x]]` and ``a ` [[b]]``.",
    '- One\n\n  ```\n  [[x]] <iframe src="https://a.example"></iframe>\n  ```',
    "> ```\n> [[x]]\n> ```",
    "- One\n\n      [[x]] {{ y }}\n\n  Two",
    "1. One\n   ~~~\n   [[x]]\n   ~~~\n2. Two",
  ])
    expect(converted("obsidian", code), code).toEqual({ content: code, findings: [] });
});

test("Liquid: raw text, code, comments, captures and values", () => {
  expect(contentOf("jekyll", "{% raw %}{{ x }}{% endraw %} {% comment %}no{% endcomment %}yes")).toBe("{{ x }} yes");
  expect(contentOf("jekyll", "```html\n{% raw %}{{ site.url }}{% endraw %}\n```")).toBe("```html\n{{ site.url }}\n```");
  expect(contentOf("jekyll", "{% highlight c++ linenos %}\na < b;\n{% endhighlight %}")).toBe("```c++\na < b;\n```");
  expect(contentOf("jekyll", "{% highlight js %}\na < b;\n{% endhighlight %}", { format: "html" })).toBe(
    '<pre><code class="language-js">a &lt; b;</code></pre>',
  );
  expect(
    contentOf(
      "jekyll",
      '{% capture fig %}\n![Foo]({{ "/a.jpg" | relative_url }})\n{% endcapture %}{{ fig | markdownify | remove: "<p>" }}',
    ),
  ).toBe("![Foo](/a.jpg)");
  expect(
    contentOf("jekyll", "![x]({{ site.url }}{{ site.baseurl }}/a.jpg) {{ site.images }}/b.jpg", { config: { images: "/img" } }),
  ).toBe("![x](/notes/a.jpg) /img/b.jpg");
  expect(converted("jekyll", "{{ content | sort }} stays").findings).toEqual([
    "changed: “{{ content | sort }}” is filled in by its generator. Here it stays as text.",
  ]);
});

test("Liquid: links, pictures, players, and what isn't known", () => {
  expect(contentOf("jekyll", "[a]({% post_url 2024-05-02-second %}) [b]({% link _posts/2024-05-02-second.md %})")).toBe(
    "[a](/story/second) [b](/story/second)",
  );
  expect(
    contentOf("jekyll", '{% include figure image_path="/a.jpg" alt="Dawn" caption="A *fine* [one](https://x.example)." %}'),
  ).toBe(
    '<figure><img src="/a.jpg" alt="Dawn"><figcaption>A <em>fine</em> <a href="https://x.example">one</a>.</figcaption></figure>',
  );
  const gallery = [{ url: "/big.jpg", image_path: "/a.jpg", alt: "Dawn" }, { image_path: "/b.jpg" }];
  expect(contentOf("jekyll", '{% include gallery caption="Both" %}', { fields: { gallery } })).toBe(
    "![Dawn](/a.jpg)\n\n![](/b.jpg)\n\nBoth",
  );
  expect(converted("jekyll", '{% include video id="XsxDH4HcOWA" provider="youtube" %}')).toEqual({
    content: "<https://www.youtube.com/watch?v=XsxDH4HcOWA>",
    findings: ["changed: A player [youtube] was replaced by a link to https://www.youtube.com/watch?v=XsxDH4HcOWA."].map((one) =>
      one.replace("[youtube]", "[video]"),
    ),
  });
  expect(converted("jekyll", "{% mystery a b %}x{% endmystery %}")).toEqual({
    content: "x",
    findings: ["dropped: The tag [mystery] isn’t supported and was left out."],
  });
  expect(contentOf("hexo", "{% img left /images/x.png 300 200 'The title' 'The alt' %}")).toBe("![The alt](/images/x.png)");
  expect(contentOf("hexo", "{% blockquote Ada, Notes %}\nWords.\n{% endblockquote %}")).toBe("> Words.\n> \n> — Ada, Notes");
  expect(contentOf("hexo", "{% post_link second 'the other' %} {% link Hexo https://hexo.io %}")).toBe(
    "[the other](/story/second) [Hexo](https://hexo.io)",
  );
});

test("kramdown's attributes and lists of contents go", () => {
  const text =
    '# Title {#own .x}\n\n* TOC\n{:toc}\n\nWords\n{: .notice--info}\n\n*red*{: style="color: red"} end\n\n{::comment}no{:/comment}[a](b){:target="_blank"}';
  expect(contentOf("jekyll", text)).toBe("# Title\n\nWords\n\n*red* end\n\n[a](b)");
});

test("Hugo's shortcodes", () => {
  const one = (shortcode: string) => converted("hugo", shortcode);
  expect(one("{{< youtube id=w7Ft2ymGmfc autoplay=true >}}").content).toBe("<https://www.youtube.com/watch?v=w7Ft2ymGmfc>");
  expect(one("{{< vimeo 55073825 >}}").content).toBe("<https://vimeo.com/55073825>");
  expect(one('{{< x user="SanDiegoZoo" id="1453110110599868418" >}}').content).toBe(
    "<https://x.com/SanDiegoZoo/status/1453110110599868418>",
  );
  expect(one("{{< gist user 23932424365401ffa5e9d9810102a477 >}}").content).toBe(
    "<https://gist.github.com/user/23932424365401ffa5e9d9810102a477>",
  );
  expect(one("{{< instagram CxOWiQNP2MO >}}").content).toBe("<https://www.instagram.com/p/CxOWiQNP2MO/>");
  expect(one('{{<img src="a.jpg" alt="Dawn"\n max-width="600px">}}').content).toBe("![Dawn](a.jpg)");
  expect(one('[x]({{< relref "/posts/second.md" >}})').content).toBe("[x](/story/second)");
  expect(one('{{% details "More" %}}\nWords\n{{% /details %}}').content).toBe(
    "<details><summary>More</summary>\n\nWords\n\n</details>",
  );
  expect(one("a {{% param x %}} b")).toEqual({
    content: "a  b",
    findings: ["dropped: The shortcode [param] isn’t supported and was left out."],
  });
});

test("a tag within a block of HTML becomes HTML, because Markdown isn't read there", () => {
  expect(contentOf("hexo", "<div class='half'>\n{% asset_img a.png Dawn %}\n</div>\n\n{% asset_img a.png Dawn %}")).toBe(
    '<div class=\'half\'>\n<img src="a.png" alt="Dawn">\n</div>\n\n![Dawn](a.png)',
  );
});

test("a heading that only announced a list of contents goes", () => {
  expect(contentOf("astro", "Words.\n\n## Table of contents\n\n## One\n\nText")).toBe("Words.\n\n## One\n\nText");
});

test("a gallery of pictures keeps its caption", () => {
  const text =
    '{{<gallery caption="Left and [right](https://x.example).">}}\n{{<img src="a.jpg" max-width="360px" alt="A">}}\n{{<img src="b.jpg">}}\n{{</gallery>}}';
  expect(converted("hugo", text)).toEqual({
    content: "![A](a.jpg)\n![](b.jpg)\n\nLeft and [right](https://x.example).",
    findings: [],
  });
});

test("MDX without its imports, exports and components", () => {
  const text = `import { Image } from 'astro:assets';
import hero from './hero.png';
export const meta = {
  a: 1,
};

Words {/* hidden */}and

<Image src={hero} alt="Dawn" />

<YouTube id="dQw4w9WgXcQ" />

<Callout type="x">Inner **text**</Callout>

import is a word here.
`;
  expect(converted("astro", text, { isMdx: true })).toEqual({
    content:
      "Words and\n\n![Dawn](./hero.png)\n\n<https://www.youtube.com/watch?v=dQw4w9WgXcQ>\n\nInner **text**\n\nimport is a word here.",
    findings: [
      "changed: A player [YouTube] was replaced by a link to https://www.youtube.com/watch?v=dQw4w9WgXcQ.",
      "dropped: The component [Callout] isn’t supported and was left out.",
    ],
  });
});

test("frames in Markdown become links, with a finding unless the player is known", () => {
  const known = converted("plain", 'Before\n\n<iframe src="https://player.vimeo.com/video/55073825"></iframe>\nAfter *it*');
  expect(known.content).toMatch(/^Before\n\n.*https:\/\/vimeo\.com\/55073825[^\n]*\n\nAfter \*it\*$/s);
  expect(known.content).not.toContain("<iframe");
  expect(known.findings).toEqual([]);
  expect(converted("plain", '<iframe src="https://maps.example/x"></iframe>').findings).toEqual([
    expect.stringMatching(/^changed: .*https:\/\/maps\.example\/x/),
  ]);
});

test("frames are found among links and angle brackets of Markdown, which stay as they are", () => {
  const links = Array.from({ length: 150 }, (_, n) => `* <https://a.example/${n}> and x <y, a List<String> and "quotes`);
  const text = (frame: string) => `> Said\n\n${links.join("\n")}\n\n${frame}`;
  const { content } = converted(
    "plain",
    text('<p align="center"><iframe src="https://player.vimeo.com/video/55073825"></iframe></p>'),
  );
  expect(content).toBe(
    text('<figure class="embed"><a href="https://vimeo.com/55073825">https://vimeo.com/55073825</a></figure>'),
  );
});

test("links to the old site's pages become links within this one; its files and other sites stay", () => {
  const text =
    '[a](https://www.old.example/2020/x/?p=1#y) [b]: [![p](https://old.example/p.jpg)](https://old.example/z.html) <a href="https://old.example/w/">w</a> [c](https://other.example/)\n\n[d]: https://old.example/d';
  expect(contentOf("plain", text, { site: "https://old.example" })).toBe(
    '[a](/2020/x/?p=1#y) [b]: [![p](https://old.example/p.jpg)](/z.html) <a href="/w/">w</a> [c](https://other.example/)\n\n[d]: /d',
  );
});

test("HTML of jekyll-import: written slashes, and texts without paragraphs", () => {
  const html = (text: string) => contentOf("jekyll", text, { format: "html" });
  expect(html("<p>One <em>two<&#47;em><&#47;p>")).toBe("<p>One <em>two</em></p>");
  expect(html("<h2>One</h2>\nTwo\n\nthree\n<pre>a\n\nb</pre>")).toMatch(
    /^<h2>One<\/h2>\n<p>Two<\/p>\n<p>three<\/p>\n<pre>a\n\nb<\/pre>$/,
  );
});

test.each([
  "{% raw %}",
  '{{< a b="',
  "[[a|",
  "==a",
  "`a``b",
  "<!--",
  "{::comment}",
  "> [!a] ",
  "# a {#",
  "<Image src={",
  "{/*",
  "* TOC\n{:toc",
])("text that never ends takes linear time: %j", async (bit) => {
  for (const generator of ["jekyll", "hugo", "zola", "obsidian"] as const) {
    const convert = (size: number) => contentOf(generator, bit.repeat(Math.ceil(size / bit.length)), { isMdx: true });
    expect([generator, await growth(convert, 10_000)]).toEqual([generator, expect.toSatisfy((times: number) => times < LINEAR)]);
  }
});
