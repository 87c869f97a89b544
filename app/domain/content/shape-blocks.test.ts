import { describe, expect, it, test } from "vitest";
import { withAbsoluteLinks } from "./parse-tree.ts";
import { renderContent } from "./render-content.ts";

const fromHtml = async (content: string) => (await renderContent({ content, format: "html" })).html;
const fromMarkdown = async (content: string) => (await renderContent({ content, format: "markdown" })).html;

test("a callout has its title, and is no landmark", async () => {
  expect(await fromMarkdown("> [!WARNING]\n> Mind the **cat**.")).toBe(
    '<div class="callout callout-warning" role="note"><p class="callout-title">Warning</p>\n<p>Mind the <strong>cat</strong>.</p>\n</div>',
  );
  expect(await fromHtml('<aside class="callout-evil x" onclick="a()"><p>x</p></aside>')).toBe("<div><p>x</p></div>");
});

test("toggles and galleries stay what they are", async () => {
  const toggle = "<details><summary>More</summary><p>inside</p></details>";
  expect(await fromHtml(toggle)).toBe(toggle);
  const html = await fromHtml('<figure class="gallery evil"><figure><img src="/a.png" alt="A"></figure></figure>');
  expect(html).toMatch(/^<figure class="gallery"><figure><img src="\/a.png" alt="A"/);
});

describe("formulas", () => {
  it("become MathML with their TeX", async () => {
    const html = await fromMarkdown("So $E=mc^2$.\n\n$$\n\\frac{a}{b}\n$$");
    expect(html).toMatch(/^<p>So <math><semantics><mrow><mi>E<\/mi><mo>=<\/mo>/);
    expect(html).toContain('<annotation encoding="application/x-tex">E=mc^2</annotation>');
    expect(html).toMatch(
      /<div class="math" tabindex="0"><math display="block"[^>]*><semantics><mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac>/,
    );
    expect(html).not.toContain("style=");
  });

  it("stay code where they are wrong, too long or too deep", async () => {
    const deep = `${"\\frac{1}{".repeat(100)}x${"}".repeat(100)}`;
    for (const tex of ["\\bad{x", "x+".repeat(1500), deep, "\\href{javascript:alert(1)}{x}\\class{a}{b}"])
      expect(await fromHtml(`<p><code class="language-math">${tex}</code></p>`)).toBe(
        `<p><code class="language-math">${tex}</code></p>`,
      );
  });

  it("have nothing of a style, a link or a size that leaves their place", async () => {
    const tex = "\\color{red}{x}\\kern{9999em}\\rule{9999em}{9999em}\\boxed{z}";
    const html = await fromHtml(`<pre><code class="language-math">${tex}</code></pre>`);
    const drawn = html.replace(/<annotation[\s\S]*?<\/annotation>/, "");
    expect(drawn).toContain('mathcolor="#ff0000"');
    expect(drawn).not.toMatch(/ style=|href=|\d{3,}em/);
  });
});

describe("diagrams", () => {
  const draw = (source: string) => fromMarkdown(`\`\`\`mermaid\n${source}\n\`\`\``);

  it("become SVG without styles, with their source as text", async () => {
    const html = await draw(
      'graph TD\n  A[Start] -->|"go & see"| B{Day?}\n  style A fill:red;background:url(http://x)\n  click A "javascript:alert(1)"',
    );
    expect(html).toMatch(
      /<svg viewBox="[\d. ]+" width="[\d.]+" height="[\d.]+" role="img" aria-label="Diagram: [^"]*Start[^"]*">/,
    );
    expect(html).toContain('<details><summary>Diagram as text</summary><pre tabindex="0"><code>graph TD');
    const svg = html.slice(0, html.indexOf("</svg>"));
    expect(svg).toContain('fill="var(--_text)"');
    expect(svg).not.toMatch(/<style|style=|@import|javascript|http|<script|onclick/);
  });

  it("stay code where they can't be drawn", async () => {
    for (const source of ["pie\n  a: 3", "graph TD\n".padEnd(5000, "A-->B\n"), "<script>alert(1)</script>"])
      expect(await draw(source)).toMatch(/^<pre tabindex="0"><code>/);
  });

  it("have ids of their own", async () => {
    const html = await fromMarkdown("```mermaid\ngraph TD\nA-->B\n```\n\n```mermaid\ngraph TD\nA-->B\n```");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("and formulas are their source in feeds", async () => {
    const html = await fromMarkdown("$a<b$\n\n```mermaid\ngraph TD\nA-->B\n```");
    expect(withAbsoluteLinks(html, "https://blog.example/x")).toBe(
      "<p><code>a&lt;b</code></p>\n<pre><code>graph TD\nA--&gt;B\n</code></pre>",
    );
  });
});
