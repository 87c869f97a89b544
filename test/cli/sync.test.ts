import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { AdminPost } from "../../app/domain/posts/post-shapes.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterEach(() => site.meet(null));
afterAll(() => site.close());

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@blog.example", ...args], { cwd: folder, encoding: "utf8" });
const read = (folder: string, path: string) => readFile(join(folder, path), "utf8");
const write = (folder: string, path: string, text: string) => writeFile(join(folder, path), text);
const edit = async (folder: string, path: string, from: string, to: string) => {
  const text = await read(folder, path);
  expect(text).toContain(from);
  await write(folder, path, text.replace(from, to));
};
const postOf = async (id: string): Promise<AdminPost> => (await site.admin.get<AdminPost>(`/api/admin/posts/${id}`)).body;
const idIn = async (folder: string, path: string) => /^id: "(.*)"$/m.exec(await read(folder, path))?.[1] ?? "";

const BODY = "The first bird sings at four.\n\nThe second waits until five.\n\nThe third sleeps.";

test("a folder that Git holds is pulled, edited, pushed, and keeps both sides of a conflict", async () => {
  const category = await buildCategory(site.db, { name: "Birds", slug: "birds" });
  const post = await buildPost(site.db, {
    slug: "dawn",
    title: "Dawn",
    content: BODY,
    content_format: "markdown",
    category_id: category.id,
  });
  const folder = await site.folder();
  git(folder, "init", "-q");
  expect(await site.run(folder, ["pull"])).toMatchObject({ code: 0, out: "1 new, 0 changed; 1 on the site.\n", err: "" });
  expect(await read(folder, "posts/dawn.md")).toBe(
    (await site.admin.get<{ items: { text: string }[] }>(`/api/admin/post-files/texts?ids=${post.id}`)).body.items[0]?.text,
  );
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "Pull");
  expect(git(folder, "ls-files")).toBe(".skylark/.gitignore\nposts/dawn.md\n");

  // An edit here, with front matter of one's own.
  await edit(folder, "posts/dawn.md", "sings at four", "sings at three");
  await edit(folder, "posts/dawn.md", "\n---\n", "\nmood:\n  - calm # as ever\n---\n");
  expect(await site.run(folder, ["status"])).toMatchObject({ code: 0, out: "changed here: posts/dawn.md\n" });
  expect((await site.run(folder, ["diff"])).out).toContain("-The first bird sings at four.\n+The first bird sings at three.\n");
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0, out: "1 sent; 0 as they were.\n", err: "" });
  expect(await postOf(post.id)).toMatchObject({
    content: BODY.replace("four", "three"),
    version: post.version + 1,
    status: "published",
  });
  const pushed = await read(folder, "posts/dawn.md");
  expect(pushed).toContain(`\nversion: ${post.version + 1}\n`);
  expect(pushed).toContain("\nmood:\n  - calm # as ever\n---\n");
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 0, out: "0 sent; 1 as they were.\n" });
  git(folder, "commit", "-qam", "Sing earlier");

  // An edit there comes here, and keeps that front matter.
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: post.version + 1, title: "Dawn chorus" });
  expect(await site.run(folder, ["pull"])).toMatchObject({ code: 0, out: "0 new, 1 changed; 1 on the site.\n" });
  expect(await read(folder, "posts/dawn.md")).toContain('title: "Dawn chorus"');
  expect(await read(folder, "posts/dawn.md")).toContain("\nmood:\n  - calm # as ever\n---\n");
  git(folder, "commit", "-qam", "Pull");

  // Both sides.
  await edit(folder, "posts/dawn.md", "waits until five", "waits until six");
  await site.admin.patch(`/api/admin/posts/${post.id}`, {
    version: post.version + 2,
    content: BODY.replace("until five", "until seven"),
  });
  const before = await read(folder, "posts/dawn.md");
  for (const command of ["pull", "push"]) {
    const { code, out } = await site.run(folder, [command]);
    expect(code).toBe(1);
    expect(out).toContain("posts/dawn.md: changed here and on the site; nothing was written.");
    expect(out).toContain(
      "<<<<<<< here\nThe second waits until six.\n||||||| before\nThe second waits until five.\n=======\nThe second waits until seven.\n>>>>>>> site",
    );
    expect(await read(folder, "posts/dawn.md")).toBe(before);
  }
  expect(await postOf(post.id)).toMatchObject({ version: post.version + 3, content: BODY.replace("until five", "until seven") });
  expect(await site.run(folder, ["push", "--mine", "posts/dawn.md"])).toMatchObject({ code: 0 });
  expect((await postOf(post.id)).content).toBe(BODY.replace("four", "three").replace("until five", "until six"));

  await edit(folder, "posts/dawn.md", "third sleeps", "third snores");
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: post.version + 4, content: `${BODY}\n\nThe fourth is late.` });
  expect(await site.run(folder, ["push"])).toMatchObject({ code: 1 });
  expect(await site.run(folder, ["push", "--theirs", "posts/dawn.md"])).toMatchObject({ code: 0 });
  expect(await read(folder, "posts/dawn.md")).toContain("The fourth is late.");
  expect(await site.run(folder, ["status"])).toMatchObject({ code: 0, out: "The folder and the site agree.\n" });

  // A clone has no memory, and needs none.
  const clone = await site.folder();
  git(folder, "commit", "-qam", "Decide");
  git(clone, "clone", "-q", folder, ".");
  expect(await site.run(clone, ["push"])).toMatchObject({ code: 0, out: "0 sent; 1 as they were.\n" });
  expect(await site.run(clone, ["pull"])).toMatchObject({ code: 0, out: "0 new, 0 changed; 1 on the site.\n" });
  expect(git(clone, "status", "--porcelain")).toBe("");
});

test("new files become drafts with their pictures, and Obsidian’s links become links", async () => {
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  await Promise.all([".obsidian", "pictures"].map((name) => execFileSync("mkdir", [join(folder, name)])));
  await writeFile(join(folder, "pictures", "a lark.jpg"), await jpeg(640, 360));
  const note = `---
title: Larks at noon
description: What the larks do at noon.
category: Birds
tags:
  - Quiet
aliases: [Noon]
---
They sleep, as in [[dawn|the morning]] and [[Nowhere]]. ==Quietly.== %%ask Bo%%

![[a lark.jpg|300]]

\`[[code]]\`
`;
  await write(folder, "posts/Larks at noon.md", note);
  const { code, out } = await site.run(folder, ["push"]);
  expect({ code, out }).toEqual({
    code: 0,
    out: `posts/Larks at noon.md: [[Nowhere]] leads to no post of the site: it becomes text.
posts/Larks at noon.md: comments between %% are left out.
pictures/a lark.jpg: uploaded.
1 sent; 1 as they were.
`,
  });
  const post = await postOf(await idIn(folder, "posts/Larks at noon.md"));
  expect(post).toMatchObject({ status: "draft", slug: "larks-at-noon", content_format: "markdown", tags: [{ slug: "quiet" }] });
  expect(post.content).toMatch(
    /^They sleep, as in \[the morning\]\(\/story\/dawn\) and Nowhere\. <mark>Quietly\.<\/mark> \n\n!\[\]\(\/media\/[0-9a-f-]{36}\/640\.jpg\)\n\n`\[\[code\]\]`$/,
  );
  const kept = await read(folder, "posts/Larks at noon.md");
  expect(kept.slice(kept.indexOf("\n---\n"))).toBe(note.slice(note.indexOf("\n---\n")));
  expect(kept).toContain("\naliases: [Noon]\n");

  // The picture isn't uploaded twice, and the site's next version doesn't take the links away.
  await edit(folder, "posts/Larks at noon.md", "They sleep", "They doze");
  expect((await site.run(folder, ["push"])).out).not.toContain("uploaded");
  expect((await site.admin.get<{ total: number }>("/api/admin/media?search=a%20lark")).body.total).toBe(1);
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 2, title: "Larks at night" });
  expect((await site.run(folder, ["pull"])).out).toContain("0 new, 1 changed");
  const renamed = await read(folder, "posts/Larks at noon.md");
  expect(renamed).toContain('\ntitle: "Larks at night"\n');
  expect(renamed).toContain("![[a lark.jpg|300]]");
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 3, content: `${post.content}\n\nGood night.` });
  const pulled = await site.run(folder, ["pull"]);
  expect(pulled.out).toContain("posts/Larks at noon.md: changed on the site, whose version lacks what only the file has");
  expect(await read(folder, "posts/Larks at noon.md")).toContain("![[a lark.jpg|300]]");

  // Another folder gets the picture, too.
  const other = await site.folder();
  await site.run(other, ["pull"]);
  const [, path = ""] =
    /\]\(\/(media\/[^)]*)\)/.exec(
      await read(other, "posts/larks-at-night.md").catch(() => read(other, "posts/larks-at-noon.md")),
    ) ?? [];
  expect((await readFile(join(other, path))).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test("deleted files leave their posts alone, until they are to go to the trash", async () => {
  const post = await buildPost(site.db, { slug: "to-be-deleted" });
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  await rm(join(folder, "posts/to-be-deleted.md"));
  expect((await site.run(folder, ["push"])).out).toContain("1 deleted here and left on the site");
  expect((await site.run(folder, ["pull"])).out).toContain("0 new, 0 changed");
  expect(await readdir(join(folder, "posts"))).not.toContain("to-be-deleted.md");
  // Somebody changes it at the last moment.
  site.meet(async (request, answer) => {
    if (request.method === "DELETE")
      await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 1, title: "Kept after all" });
    return answer();
  });
  const refused = await site.run(folder, ["push", "--delete"]);
  expect(refused).toMatchObject({
    code: 1,
    out: expect.stringContaining("deleted here, and changed on the site; pull brings it back."),
  });
  site.meet(null);
  expect((await postOf(post.id)).title).toBe("Kept after all");
  expect((await site.run(folder, ["pull"])).out).toContain("it is here again");
  await rm(join(folder, "posts/to-be-deleted.md"));
  expect((await site.run(folder, ["push", "--delete"])).out).toContain("1 moved to the trash");
  expect((await site.admin.get(`/api/admin/posts/${post.id}`)).status).toBe(404);

  const other = await buildPost(site.db, { slug: "deleted-there" });
  await site.run(folder, ["pull"]);
  await site.admin.delete(`/api/admin/posts/${other.id}`);
  expect((await site.run(folder, ["pull"])).out).toContain("posts/deleted-there.md: deleted on the site");
  expect(await readdir(join(folder, "posts"))).toContain("deleted-there.md");
  await site.run(folder, ["pull", "--delete"]);
  expect(await readdir(join(folder, "posts"))).not.toContain("deleted-there.md");
});
