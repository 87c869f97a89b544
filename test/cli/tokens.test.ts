import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Scope } from "../../app/domain/tokens/token-rules.ts";
import { buildToken } from "../app/api-tokens.ts";
import { buildCategory, buildGrants, buildPost, buildUser } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  await buildCategory(site.db, { name: "Birds", slug: "birds" });
});
afterEach(() => site.meet(null));
afterAll(() => site.close());

const BODY = "It is long enough to be an article, and it says how the day of a bird begins and ends.";
const WRITE: Scope[] = ["posts:read", "posts:write", "media:read", "media:write"];
const withToken = (token: string) => ({ env: { SKYLARK_TOKEN: token } });
const newFile = (title: string) =>
  `---\ntitle: ${title}\ndescription: What the birds do.\ncategory: birds\nstatus: published\n---\n${BODY}\n`;
const stored = (slug: string) =>
  site.db.selectFrom("posts").select(["status", "version", "content"]).where("slug", "=", slug).executeTakeFirst();

test("a token that may not publish writes drafts, and is told before anything is sent what it can’t change", async () => {
  const { id: ownerId } = await buildUser(site.db, { role: "admin" });
  const post = await buildPost(site.db, { slug: "public", content: BODY, content_format: "markdown" });
  const { token, actor } = await buildToken(site.app, ownerId, { scopes: WRITE });
  const folder = await site.folder();
  expect(await site.run(folder, ["pull"], withToken(token))).toMatchObject({ code: 0 });

  const path = join(folder, "posts/public.md");
  const pulled = await readFile(path, "utf8");
  const changed = pulled.replace(BODY, `${BODY} And more.\n\n![](new.jpg)`).replace('"published"', "archived");
  await writeFile(path, changed);
  await writeFile(join(folder, "posts/new.jpg"), await jpeg(30, 20));
  const sent: string[] = [];
  site.meet(async (request, answer) => {
    if (request.method !== "GET") sent.push(request.method);
    return answer();
  });
  const refused = await site.run(folder, ["push"], withToken(token));
  expect(refused).toMatchObject({ code: 1, err: "" });
  expect(refused.out).toContain(
    "posts/public.md: its status would change from published to archived, and you or your token may not publish; nothing was sent. A token needs the scope posts:publish",
  );
  expect(sent).toEqual([]);
  expect(await readFile(path, "utf8")).toBe(changed);
  // The server doesn't rely on that.
  const { status, body } = await actor.put(`/api/admin/post-files/${post.id}`, { text: changed, version: post.version });
  expect([status, body]).toMatchObject([403, { code: "missing_scope", message: "This API token lacks the scope posts:publish" }]);
  await writeFile(path, changed.replace("archived", '"published"'));

  await writeFile(join(folder, "posts/fresh.md"), newFile("Fresh"));
  const draft = await site.run(folder, ["push", "posts/fresh.md"], withToken(token));
  expect(draft).toMatchObject({ code: 0 });
  expect(draft.out).toContain("posts/fresh.md: it becomes a draft, since you or your token may not publish.\n1 sent");
  expect(await stored("fresh")).toMatchObject({ status: "draft" });
  expect(await readFile(join(folder, "posts/fresh.md"), "utf8")).toContain('\nstatus: "draft"\n');
  const fresh = await readFile(join(folder, "posts/fresh.md"), "utf8");
  await writeFile(join(folder, "posts/fresh.md"), fresh.replace('status: "draft"', "status: published"));
  expect((await site.run(folder, ["push", "posts/fresh.md"], withToken(token))).out).toContain(
    "its status would change from draft to published",
  );
  expect(await stored("fresh")).toMatchObject({ status: "draft", version: 1 });

  const publisher = await buildToken(site.app, ownerId, { scopes: [...WRITE, "posts:publish"] });
  expect(await site.run(folder, ["push"], withToken(publisher.token))).toMatchObject({ code: 0 });
  expect(await stored("fresh")).toMatchObject({ status: "published" });
  expect((await stored("public"))?.content).toContain("And more.");
});

test("a token that only reads, an expired one and a revoked one change nothing, and say why", async () => {
  const { id } = await buildUser(site.db, { role: "admin" });
  const folder = await site.folder();
  await mkdir(join(folder, "posts"));
  await writeFile(join(folder, "posts/never.md"), newFile("Never"));
  const reader = await buildToken(site.app, id, { scopes: ["posts:read"] });
  const read = await site.run(folder, ["push"], withToken(reader.token));
  expect(read.code).toBe(1);
  expect(read.out).toContain("posts/never.md: This API token lacks the scope posts:write");
  const expired = await buildToken(site.app, id, { expiresAt: new Date("2020-05-04T00:00:00Z") });
  expect(await site.run(folder, ["push"], withToken(expired.token))).toMatchObject({
    code: 2,
    err: expect.stringContaining("This API token expired on 2020-05-04."),
  });
  const revoked = await buildToken(site.app, id);
  expect(await site.run(folder, ["status"], withToken(revoked.token))).toMatchObject({ code: 0 });
  await site.admin.delete(`/api/admin/tokens/${revoked.id}`);
  const gone = await site.run(folder, ["push"], withToken(revoked.token));
  expect(gone).toMatchObject({ code: 2, out: "", err: expect.stringContaining("doesn’t accept the token") });
  for (const { token } of [expired, revoked]) expect(gone.err).not.toContain(token);
  expect(await stored("never")).toBeUndefined();
});

test("a contributor’s token reaches their own posts, and other people’s answer as unknown ones", async () => {
  const { id } = await buildUser(site.db);
  await buildGrants(site.db, id, ["contributor"]);
  const own = await buildPost(site.db, { slug: "own", status: "draft", author_id: id, content: BODY });
  const other = await buildPost(site.db, { slug: "other", status: "draft", content: BODY });
  const { token, actor } = await buildToken(site.app, id);
  const folder = await site.folder();
  expect((await site.run(folder, ["pull"], withToken(token))).out).toBe("1 new, 0 changed; 1 on the site.\n");
  const ids = `${own.id},${other.id}`;
  const { body } = await actor.get<{ items: { id: string }[] }>(`/api/admin/post-files/texts?ids=${ids}`);
  expect(body.items.map((file) => file.id)).toEqual([own.id]);
  const unknown = "3b241101-e2bb-4255-8caf-4136c566a962";
  const answers = await Promise.all(
    [other.id, unknown].map((one) => actor.put(`/api/admin/post-files/${one}`, { text: newFile("Taken"), version: 1 })),
  );
  expect(answers.map((answer) => [answer.status, answer.body])).toEqual(Array(2).fill([404, answers[1]?.body]));
  expect(await stored("other")).toMatchObject({ version: other.version, content: BODY });
});
