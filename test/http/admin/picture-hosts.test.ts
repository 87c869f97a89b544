import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { type Actor, TEST_ORIGIN } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const reported = async () => (await admin.get<Dashboard>("/api/admin/dashboard")).body.waiting.offsite_pictures;
const hostsOf = async (content: string, content_format: "html" | "markdown" = "html") => {
  const { id } = await buildPost(app.context.db, { content, content_format, status: "draft" });
  const rows = await app.context.db
    .selectFrom("post_picture_hosts")
    .select("host")
    .where("post_id", "=", id)
    .orderBy("host")
    .execute();
  return rows.map(({ host }) => host);
};

test("the hosts of pictures in a text are known as they are written", async () => {
  const html = `<p><img src="https://a.example/x.jpg"> <img class="w" alt='x' src='http://B.example:8080/y.png?x=1'>
    <img src=//c.example/z.gif><img alt="none" src="/media/x/900.jpg"> <a href="https://link.example/">x</a>
    <img data-src="https://lazy.example/x.jpg" src="/own.jpg"> &lt;img src="https://told.example/x.jpg"></p>`;
  expect(await hostsOf(html)).toEqual(["a.example", "b.example:8080", "c.example"]);
  const markdown = `![one](https://a.example/x.jpg "title") and ![two](<http://b.example/y.png>) and <img src="https://c.example/z">
![ours](/media/x.jpg) [link](https://link.example/x.jpg) and \`![code](https://code.example/x.jpg)\`

\`\`\`html
<img src="https://fence.example/x.jpg">
\`\`\`

![three](https://d.example/after-code.jpg)`;
  expect(await hostsOf(markdown, "markdown")).toEqual(["a.example", "b.example", "c.example", "d.example"]);
  expect(await hostsOf("![no](https://a.example/x.jpg)")).toEqual([]);
});

test("hostile texts are looked through at once", async () => {
  for (const text of [
    '<img src="',
    "![",
    "![](",
    "```",
    "`",
    "<img ",
    "\n",
    " ",
    '<img src="//a.example/" ',
    "![](//a.example/) ",
  ])
    await hostsOf(text.repeat(Math.floor(400_000 / text.length)), "markdown");
}, 20_000);

test("the dashboard shows how many articles have pictures elsewhere and on which hosts, and a search finds them", async () => {
  const { db } = app.context;
  const picture = (host: string) => `<p><img src="https://${host}/x.jpg"></p>`;
  expect(await reported()).toEqual({ posts: 0, hosts: [] });
  const one = await buildPost(db, { content: picture("old.example") + picture("cdn.example") });
  const two = await buildPost(db, { content: picture("old.example") });
  await buildPost(db, { content: picture("draft.example"), status: "draft" });
  await buildPost(db, { content: picture(new URL(TEST_ORIGIN).host) });
  expect(await reported()).toEqual({ posts: 2, hosts: ["old.example", "cdn.example"] });
  const list = (query: string) => admin.get<{ items: { id: string }[]; counts: object }>(`/api/admin/posts?${query}`);
  const found = (await list("pictures=elsewhere&status=published")).body;
  expect(found.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(found.counts).toMatchObject({ published: 2 });
  expect((await admin.get<ErrorBody>("/api/admin/posts?pictures=here")).body.details?.[0]?.field).toBe("pictures");
  await db.updateTable("posts").set({ content: "<p>None.</p>" }).where("id", "in", [one.id, two.id]).execute();
  expect(await reported()).toEqual({ posts: 0, hosts: [] });
});
