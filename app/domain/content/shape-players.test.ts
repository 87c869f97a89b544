import { expect, test } from "vitest";
import { renderWriting } from "./render-writing.ts";

const AT = "/media/0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";
const html = async (content: string) => (await renderWriting({ content, format: "html", ownHost: "blog.example" })).html;

test("a video keeps its size, still image and captions; how it behaves isn't the author's choice", async () => {
  const written =
    `<figure class="video"><video src="${AT}/larks.mp4" poster="${AT}/800.jpg" width="1280" height="720" autoplay loop onplay="alert(1)">` +
    `<track src="${AT}/larks.vtt" kind="metadata" onload="alert(1)"><p>Your browser is old</p></video><figcaption>Larks</figcaption></figure>`;
  expect(await html(written)).toBe(
    `<figure class="video"><video src="${AT}/larks.mp4" width="1280" height="720" poster="${AT}/800.jpg" controls="" preload="none">` +
      `<track kind="captions" src="${AT}/larks.vtt" label="Captions" default=""></video><figcaption>Larks</figcaption></figure>`,
  );
});

const tracksIn = async (tracks: string) =>
  (await html(`<video src="${AT}/larks.mp4">${tracks}</video>`)).match(/<track [^>]*>/g) ?? [];

test("captions have a language and its name, and the first ones are shown", async () => {
  const captions = (attributes: string) => `<track src="${AT}/larks.vtt" ${attributes}>`;
  expect(
    await tracksIn(captions('kind="captions" srclang="de"') + captions('srclang="pt-BR" label="Português" default')),
  ).toEqual([
    `<track kind="captions" src="${AT}/larks.vtt" srclang="de" label="Deutsch" default="">`,
    `<track kind="captions" src="${AT}/larks.vtt" srclang="pt-BR" label="Português">`,
  ]);
  expect(await tracksIn(captions('kind="subtitles" srclang="x-&quot;onload"'))).toEqual([
    `<track kind="captions" src="${AT}/larks.vtt" label="Captions" default="">`,
  ]);
});

test.each([
  "javascript:alert(1)//.vtt",
  "data:text/vtt,WEBVTT",
  "//other.example/a.vtt",
  `${AT}/larks.html`,
  "http://other.example/a.vtt",
])("captions at %s are left out", async (src) =>
  expect(await tracksIn(`<track kind="captions" src="${src}" srclang="en">`)).toEqual([]),
);

test("nothing is loaded from other sites: players become links, still images and captions go", async () => {
  expect(await html('<figure class="audio"><audio src="https://other.example/a/larks.mp3"></audio></figure>')).toBe(
    '<figure class="audio"><a href="https://other.example/a/larks.mp3" rel="noopener">Audio: larks.mp3</a></figure>',
  );
  const video = `<video src="${AT}/larks.mp4" poster="//other.example/x.jpg"><track src="https://other.example/x.vtt"></video>`;
  expect(await html(video)).toBe(`<video src="${AT}/larks.mp4" controls="" preload="none"></video>`);
  expect(await html('<video src="//other.example/x.mp4"></video>')).toContain('<a href="https://other.example/x.mp4"');
});

test("players without an address of the web are left out", async () => {
  const players = ['<audio src="javascript:alert(1)">', '<video src="data:video/mp4,x"></video>', "<audio></audio>"];
  for (const player of players) expect(await html(`<p>a</p>${player}`)).toBe("<p>a</p>");
});

test("a file is saved by its card, and only by it", async () => {
  const link = `<a href="${AT}/larks.pdf">Larks</a>`;
  expect(await html(`<figure class="file">${link}<figcaption>PDF file</figcaption></figure><p>${link}</p>`)).toBe(
    `<figure class="file"><a href="${AT}/larks.pdf" download="">Larks</a><figcaption>PDF file</figcaption></figure><p>${link}</p>`,
  );
});
