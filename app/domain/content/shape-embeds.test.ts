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

  it("frames nothing, and a figure of an unknown site becomes a plain one", async () => {
    expect(await html(`<iframe src="${FRAME}"></iframe><p>x</p>`)).toBe("<p>x</p>");
    expect(await html('<figure class="embed big" data-provider="x"><a href="https://a.example/v">v</a></figure>')).toBe(
      '<figure><a href="https://a.example/v" rel="noopener">v</a></figure>',
    );
  });
});
