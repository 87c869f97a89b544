import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildCategory, buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  await buildCategory(site.db, { name: "Birds", slug: "birds" });
});
afterEach(() => site.meet(null));
afterAll(() => site.close());

const FRONT = "description: What the birds do today.\ncategory: birds\n";
const BODY = "It is long enough to be an article, and it says how the day of a bird begins and ends.";
const newFile = (title: string, more = "") => `---\ntitle: ${title}\n${FRONT}---\n${BODY}${more}\n`;
const titles = async () =>
  (await site.db.selectFrom("posts").select("title").where("status", "<>", "trashed").orderBy("title").execute()).map(
    ({ title }) => title,
  );

test("a push that is killed again and again ends as one that isn’t", async () => {
  for (const number of [1, 2, 3, 4])
    await buildPost(site.db, { title: `Old ${number}`, slug: `old-${number}`, content: BODY, content_format: "markdown" });
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  for (const number of [1, 2, 3, 4]) {
    const path = join(folder, `posts/old-${number}.md`);
    await writeFile(path, (await readFile(path, "utf8")).replace(BODY, `${BODY} And so on.`));
    await writeFile(join(folder, `posts/new-${number}.md`), newFile(`New ${number}`, `\n\n![](p${number}.jpg)`));
    await writeFile(join(folder, `posts/p${number}.jpg`), await jpeg(20 + number, 20));
  }
  // Each run is killed as soon as the site has answered one more write than the last.
  for (let survived = 1; survived <= 12; survived += 2) {
    let writes = 0;
    const child = site.begin(folder, ["push"]);
    site.meet(async (request, answer) => {
      const response = await answer();
      if (request.method !== "GET" && ++writes >= Math.min(3, survived)) child.kill("SIGKILL");
      return response;
    });
    await new Promise((resolve) => child.on("close", resolve));
  }
  site.meet(null);
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0 });
  expect(await titles()).toEqual(["New 1", "New 2", "New 3", "New 4", "Old 1", "Old 2", "Old 3", "Old 4"]);
  const olds = await site.db.selectFrom("posts").select(["content", "version"]).where("title", "like", "Old%").execute();
  expect(olds).toEqual(Array(4).fill({ content: `${BODY} And so on.`, version: 2 }));
  expect(await site.run(folder, ["status"])).toMatchObject({ code: 0, out: "The folder and the site agree.\n" });
});

test("a pull that is killed goes on where it was", async () => {
  const folder = await site.folder();
  const child = site.begin(folder, ["pull"]);
  site.meet(async (request, answer) => {
    const response = await answer();
    if (request.url.includes("/texts")) child.kill("SIGKILL");
    return response;
  });
  await new Promise((resolve) => child.on("close", resolve));
  site.meet(null);
  const total = (await titles()).length;
  expect((await site.run(folder, ["pull"])).out).toBe(`${total} new, 0 changed; ${total} on the site.\n`);
  expect(await site.run(folder, ["status"])).toMatchObject({ out: "The folder and the site agree.\n" });
});

test("an answer that is lost makes no second post, and a site that is away loses nothing", async () => {
  const folder = await site.folder();
  await mkdir(join(folder, "posts"));
  await writeFile(join(folder, "posts/lost.md"), newFile("Lost answer"));
  let lost = 0;
  site.meet(async (request, answer) => {
    const response = await answer();
    if (request.method === "PUT" && lost++ === 0) return new Response("Bad gateway", { status: 502 });
    return response;
  });
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0, out: expect.stringContaining("1 sent") });
  expect((await titles()).filter((title) => title === "Lost answer")).toHaveLength(1);

  await writeFile(join(folder, "posts/away.md"), newFile("Away"));
  site.meet(async (request, answer) => (request.method === "PUT" ? new Response(null, { status: 503 }) : answer()));
  const away = await site.run(folder, ["push"]);
  expect(away).toMatchObject({ code: 2 });
  expect(away.err).toContain("can’t be reached (503). What is done is done; run the command again later.");
  site.meet(null);
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0, out: expect.stringContaining("1 sent") });
  expect((await titles()).filter((title) => title === "Away")).toHaveLength(1);
});

test("two commands don’t work on one folder at once", async () => {
  const folder = await site.folder();
  let second: Awaited<ReturnType<TestSite["run"]>> | null = null;
  site.meet(async (request, answer) => {
    if (!second && request.url.includes("/texts")) {
      second = { code: null, out: "", err: "" };
      second = await site.run(folder, ["status"]);
      await pause(0);
    }
    return answer();
  });
  expect(await site.run(folder, ["pull"])).toMatchObject({ code: 0 });
  expect(second).toMatchObject({ code: 2, err: expect.stringContaining("Another command works on this folder") });
});

test("the site may ask for patience", async () => {
  const folder = await site.folder();
  let limited = 0;
  site.meet(async (_, answer) =>
    limited++ === 0
      ? Response.json({ code: "rate_limited", message: "Slow down" }, { status: 429, headers: { "retry-after": "1" } })
      : answer(),
  );
  expect(await site.run(folder, ["pull"])).toMatchObject({ code: 0, err: "The site asks for patience: going on in 1 s.\n" });
});
