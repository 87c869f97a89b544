import { describe, expect, it } from "vitest";
import { withAbsoluteLinks } from "./parse-tree.ts";
import { renderContent } from "./render-content.ts";

const ID = "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";
const MOVING = "1b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";
const SIZES = new Map([
  [ID, { width: 1000, height: 667 }],
  [MOVING, { width: 480, height: 270 }],
]);
const asked: string[][] = [];
const pictures = async (ids: string[]) => {
  asked.push(ids);
  return SIZES;
};
const html = async (content: string, format: "html" | "markdown" = "html") =>
  (await renderContent({ content, format, pictures })).html;

describe("pictures of the media library", () => {
  it("are offered in all widths and formats, with reserved space", async () => {
    const set = (format: string) => [480, 800, 1000].map((width) => `/media/${ID}/${width}.${format} ${width}w`).join(", ");
    const source = (format: string) =>
      `<source type="image/${format}" srcset="${set(format)}" sizes="(min-width: 44rem) 41rem, 92vw">`;
    expect(await html(`<p><img src="/media/${ID}/1000.jpg" alt="Dawn"></p>`)).toBe(
      `<p><picture>${source("avif")}${source("webp")}` +
        `<img src="/media/${ID}/1000.jpg" alt="Dawn" width="1000" height="667" loading="lazy" decoding="async"></picture></p>`,
    );
    expect(asked.at(-1)).toEqual([ID]);
  });

  it("have the width that the author chose, at most the real one", async () => {
    expect(await html(`<img src="/media/${ID}/1000.jpg" width="500" height="9">`)).toContain('width="500" height="334"');
    expect(await html(`<img src="/media/${ID}/1000.jpg" width="500">`)).toContain('sizes="(min-width: 500px) 500px, 92vw"');
    expect(await html(`<img src="/media/${ID}/1000.jpg" width="9000">`)).toContain('width="1000" height="667"');
  });

  it("wider than the text column have matching sizes and keep their caption", async () => {
    const figure = (name: string) =>
      `<figure class="${name}"><img src="/media/${ID}/1000.jpg" width="500"><figcaption>Dawn</figcaption></figure>`;
    const wide = await html(figure("picture-wide"));
    expect(wide).toMatch(/^<figure class="picture-wide"><picture>.*<figcaption>Dawn<\/figcaption><\/figure>$/);
    expect(wide).toContain('sizes="(min-width: 52rem) 48rem, 92vw"');
    expect(await html(figure("picture-full"))).toContain('sizes="100vw"');
    expect(await html(figure("picture-wide other"), "markdown")).toContain('<figure class="picture-wide"><picture>');
  });

  it("stay animated", async () => {
    const moving = await html(`![Waves](/media/${MOVING}/480.webp "Sea")`, "markdown");
    expect(moving).not.toContain("avif");
    expect(moving).toContain(`srcset="/media/${MOVING}/480.webp 480w"`);
    expect(moving).toContain('alt="Waves" width="480" height="270" title="Sea"');
  });

  it("that don't exist stay plain images", async () => {
    const unknown = "/media/2b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c/480.jpg";
    for (const src of [unknown, "/media/x.jpg", `/media/${ID}/../x.jpg`]) {
      expect(await html(`<img src="${src}">`)).toBe(`<img src="${src}" alt="" loading="lazy" decoding="async">`);
    }
  });

  it("of other sites become links with their alternative text", async () => {
    const shown = async (content: string, format: "html" | "markdown" = "html") =>
      (await renderContent({ content, format, ownHost: "blog.example" })).html;
    const link = (text: string) => `<a href="https://a.example/x.jpg" rel="noopener">Image: ${text}</a>`;
    expect(await shown('<p><img src="https://a.example/x.jpg" alt="A lark"></p>')).toBe(`<p>${link("A lark")}</p>`);
    expect(await shown("![A lark](https://a.example/x.jpg)", "markdown")).toBe(`<p>${link("A lark")}</p>`);
    expect(await shown('<img src="https://a.example/x.jpg">')).toBe(link("x.jpg"));
    expect(await shown('<figure><img src="https://a.example/x.jpg" alt="A"><figcaption>B</figcaption></figure>')).toBe(
      `<figure>${link("A")}<figcaption>B</figcaption></figure>`,
    );
    expect(await shown('<a href="https://b.example/"><img src="https://a.example/x.jpg" alt="A"></a>')).toBe(
      '<a href="https://b.example/" rel="noopener"><span>Image: A</span></a>',
    );
    expect(await shown('<img src="https://blog.example/x.jpg" alt="A">')).toContain('<img src="https://blog.example/x.jpg"');
  });

  it("of other sites stand apart from the words after them, and smileys are read as their signs", async () => {
    const shown = async (content: string) =>
      (await renderContent({ content, format: "html", ownHost: "blog.example" })).html.replace(/<[^>]+>/g, "");
    const picture = '<img src="https://a.example/x.jpg" alt="A">';
    expect(await shown(`<p>${picture}Hey, this.</p>`)).toBe("Image: A Hey, this.");
    expect(await shown(`<p>${picture}, and.</p>`)).toBe("Image: A, and.");
    expect(await shown(`<p><a href="https://a.example/">${picture}</a>Then <em>${picture}</em><b>so</b>.</p>`)).toBe(
      "Image: A Then Image: A so.",
    );
    expect(await shown(`<p>${picture}${picture} on</p>`)).toBe("Image: A Image: A on");
    expect(await shown('<p>Well <img src="https://a.example/up/wlEmoticon-smile.png" alt="Smile"> so.</p>')).toBe(
      "Well Smile so.",
    );
    expect(await shown('<p>So <img src="https://a.example/wp-includes/images/smilies/icon_wink.gif" alt=";-)"> it is.</p>')).toBe(
      "So ;-) it is.",
    );
  });

  it("stay plain images without a lookup of their sizes", async () => {
    const content = `<img src="/media/${ID}/1000.jpg">`;
    expect((await renderContent({ content, format: "html" })).html).not.toContain("picture");
  });

  it("have absolute URLs in a feed", async () => {
    const shown = await html(`<img src="/media/${ID}/1000.jpg">`);
    const absolute = withAbsoluteLinks(shown, "https://blog.example/story/x");
    expect(absolute).toContain(`src="https://blog.example/media/${ID}/1000.jpg"`);
    expect(absolute).toContain(
      `srcset="https://blog.example/media/${ID}/480.avif 480w, https://blog.example/media/${ID}/800.avif`,
    );
    expect(absolute).not.toMatch(/"\/media|, \/media/);
  });
});

describe("an author's own", () => {
  it.each([
    '<picture><source srcset="https://evil.example/x.avif"><img src="/a.jpg"></picture>',
    '<img src="/a.jpg" srcset="https://evil.example/x 2x" sizes="100vw">',
    `<source srcset="/media/${ID}/480.avif 480w"><img src="/a.jpg">`,
  ])("choice of pictures doesn't survive: %s", async (content) => {
    expect(await html(content)).toBe('<img src="/a.jpg" alt="" loading="lazy" decoding="async">');
  });
});
