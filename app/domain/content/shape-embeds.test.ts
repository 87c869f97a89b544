import { describe, expect, it } from "vitest";
import { EMBED_HOSTS, embedAt } from "./markup/figures.ts";
import { renderContent } from "./render-content.ts";

const ID = "dQw4w9WgXcQ";
const FRAME = `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&rel=0`;

describe("embedAt", () => {
  it.each([
    [`https://www.youtube.com/watch?v=${ID}&t=1m5s`, `https://www.youtube.com/watch?v=${ID}&t=65`, `${FRAME}&start=65`],
    [`https://youtu.be/${ID}?si=abc`, `https://www.youtube.com/watch?v=${ID}`, FRAME],
    [`https://m.youtube.com/shorts/${ID}`, `https://www.youtube.com/shorts/${ID}`, FRAME],
    [`https://www.youtube.com/live/${ID}`, `https://www.youtube.com/watch?v=${ID}`, FRAME],
    ["https://vimeo.com/76979871", "https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
    [
      "https://vimeo.com/76979871/abcdef1234",
      "https://vimeo.com/76979871/abcdef1234",
      "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef1234",
    ],
    [
      "https://vimeo.com/channels/staffpicks/76979871",
      "https://vimeo.com/76979871",
      "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1",
    ],
    [
      "https://vimeo.com/showcase/7008490/video/76979871",
      "https://vimeo.com/76979871",
      "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1",
    ],
    [
      "https://music.youtube.com/playlist?list=OLAK5uy_kTestList",
      "https://www.youtube.com/playlist?list=OLAK5uy_kTestList",
      "https://www.youtube-nocookie.com/embed/videoseries?list=OLAK5uy_kTestList&autoplay=1&rel=0",
    ],
    [`https://music.youtube.com/watch?v=${ID}`, `https://www.youtube.com/watch?v=${ID}`, FRAME],
    [
      "https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT?si=1",
      "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT",
      "https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT",
    ],
    [
      "https://soundcloud.com/forss/flickermood",
      "https://soundcloud.com/forss/flickermood",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&auto_play=true&visual=false",
    ],
    [
      "https://codepen.io/chriscoyier/pen/gfdDu",
      "https://codepen.io/chriscoyier/pen/gfdDu",
      "https://codepen.io/chriscoyier/embed/gfdDu?default-tab=result",
    ],
  ])("%s", (typed, address, frame) => {
    expect(embedAt(typed)).toMatchObject({ address, frame });
    expect(EMBED_HOSTS).toContain(new URL(frame).origin);
    // What is stored is read as the same again.
    expect(embedAt(address)).toEqual(embedAt(typed));
  });

  it.each([
    ["https://vimeo.com/showcase/7008490/embed", "https://vimeo.com/showcase/7008490"],
    ["https://mastodon.social/@Gargron@example.org/110000", "https://mastodon.social/@Gargron@example.org/110000"],
    ["https://bsky.app/profile/ada.example.com/post/3kabcdefgh2x", "https://bsky.app/profile/ada.example.com/post/3kabcdefgh2x"],
    [
      "https://embed.bsky.app/embed/did:plc:abc/app.bsky.feed.post/3kabcdefgh2x?id=1",
      "https://bsky.app/profile/did:plc:abc/post/3kabcdefgh2x",
    ],
  ])("%s is only a page", (typed, address) => {
    expect(embedAt(typed)).toMatchObject({ address, frame: null });
    expect(embedAt(address)).toEqual(embedAt(typed));
  });

  it.each([
    "https://mastodon.social/@a",
    "http://mastodon.social/@a/1",
    "https://www.youtube.com/playlist?list=x",
    "https://www.youtube.com/",
    "https://www.youtube.com/watch?v=short",
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/youtube.com/watch?v=${ID}`,
    `https://user@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    `javascript:https://youtu.be/${ID}`,
    `look: https://youtu.be/${ID}`,
    "https://soundcloud.com/you/likes",
    "https://open.spotify.com/track/../../x",
    "",
  ])("is none of these: %s", (typed) => {
    expect(embedAt(typed)).toBeNull();
  });
});

const html = async (content: string, format: "html" | "markdown" = "html") => (await renderContent({ content, format })).html;
const still = `<figure class="embed" data-provider="youtube"><a href="https://www.youtube.com/watch?v=${ID}" rel="noopener">`;

describe("a still", () => {
  it("is created for a figure of an embed", async () => {
    expect(await html(`<figure class="embed"><a href="https://youtu.be/${ID}">A &amp; B</a></figure>`)).toBe(
      `${still}A &amp; B</a><figcaption>Video on YouTube</figcaption></figure>`,
    );
  });

  it("is created for a URL alone in a paragraph, in HTML and in Markdown", async () => {
    const alone = `${still}Video on YouTube</a></figure>`;
    expect(await html(`<p>https://youtu.be/${ID}</p>`)).toBe(alone);
    expect(await html(`<p><a href="https://youtu.be/${ID}">https://youtu.be/${ID}</a></p>`)).toBe(alone);
    expect(await html(`https://youtu.be/${ID}`, "markdown")).toBe(alone);
    expect(await html(`<https://youtu.be/${ID}>`, "markdown")).toBe(alone);
  });

  it("is not created for a URL in a sentence or a link with another text", async () => {
    expect(await html(`<p>See https://youtu.be/${ID}</p>`)).not.toContain("embed");
    expect(await html(`<p><a href="https://youtu.be/${ID}">Watch</a></p>`)).not.toContain("figure");
    expect(await html(`<p><a href="https://evil.example">https://youtu.be/${ID}</a></p>`)).not.toContain("figure");
  });

  it.each([
    [`<iframe src="${FRAME}"></iframe><p>x</p>`, `${still}Video on YouTube</a></figure><p>x</p>`],
    [
      `<p>a <iframe src="//www.youtube.com/embed/${ID}">b</iframe> c</p>`,
      `<p>a </p>${still}Video on YouTube</a></figure><p> c</p>`,
    ],
    [
      `<h2><iframe src="${FRAME}"></iframe> c</h2>`,
      /^<h2[^>]*><a href="https:\/\/www.youtube.com[^>]*>https:[^<]*<\/a> c<\/h2>$/,
    ],
    [
      `<object><param name="movie" value="x"><embed src="https://www.youtube.com/v/${ID}"></object>`,
      `${still}Video on YouTube</a></figure>`,
    ],
    [
      `<figure><div><iframe src="${FRAME}"></iframe></div><figcaption>Larks</figcaption></figure>`,
      `${still}Video on YouTube</a></figure><p>Larks</p>`,
    ],
    [
      '<iframe src="https://player.vimeo.com/video/76979871?h=abcdef1234"></iframe>',
      /^<figure class="embed" data-provider="vimeo"><a href="https:\/\/vimeo.com\/76979871\/abcdef1234"/,
    ],
    [
      '<iframe src="https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/forss/flickermood"></iframe>',
      /^<figure class="embed" data-provider="soundcloud"><a href="https:\/\/soundcloud.com\/forss\/flickermood"/,
    ],
    [
      '<iframe src="https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT"></iframe>',
      /^<figure class="embed" data-provider="spotify">/,
    ],
    [
      '<iframe src="https://mastodon.social/@a/1/embed"></iframe>',
      '<figure class="embed" data-provider="mastodon"><a href="https://mastodon.social/@a/1" rel="noopener">Post on mastodon.social</a></figure>',
    ],
    [
      '<iframe src="https://maps.example/embed?a=1&amp;b=2"></iframe>',
      '<p><a href="https://maps.example/embed?a=1&amp;b=2" rel="noopener">https://maps.example/embed?a=1&amp;b=2</a></p>',
    ],
    ['<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<p>x</p>"></iframe><p>x</p>', "<p>x</p>"],
  ])("is created for an embed code, a link for those of unknown sites: %s", async (code, shown) => {
    if (typeof shown === "string") expect(await html(code)).toBe(shown);
    else expect(await html(code)).toMatch(shown);
    if (typeof shown === "string") expect(await html(`${code}\n`, "markdown")).toContain(shown.slice(0, 60));
  });

  it("is not created for a figure of an unknown site, which becomes a plain one", async () => {
    expect(await html('<figure class="embed big" data-provider="x"><a href="https://a.example/v">v</a></figure>')).toBe(
      '<figure><a href="https://a.example/v" rel="noopener">v</a></figure>',
    );
  });
});
