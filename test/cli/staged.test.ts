import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { StagedEdit } from "../../app/domain/posts/staged-edits/staged-edit.ts";
import type { Scope } from "../../app/domain/tokens/token-rules.ts";
import { buildToken } from "../app/api-tokens.ts";
import { buildGrants, buildPost, buildUser } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterEach(() => site.meet(null));
afterAll(() => site.close());

const BODY = "It is long enough to be an article, and it says how the day of a bird begins and ends.";
const WRITE: Scope[] = ["posts:read", "posts:write", "media:read", "media:write"];

/** A published post, pulled by somebody whose token may not publish. */
async function pulled(slug: string, { grant }: { grant?: "contributor" } = {}) {
  const { id: ownerId } = await buildUser(site.db, { role: grant ? "user" : "admin" });
  if (grant) await buildGrants(site.db, ownerId, [grant]);
  const post = await buildPost(site.db, { slug, title: slug, content: BODY, content_format: "markdown", author_id: ownerId });
  const { token, actor } = await buildToken(site.app, ownerId, { scopes: WRITE });
  const folder = await site.folder();
  const run = (...args: string[]) => site.run(folder, args, { env: { SKYLARK_TOKEN: token } });
  expect(await run("pull")).toMatchObject({ code: 0 });
  const path = join(folder, `posts/${slug}.md`);
  return {
    post,
    ownerId,
    actor,
    folder,
    run,
    name: `posts/${slug}.md`,
    read: () => readFile(path, "utf8"),
    edit: async (from: string, to: string) => {
      const text = await readFile(path, "utf8");
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
    },
    stored: () =>
      site.db.selectFrom("posts").select(["content", "version", "status", "title"]).where("id", "=", post.id).executeTakeFirst(),
    staged: async () => (await site.admin.get<StagedEdit>(`/api/admin/posts/${post.id}/edit`)).body,
  };
}

const writes = () => {
  const sent: string[] = [];
  site.meet(async (request, answer) => {
    if (request.method !== "GET") sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer();
  });
  return sent;
};

test("a contributor can’t stage changes of what is published, and is told before anything is sent", async () => {
  const { post, actor, folder, run, read, edit, stored } = await pulled("theirs", { grant: "contributor" });
  await writeFile(join(folder, "posts/new.jpg"), await jpeg(30, 20));
  await edit(BODY, `${BODY} And more.\n\n![](new.jpg)`);
  const sent = writes();
  const { code, out } = await run("push");
  expect({ code, sent }).toEqual({ code: 1, sent: [] });
  expect(out).toContain("posts/theirs.md: its status is published, and you or your token may not publish; nothing was sent.");
  const { status } = await actor.put(`/api/admin/post-files/${post.id}`, { text: await read(), version: 1 });
  expect(status).toBe(403);
  expect(await stored()).toMatchObject({ content: BODY, version: 1 });
  expect(await site.db.selectFrom("post_edits").selectAll().execute()).toEqual([]);
});

test("neither another status nor another date waits next to a post", async () => {
  const { post, actor, read, stored } = await pulled("kept");
  const text = await read();
  for (const changed of [
    text.replace('status: "published"', "status: draft"),
    text.replace('status: "published"', "status: archived"),
    text.replace(/^published_at: .*$/m, 'published_at: "2020-01-01T00:00:00Z"'),
  ]) {
    expect(changed).not.toBe(text);
    const { status, body } = await actor.put(`/api/admin/post-files/${post.id}`, { text: changed, version: 1 });
    expect([status, body]).toMatchObject([403, { code: "missing_scope" }]);
  }
  expect(await stored()).toMatchObject({ status: "published", version: 1 });
  expect((await site.admin.get(`/api/admin/posts/${post.id}/edit`)).status).toBe(404);
});

test("changes that somebody else has staged are replaced only by force", async () => {
  const { post, run, name, edit, staged } = await pulled("shared");
  const { body } = await site.admin.get<Record<string, unknown>>(`/api/admin/posts/${post.id}`);
  const fields = ["title", "slug", "kind", "description", "excerpt", "content", "content_format", "status", "featured"];
  const others = ["category_id", "featured_image", "featured_image_alt", "language"];
  const writing = {
    ...Object.fromEntries([...fields, ...others].map((field) => [field, body[field]])),
    tags: [],
    title: "By another",
  };
  const first = await site.admin.put(`/api/admin/posts/${post.id}/edit`, { writing, version: 0, base_version: 1 });
  expect(first.status).toBe(200);
  expect(await run("pull")).toMatchObject({ code: 0 });
  await edit(BODY, `${BODY} And more.`);
  const refused = await run("push");
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(`${name}: somebody has staged other changes of it in the back office; nothing was sent.`);
  expect(await staged()).toMatchObject({ version: 1, writing: { title: "By another", content: BODY } });
  expect(await run("push", "--mine", name)).toMatchObject({ code: 0 });
  expect(await staged()).toMatchObject({ version: 2, writing: { title: "shared", content: `${BODY} And more.` } });
});

test("what a token may not publish is staged once, said, and quiet until somebody publishes it", async () => {
  const { post, folder, run, name, read, edit, stored, staged } = await pulled("dawn");
  await writeFile(join(folder, "posts/new.jpg"), await jpeg(31, 20));
  await edit(BODY, `${BODY} And more.\n\n![](new.jpg)`);
  await edit('title: "dawn"', "title: Dawn chorus\nmood: calm");
  const first = await run("push");
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(
    /^posts\/new\.jpg: uploaded\.\nposts\/dawn\.md: staged; readers see it once somebody publishes the changes in the back office\.\n0 sent, 1 staged; \d+ as they were\.\n$/,
  );
  expect(await stored()).toMatchObject({ content: BODY, version: 1, title: "dawn" });
  expect(await staged()).toMatchObject({
    version: 1,
    base_version: 1,
    writing: {
      title: "Dawn chorus",
      content: expect.stringMatching(/And more\.\n\n!\[\]\(\/media\/.*\.jpg\)$/),
      status: "published",
    },
  });
  const text = await read();
  expect(text).toContain("\nmood: calm\n---\n");

  const sent = writes();
  expect((await run("push")).out).toMatch(/^0 sent; \d+ as they were\.\n$/);
  expect((await run("pull")).out).toMatch(/^0 new, 0 changed; \d+ on the site\.\n$/);
  expect(await run("status")).toMatchObject({ code: 0, out: `staged: ${name}\n` });
  expect(sent).toEqual([]);
  expect(await read()).toBe(text);

  // Another edit goes on from it, also if its answer is lost.
  let lost = 0;
  site.meet(async (request, answer) => {
    const response = await answer();
    return request.method === "PUT" && lost++ === 0 ? new Response("Bad gateway", { status: 502 }) : response;
  });
  await edit("And more.", "And much more.");
  expect((await run("push")).out).toContain("0 sent, 1 staged");
  site.meet(null);
  expect(await staged()).toMatchObject({ version: 2, writing: { content: expect.stringContaining("And much more.") } });
  expect((await run("push")).out).toMatch(/^0 sent; /);

  const { writing, version: edit_version, base_version: version } = await staged();
  expect((await site.admin.patch(`/api/admin/posts/${post.id}`, { ...writing, version, edit_version })).status).toBe(200);
  // The picture keeps its path in the folder.
  const pushed = await read();
  expect((await run("pull")).out).toMatch(/^0 new, 1 changed; /);
  expect(await read()).toContain("\nversion: 2\n");
  expect((await read()).split("\n---\n")[1]).toBe(pushed.split("\n---\n")[1]);
  expect(await run("status")).toMatchObject({ code: 0, out: "The folder and the site agree.\n" });
});

test("a published staged edit comes back as it is, and a discarded one is said", async () => {
  const { post, ownerId, folder, run, name, read, edit, stored, staged } = await pulled("dusk");
  await edit(BODY, `${BODY} And more.`);
  await run("push");
  const { version: discarded } = await staged();
  await site.admin.delete(`/api/admin/posts/${post.id}/edit?version=${discarded}`);
  for (const command of ["pull", "push"]) {
    const { code, out } = await run(command);
    expect(code).toBe(1);
    expect(out).toContain(`${name}: what you had staged was discarded on the site.`);
  }
  expect((await run("status")).out).toBe(`discarded on the site: ${name}\n`);
  expect(await read()).toContain("And more.");
  expect(await run("push", "--mine", name)).toMatchObject({ code: 0, out: expect.stringContaining("1 staged") });
  const { writing, version: edit_version, base_version: version } = await staged();
  await site.admin.patch(`/api/admin/posts/${post.id}`, { ...writing, version, edit_version });
  expect((await run("pull")).out).toMatch(/^0 new, 1 changed; /);
  expect(await read()).toContain("\nversion: 2\n");
  expect(await run("status")).toMatchObject({ out: "The folder and the site agree.\n" });

  // Discarded, and replaced by another text: the file is all that is left of it.
  await edit("And more.", "And less.");
  await run("push");
  await site.admin.delete(`/api/admin/posts/${post.id}/edit?version=1`);
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 2, title: "Late dusk" });
  const replaced = await run("pull");
  expect(replaced).toMatchObject({ code: 1, out: expect.stringContaining("the site has another text now") });
  expect(await read()).toContain("And less.");
  await run("push", "--theirs", name);

  // With the scope, a push publishes what was staged, and the staged edit is gone.
  await edit("And more.", "And no more.");
  await run("push");
  const { token } = await buildToken(site.app, ownerId);
  expect((await site.run(folder, ["push"], { env: { SKYLARK_TOKEN: token } })).out).toMatch(/^1 sent; /);
  expect(await stored()).toMatchObject({ content: `${BODY} And no more.`, version: 4 });
  expect((await site.admin.get(`/api/admin/posts/${post.id}/edit`)).status).toBe(404);
});
