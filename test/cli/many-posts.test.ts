import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { randomArticle } from "../random-articles.ts";
import { startSite, type TestSite } from "./start-site.ts";

/** Figures are printed and judged only if more of them are asked for: `FOLDER_POSTS=2000 npx vitest run test/cli/many-posts.test.ts --reporter=verbose`. */
const { FOLDER_POSTS } = process.env;
const POSTS = Number(FOLDER_POSTS ?? 150);
const PICTURES = 20;

let site: TestSite;
const pictures: string[] = [];
beforeAll(async () => {
  site = await startSite();
  for (let n = 0; n < PICTURES; n++) {
    const bytes = new Uint8Array(await jpeg(600 + n, 400));
    const sent = await fetch(`${site.address}/api/admin/media?name=${n}.jpg`, {
      method: "POST",
      headers: { authorization: `Bearer ${site.token}` },
      body: bytes,
    });
    pictures.push(((await sent.json()) as Media).url);
  }
  for (let n = 0; n < POSTS; n++) {
    const shown = n % 5 === 0 ? `<figure><img src="${pictures[(n / 5) % PICTURES]}" alt=""></figure>` : "";
    await buildPost(site.db, {
      slug: `post-${n}`,
      content: shown + Array.from({ length: 5 }, (_, part) => randomArticle(n * 5 + part)).join("\n"),
    });
  }
});
afterAll(() => site.close());

test(`${POSTS} posts are pulled a hundred at a time, and in one request if there is no news`, async () => {
  const folder = await site.folder();
  const timed = async (...args: string[]) => {
    const began = performance.now();
    const { code, out, err } = await site.run(folder, args);
    return { code, out, err, seconds: (performance.now() - began) / 1000 };
  };
  const requests: string[] = [];
  site.meet(async ({ url }, answer) => {
    requests.push(new URL(url).pathname);
    return answer();
  });
  const first = await timed("pull");
  const asked = requests.splice(0).length;
  const again = await timed("pull");
  expect(requests.splice(0)).toEqual(["/api/admin/post-files"]);
  const pushed = await timed("push");
  const status = await timed("status");
  expect([first, again, pushed, status].map(({ code, err }) => [code, err])).toEqual(Array(4).fill([0, ""]));
  expect(first.out).toBe(`${POSTS} new, 0 changed; ${POSTS} on the site.\n`);
  expect(again.out).toBe(`0 new, 0 changed; ${POSTS} on the site.\n`);
  expect(await readdir(join(folder, "media"))).toHaveLength(PICTURES);
  expect(asked).toBe(1 + Math.ceil(POSTS / 100) + PICTURES);
  if (!FOLDER_POSTS) return;
  const names = await readdir(join(folder, "posts"));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, "posts", name))).size));
  const figures = {
    files: names.length,
    kilobytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000),
    requests: asked,
    ...Object.fromEntries(
      Object.entries({ first, again, pushed, status }).map(([name, { seconds }]) => [name, seconds.toFixed(2)]),
    ),
  };
  console.log(JSON.stringify(figures));
  expect(first.seconds).toBeLessThan(60);
  expect(again.seconds).toBeLessThan(3);
}, 600_000);
