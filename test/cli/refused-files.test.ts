import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { buildCategory, buildPost } from "../builders.ts";
import { bomb } from "../media/pictures.ts";
import { startSite, type TestSite } from "./start-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  await buildCategory(site.db, { name: "Birds", slug: "birds" });
});
afterEach(() => site.meet(null));
afterAll(() => site.close());

const BODY = "It is long enough to be an article, and it says how the day of a bird begins and ends.";
const fileOf = (front: string, body = BODY) => `---\n${front}\n---\n${body}\n`;
const SOUND = "title: Larks\ndescription: What the larks do.\ncategory: birds";

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await site.folder();
  await mkdir(join(folder, "posts"));
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  return folder;
}

test("a file that can’t be sent is named with its reason, and the others are sent", async () => {
  const folder = await folderWith({
    "posts/a-lines.md": fileOf("title: A\nnot a field"),
    "posts/b-open.md": "---\ntitle: B\n",
    "posts/c-yaml.md": fileOf('title: "C\ncategory: birds'),
    "posts/d-short.md": fileOf(SOUND, "Too short."),
    "posts/e-category.md": fileOf(SOUND.replace("birds", "fishes")),
    "posts/f-id.md": fileOf(`id: 12\n${SOUND}`),
    "posts/g-unknown.md": fileOf(`id: 3b241101-e2bb-4255-8caf-4136c566a962\n${SOUND}`),
    "posts/h-status.md": fileOf(`${SOUND}\nstatus: public`),
    "posts/i-binary.md": Buffer.from([0x2d, 0xff, 0xfe, 0x0a]),
    "posts/j-sound.md": fileOf(SOUND.replace("Larks", "The sound one")),
  });
  const { code, out } = await site.run(folder, ["push"]);
  const said = (path: string) => out.split("\n").find((line) => line.startsWith(`posts/${path}.md: `)) ?? "";
  expect(code).toBe(1);
  expect(said("a-lines")).toContain("its front matter isn’t YAML with a field on each line: “not a field”");
  expect(said("b-open")).toContain("its front matter isn’t closed by a line with ---");
  expect(said("c-yaml")).toContain("c-yaml.md: Its front matter isn’t YAML");
  expect(said("d-short")).toContain("d-short.md: Content must be at least 50 characters");
  expect(said("e-category")).toContain("category must be the slug or name of a category; there is no “fishes”");
  expect(said("f-id")).toContain("its id isn’t one of a post: “12”");
  expect(said("g-unknown")).toContain("its id is of no post that this site shows you");
  expect(said("h-status")).toContain("status must be draft, published or archived");
  expect(said("i-binary")).toContain("it isn’t UTF-8 text");
  expect(out).toContain("1 sent, 9 left for you; 0 as they were.");
});

test("two files with one id, symbolic links and a folder that is one are left alone", async () => {
  const post = await buildPost(site.db, { slug: "twice" });
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  const text = await readFile(join(folder, "posts/twice.md"), "utf8");
  await writeFile(join(folder, "posts/copy.md"), text.replace("title: ", "title: x"));
  await writeFile(join(folder, "secret.txt"), "secret");
  await symlink(join(folder, "secret.txt"), join(folder, "posts/link.md"));
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 1, title: "Changed there" });
  for (const command of ["pull", "push"]) {
    const { code, out } = await site.run(folder, [command]);
    expect(code).toBe(1);
    expect(out).toContain("posts/copy.md: it has the same id as posts/twice.md.");
    expect(out).toContain("posts/twice.md: it has the same id as posts/copy.md.");
    expect(out).toContain("posts/link.md: it is a symbolic link, which isn’t followed");
  }
  expect(await readFile(join(folder, "posts/twice.md"), "utf8")).toBe(text);

  const elsewhere = await site.folder();
  const linked = await site.folder();
  await symlink(elsewhere, join(linked, "posts"));
  expect(await site.run(linked, ["pull"])).toMatchObject({ code: 2, err: expect.stringContaining("posts is a symbolic link") });
  const media = await site.folder();
  await symlink(elsewhere, join(media, "media"));
  await site.run(media, ["pull"]);
  expect(await readdir(elsewhere)).toEqual([]);
});

test("ends of lines of other systems are no change, and stay", async () => {
  await buildPost(site.db, { slug: "carriage", title: "Carriage" });
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  const path = join(folder, "posts/carriage.md");
  const windows = (await readFile(path, "utf8")).replaceAll("\n", "\r\n");
  await writeFile(path, windows);
  expect((await site.run(folder, ["push"])).out).toMatch(/^0 sent/);
  await writeFile(path, windows.replace("Carriage", "Carriages"));
  expect((await site.run(folder, ["push"])).out).toMatch(/^1 sent/);
  const pushed = await readFile(path, "utf8");
  expect(pushed).toContain("Carriages");
  expect(pushed.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const stored = await site.db.selectFrom("posts").select(["title", "content"]).where("slug", "=", "carriage").executeTakeFirst();
  expect(stored?.title).toBe("Carriages");
  expect(stored?.content).not.toContain("\r");
});

test("long names and pictures that unfold too far are said, and the rest goes on", async () => {
  const folder = await folderWith({
    "posts/bomb.md": fileOf(SOUND, `${BODY}\n\n![](bomb.png)`),
    "posts/bomb.png": await bomb(),
    "posts/long.md": fileOf(
      SOUND.replace("Larks", "Long names"),
      `${BODY}\n\n![](${"x".repeat(300)}.png) [[${"y".repeat(290)}]]`,
    ),
    [`posts/${"z".repeat(240)}.md`]: fileOf("description: What the larks do.\ncategory: birds"),
  });
  const { code, out } = await site.run(folder, ["push"]);
  expect(code).toBe(1);
  expect(out).toMatch(/posts\/bomb\.md: posts\/bomb\.png can’t be uploaded: .*50 megapixels/);
  expect(out).toContain("posts/long.md: the picture xxx");
  expect(out).toContain("2 sent, 1 left for you");
  expect(await site.db.selectFrom("posts").select("slug").where("title", "=", "z".repeat(240)).execute()).toHaveLength(1);

  // A site that sends what no site sends.
  const id = "3b241101-e2bb-4255-8caf-4136c566a962";
  const item = { id, version: 1, slug: `../../${"x".repeat(300)}`, kind: "post" };
  site.meet(async ({ url }) =>
    Response.json({ items: [url.includes("texts") ? { ...item, text: "---\nid: x\n---\nText\n" } : item] }),
  );
  const other = await site.folder();
  await site.run(other, ["pull"]);
  expect(await readdir(join(other, "posts"))).toEqual([`${id}.md`]);
});

test("what was typed wrongly is said, and does nothing", async () => {
  const post = await buildPost(site.db, { slug: "typed" });
  const folder = await site.folder();
  await site.run(folder, ["pull"]);
  for (const [args, message] of [
    [["foo"], "There is no command “foo”."],
    [["pull", "--delet"], "Unknown option '--delet'.\n"],
    [["push", "--mine"], "Which files? Name them: node cli.mjs push --mine posts/….md"],
    [["pull", "--theirs", "typed"], "--theirs belongs to push."],
    [["push", "--mine", "--theirs", "typed"], "--mine and --theirs exclude each other."],
    [["status", "typed"], "status doesn’t know what “typed” is for."],
  ] as const) {
    const { code, err } = await site.run(folder, [...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain("node cli.mjs --help lists what there is.");
  }
  for (const args of [
    ["push", "nothing.md"],
    ["diff", "nothing.md"],
    ["push", "--mine", "nothing.md"],
  ])
    expect(await site.run(folder, args)).toMatchObject({
      code: 1,
      out: expect.stringContaining("nothing.md: there is no such file with a post in posts/\n"),
    });
  const within = await site.run(join(folder, "posts"), ["pull"]);
  expect(within).toMatchObject({
    code: 2,
    err: expect.stringContaining(`You are within ${folder}, which has the posts of a site.`),
  });
  expect(await readdir(join(folder, "posts"))).not.toContain(".skylark");
  const path = join(folder, "posts/typed.md");
  await writeFile(path, (await readFile(path, "utf8")).replace(/^title: .*$/m, "title: Typed well"));
  expect((await site.run(folder, ["diff", "typed"])).out).toContain("+title: Typed well");
  expect((await site.run(folder, ["push", "typed.md"])).out).toBe("1 sent; 0 as they were.\n");
  await site.admin.patch(`/api/admin/posts/${post.id}`, { version: 2, title: "There" });
  expect((await site.run(folder, ["push", "--theirs", "typed"])).out).toBe("0 sent, 1 taken from the site; 0 as they were.\n");
});

test("a token is asked for, tried, kept for its owner alone, and never shown", async () => {
  const folder = await site.folder();
  const without = { SKYLARK_TOKEN: "", SKYLARK_SITE: "" };
  const none = await site.run(folder, ["pull", "--site", site.address], { env: without });
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("There is no token for") });
  const wrong = await site.run(folder, ["login", site.address], { env: without, input: "sky_wrong\n" });
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("doesn’t accept the token");
  const login = await site.run(folder, ["login"], { env: without, input: `${site.address}\n${site.token}\n` });
  expect(login).toMatchObject({ code: 0, out: expect.stringContaining("works and is in") });
  const file = join(site.home, ".config/skylark/tokens.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const pulled = await site.run(folder, ["pull"], { env: without });
  expect(pulled.code).toBe(0);
  for (const { out, err } of [wrong, login, pulled]) expect(out + err).not.toContain(site.token);
  for (const name of await readdir(join(folder, ".skylark")))
    if ((await stat(join(folder, ".skylark", name))).isFile())
      expect(await readFile(join(folder, ".skylark", name), "utf8")).not.toContain(site.token);

  await chmod(file, 0o644);
  expect(await site.run(folder, ["pull"], { env: without })).toMatchObject({
    code: 2,
    err: expect.stringContaining("Others can read"),
  });
  expect(await site.run(folder, ["pull", "--site", "http://blog.example.org"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("must begin with https://"),
  });
  expect(await site.run(folder, ["pull", "--site", "https://other.example"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("This folder belongs to"),
  });
});
