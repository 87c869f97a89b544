import { expect, test } from "vitest";
import { convertBlocks } from "./convert-blocks.ts";
import { convertGhostCards } from "./convert-ghost-cards.ts";
import { lexicalToHtml } from "./convert-ghost-texts.ts";

test.each([
  [
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b>cat</b></div></div>',
    '<aside class="callout-note"><p>💡 Mind the <b>cat</b></p></aside>',
  ],
  [
    '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>inside</p></div></div>',
    "<details><summary>More</summary><p>inside</p></details>",
  ],
  [
    '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.jpg" alt="A"></div><div class="kg-gallery-image"><img src="/b.jpg" alt=""></div></div></div><figcaption>Two</figcaption></figure>',
    '<figure class="gallery"><figure><img src="/a.jpg" alt="A"></figure><figure><img src="/b.jpg" alt=""></figure><figcaption>Two</figcaption></figure>',
  ],
  [
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/?a=1&amp;b=2"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Larks</div><div class="kg-bookmark-description">Songs</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/i.ico"><span class="kg-bookmark-publisher">Birds</span></div></div><div class="kg-bookmark-thumbnail"><img src="/t.jpg"></div></a></figure>',
    '<figure class="bookmark"><a href="https://x.example/?a=1&amp;b=2">Larks</a><p>Songs</p><img src="/t.jpg" alt=""><figcaption>Birds</figcaption></figure>',
  ],
  [
    '<div class="kg-card kg-audio-card"><img src="/t.jpg" class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="/a.mp3" preload="metadata"></audio><div class="kg-audio-title">Larks</div><span class="kg-audio-current-time">0:00</span></div></div>',
    '<figure class="audio"><audio src="/a.mp3"></audio><figcaption>Larks</figcaption></figure>',
  ],
  [
    '<figure class="kg-card kg-video-card" data-kg-thumbnail="/t.jpg" data-kg-custom-thumbnail=""><div class="kg-video-container"><video src="/a.mp4" poster="https://img.spacergif.org/v1/9x9/0a/spacer.png" width="1920" height="1080" loop></video><button>Play</button></div><figcaption>Dawn</figcaption></figure>',
    '<figure class="video"><video src="/a.mp4" poster="/t.jpg" width="1920" height="1080"></video><figcaption>Dawn</figcaption></figure>',
  ],
  ['<p class="x">no card<br></p>', '<p class="x">no card<br></p>'],
])("Ghost's %s", (html, block) => {
  expect(convertGhostCards(html)).toBe(block);
});

test("cards of a post that was exported without HTML", () => {
  const card = (node: object) => lexicalToHtml(JSON.stringify({ root: { children: [node] } }), new Set());
  expect(card({ type: "callout", calloutEmoji: "💡", calloutText: "Mind" })).toBe(
    '<aside class="callout-note"><p>💡 Mind</p></aside>',
  );
  expect(card({ type: "gallery", images: [{ src: "/a.jpg", alt: "A" }], caption: "One" })).toBe(
    '<figure class="gallery"><figure><img src="/a.jpg" alt="A"></figure><figcaption>One</figcaption></figure>',
  );
  expect(card({ type: "audio", src: "/a.mp3", title: "Larks & co" })).toBe(
    '<figure class="audio"><audio src="/a.mp3"></audio><figcaption>Larks &amp; co</figcaption></figure>',
  );
  expect(card({ type: "video", src: "/a.mp4", thumbnailSrc: "/t.jpg", width: 640, height: 360 })).toBe(
    '<figure class="video"><video src="/a.mp4" poster="/t.jpg" width="640" height="360"></video></figure>',
  );
  expect(card({ type: "bookmark", url: "https://x.example/", metadata: { title: "Larks", publisher: "Birds" } })).toBe(
    '<figure class="bookmark"><a href="https://x.example/">Larks</a><figcaption>Birds</figcaption></figure>',
  );
});

test("WordPress's galleries of figures", () => {
  const picture =
    '<!-- wp:image {"id":1} --><figure class="wp-block-image"><img src="/a.jpg" alt=""/></figure><!-- /wp:image -->';
  const gallery = `<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-3">${picture}</figure><!-- /wp:gallery -->`;
  expect(convertBlocks(gallery, new Map(), "x", () => {})).toBe(
    '<figure class="gallery"><figure class="wp-block-image"><img src="/a.jpg" alt=""/></figure></figure>',
  );
});
