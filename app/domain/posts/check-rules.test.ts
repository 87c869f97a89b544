import { describe, expect, it } from "vitest";
import { parseTree } from "../content/parse-tree.ts";
import { type CheckedPost, checkPost, offsitePictures, ownSlug, ownSlugs, type Surroundings } from "./check-rules.ts";

const HOST = "blog.example";
const DESCRIPTION = "What the first hour of a day is for, and how to keep it for yourself in a full house.";

const post = (html: string, more: Partial<CheckedPost> = {}): CheckedPost => ({
  title: "The first hour",
  description: DESCRIPTION,
  excerpt: "",
  featured_image: null,
  featured_image_alt: "",
  nodes: parseTree(html),
  host: HOST,
  ...more,
});
const rulesOf = (html: string, more?: Partial<CheckedPost>, around?: Surroundings) =>
  checkPost(post(html, more), around).map(({ rule }) => rule);

describe("a post before it is published", () => {
  it("can have no findings", () => {
    const html =
      '<h2>Dawn</h2><p>See <a href="/story/larks">the larks</a>.</p><h3>Late</h3><p><img src="/m.png" alt="A lark on a post"></p>';
    expect(rulesOf(html)).toEqual([]);
  });

  it.each([
    ['<p><img src="https://a.example/x.jpg" alt="A lark"></p>', ["picture-offsite"]],
    ['<p><img src="//a.example/x.jpg" alt="A lark"></p>', ["picture-offsite"]],
    ['<p><img src="https://blog.example/x.jpg" alt="A lark"></p>', []],
    ['<p><img src="/a.png"></p>', ["alt-missing"]],
    ['<p><img src="/a.png" alt=" "></p>', ["alt-missing"]],
    ['<p><img src="/a.png" alt="IMG_2041.jpg"></p>', ["alt-poor"]],
    ['<p><img src="/a.png" alt="screenshot 12"></p>', ["alt-poor"]],
    ['<p><img src="/a.png" alt="Picture of a lark"></p>', ["alt-poor"]],
    ['<p><img src="/a.png" alt="A picture postcard"></p>', []],
    [`<p><img src="/a.png" alt="${"word ".repeat(60)}"></p>`, ["alt-long"]],
  ])("pictures: %s", (html, rules) => expect(rulesOf(html)).toEqual(rules));

  it.each([
    ['<figure class="video"><video src="/m.mp4"></video></figure>', ["captions-missing"]],
    ['<video src="/m.mp4"><track kind="captions" src="/m.vtt"></video>', []],
    ['<video src="https://a.example/x.mp4"></video>', []],
    ['<figure class="audio"><audio src="/m.mp3"></audio></figure><p>Words.</p>', ["transcript-missing"]],
    [
      '<figure class="audio"><audio src="/m.mp3"></audio></figure>\n<details><summary>Transcript</summary><p>Words.</p></details>',
      [],
    ],
    ['<figure class="audio"><audio src="/m.mp3"></audio><figcaption><a href="/words">Its words</a></figcaption></figure>', []],
    ['<figure class="audio"><audio src="/m.mp3"></audio><figcaption>Larks</figcaption></figure>', ["transcript-missing"]],
  ])("players: %s", (html, rules) => expect(rulesOf(html)).toEqual(rules));

  it("has a place and a number for each player", () => {
    const html = '<audio src="/a.mp3"></audio><video src="/b.mp4"></video><video src="/c.mp4"></video>';
    expect(checkPost(post(html)).map(({ message, place }) => [message.slice(0, 23), place])).toEqual([
      ["Audio 1 has no transcri", { kind: "player", index: 0, quote: "/a.mp3" }],
      ["Video 1 has no captions", { kind: "player", index: 1, quote: "/b.mp4" }],
      ["Video 2 has no captions", { kind: "player", index: 2, quote: "/c.mp4" }],
    ]);
  });

  it("lists each picture of another site once", () => {
    const picture = '<img src="https://a.example/x.jpg?a=1&amp;b=2" alt="A lark">';
    const findings = checkPost(post(`<p>${picture}${picture}<img src="/m.png" alt="Ours"></p>`));
    expect(offsitePictures(findings)).toEqual(["https://a.example/x.jpg?a=1&b=2"]);
    expect(findings[0]).toMatchObject({
      severity: "fix",
      message: "Image 1 is on a.example, and articles don’t show images from other sites. Fetch it into the library.",
    });
  });

  it.each([
    ["<h2>a</h2><h3>b</h3><h4>c</h4><h2>d</h2>", []],
    ["<h3>a</h3>", ["heading-skipped"]],
    ["<h2>a</h2><h4>b</h4>", ["heading-skipped"]],
    ["<h1>a</h1><h2>b</h2>", ["heading-first"]],
    ["<h2>a</h2><h3> </h3>", ["heading-empty"]],
  ])("headings: %s", (html, rules) => expect(rulesOf(html)).toEqual(rules));

  it.each([
    ['<p><a href="https://a.example">here</a></p>', ["link-vague"]],
    ['<p><a href="https://a.example">Click here!</a></p>', ["link-vague"]],
    ['<p><a href="https://a.example">here and now</a></p>', []],
    ['<p><a href="https://a.example"> </a></p>', ["link-empty"]],
    ['<p><a href="#">top</a></p>', ["link-empty"]],
    ['<p><a href="/x"><img src="/m.png" alt="A lark"></a></p>', []],
    ['<p><a href="https://a.example/x">https://a.example/x</a></p>', ["link-address"]],
    ['<p><a href="#%C3%BCber-uns">a</a> <a href="#top">b</a></p><h2>U\u0308ber uns</h2>', []],
    ['<p><a href="#my-place">a</a> <a href="#other">b</a></p><p><a name="my-place"></a><b id="other">x</b></p>', []],
    ['<p><a href="#nowhere">a</a></p><h2>Somewhere</h2>', ["link-nowhere"]],
    ['<figure class="embed"><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></figure>', []],
  ])("links: %s", (html, rules) => expect(rulesOf(html)).toEqual(rules));

  it.each([
    ['<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>', []],
    ['<iframe src="https://maps.example/embed"></iframe>', ["frame-linked"]],
    ['<iframe srcdoc="x"></iframe>', ["left-out"]],
    ['<form action="/x"><input name="q"><button>Go</button></form>', ["left-out"]],
    ['<object data="https://a.example/x.pdf"></object>', ["frame-linked"]],
    ["<object><p>x</p></object><script>x</script>", ["left-out", "left-out"]],
  ])("what is left out: %s", (html, rules) => expect(rulesOf(html)).toEqual(rules));

  it("has separate places for findings in the text and in footnotes", () => {
    const html =
      '<p><a href="/a">fine</a> <a href="/b">here</a><sup class="footnote-ref"><a href="#fn-1">1</a></sup></p>' +
      '<section class="footnotes"><ol><li id="fn-1">x <a href="/c">here</a> <a class="footnote-back" href="#fnref-1">↩</a></li></ol></section>';
    expect(checkPost(post(html)).map(({ place }) => place)).toEqual([
      { kind: "link", index: 1, quote: "/b" },
      { kind: "note", index: 0, quote: "/c" },
    ]);
  });

  it("is checked as search engines show it", () => {
    expect(rulesOf("", { title: "A title that goes on and on until no search engine shows its end" })).toEqual(["title-long"]);
    expect(rulesOf("", { title: "W".repeat(40) })).toEqual(["title-long"]);
    expect(rulesOf("", { title: "i".repeat(60) })).toEqual([]);
    expect(rulesOf("", { description: "Short" })).toEqual(["description-short"]);
    expect(rulesOf("", { description: "long ".repeat(40) })).toEqual(["description-long"]);
    expect(rulesOf("", { description: "", excerpt: DESCRIPTION })).toEqual([]);
    expect(rulesOf("", { description: "" })).toEqual(["description-missing"]);
    expect(rulesOf("", { featured_image: "/m.png" })).toEqual(["alt-missing"]);
  });

  it("is compared with what the server knows", () => {
    const html =
      '<p><a href="/story/gone">a b</a> <a href="https://blog.example/story/Old/#x">c d</a> <a href="/story/idea">e f</a></p>';
    const around: Surroundings = {
      titles: [{ title: "The first hour", slug: "first-hour", status: "draft" }],
      links: [
        { slug: "gone", state: "missing", to: null },
        { slug: "old", state: "moved", to: "new" },
        { slug: "idea", state: "unpublished", to: null },
      ],
    };
    expect(ownSlugs(parseTree(html), HOST)).toEqual(["gone", "old", "idea"]);
    const found = checkPost(post(html), around);
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["link-dead", "fix"],
      ["link-dead", "fix"],
      ["title-duplicate", "improve"],
      ["link-moved", "improve"],
    ]);
    expect(found.at(-1)?.message).toContain("/story/new");
    expect(found[2]?.message).toContain("/story/first-hour (draft)");
  });

  it("gets findings for long paragraphs and its reading level", () => {
    const easy = "The cat sat on the mat and it was warm. We like the sun. ".repeat(12);
    const [paragraph, level] = checkPost(post(`<p>${easy}</p>`));
    expect(paragraph).toMatchObject({ rule: "paragraph-long", severity: "improve" });
    expect(level).toMatchObject({ rule: "reading-level", severity: "know" });
    expect(level?.message).toMatch(/^Reading ease \d+ of 100 \(Flesch\), easy; 0 years of school/);
    expect(rulesOf(`<p>${"Die Lerche singt am frühen Morgen. ".repeat(20)}</p>`)).toEqual(["reading-level"]);
    expect(rulesOf("<p>Too short to say anything.</p>")).toEqual([]);
  });
});

it.each([
  ["/story/a-b", "a-b"],
  ["/story/a-b?x#y", "a-b"],
  ["https://blog.example/story/A", "a"],
  ["http://other.example/story/a", null],
  ["//blog.example/story/a", null],
  ["/story/", null],
  ["/stories/a", null],
])("%s names the own post %s", (href, slug) => expect(ownSlug(href, HOST)).toBe(slug));
