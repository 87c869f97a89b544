import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildToken } from "../app/api-tokens.ts";
import { buildCategory, buildPost, buildUser } from "../builders.ts";
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

const pictures = async () => (await site.db.selectFrom("media").select("name").orderBy("name").execute()).map(({ name }) => name);

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
  expect(await pictures()).toEqual(["p1.jpg", "p2.jpg", "p3.jpg", "p4.jpg"]);
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

test("an upload whose answer is lost adds one picture, whenever it is repeated", async () => {
  const folder = await site.folder();
  await mkdir(join(folder, "posts"));
  await writeFile(join(folder, "posts/lost-picture.md"), newFile("Lost picture", "\n\n![](lost.jpg)"));
  await writeFile(join(folder, "posts/lost.jpg"), await jpeg(77, 20));
  const lost = async () => (await pictures()).filter((name) => name === "lost.jpg");
  let tries = 0;
  site.meet(async (request, answer, cut) => {
    if (request.method !== "POST") return answer();
    tries += 1;
    const response = await answer();
    expect(response.status).toBe(201);
    cut();
    return response;
  });
  const { code, err } = await site.run(folder, ["push"]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("run the command again later") });
  expect([tries > 1, await lost()]).toEqual([true, ["lost.jpg"]]);
  site.meet(async (request, answer, cut) => {
    if (request.method === "POST" && tries++ % 2 === 0) cut();
    return answer();
  });
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0 });
  expect(await lost()).toEqual(["lost.jpg"]);
  const { content } = await site.db
    .selectFrom("posts")
    .select("content")
    .where("title", "=", "Lost picture")
    .executeTakeFirstOrThrow();
  const { id } = await site.db.selectFrom("media").select("id").where("name", "=", "lost.jpg").executeTakeFirstOrThrow();
  expect(content).toContain(`![](/media/${id}/77.jpg)`);

  site.meet(null);
  // What isn't the file that its sum says is refused, and somebody else has a picture of their own.
  const bytes = new Uint8Array(await readFile(join(folder, "posts/lost.jpg")));
  const sum = createHash("sha256").update(bytes).digest("hex");
  const send = async (token: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${site.address}/api/admin/media?name=lost.jpg&sha256=${sum}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const other = await buildUser(site.db, { role: "admin" });
  const { token } = await buildToken(site.app, other.id);
  const wrong = await send(token, new Uint8Array(await jpeg(78, 20)));
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { details: [{ field: "file", rule: expect.stringContaining("sha256") }] },
  ]);
  expect(await lost()).toHaveLength(1);
  const own = await send(token, bytes);
  expect([own.status, ((await own.json()) as { id: string }).id === id, await lost()]).toEqual([
    201,
    false,
    ["lost.jpg", "lost.jpg"],
  ]);
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
