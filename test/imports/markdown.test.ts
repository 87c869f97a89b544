import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { jpeg } from "../media/pictures.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
let server: Server;
let site: string;
let done: ImportRow;
const asked: string[] = [];
beforeAll(async () => {
  const picture = await jpeg(64, 48);
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/moved.jpg") response.writeHead(302, { location: "/web.jpg" }).end();
    else if (request.url === "/web.jpg") response.end(picture);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  importer = await openImporter({ allows: (address) => address === "127.0.0.1" });
  const files = {
    "blog/_posts/2024-01-02-dawn.md": `---\ntitle: "Dawn: a beginning"\ncategories: [Light, Sky]\ntags: birds, early\nauthor: Ada\npermalink: /2024/dawn.html\nredirect_from:\n  - /old-dawn\nimage: images/dawn.jpg\n---\nWords with a ![picture](../images/dawn.jpg) and ![one from the web](${site}/moved.jpg) and <img src="${site}/gone.jpg">.\n`,
    "blog/_posts/images/dawn.jpg": picture,
    "blog/images/dawn.jpg": picture,
    "blog/content/dusk/index.md": "---\ntitle: Dusk\ndate: 2024-02-30\ndraft: true\n---\n{{< figure >}} ends.",
    "blog/noon.md": "# Noon itself\n\nNo front matter at all.",
    "blog/broken.md": "---\ntitle: [never closed\n---\nWords",
    "blog/open.md": "---\ntitle: x\nWords",
    "blog/hugo.md": "+++\ntitle = 'x'\n+++\nWords",
    "__MACOSX/blog/._noon.md": "rubbish",
    "blog/README.md": "not a post",
  };
  done = await importer.run(await zipOf(files), { name: "blog.zip" });
});
afterAll(async () => {
  await importer.close();
  server.close();
});
const post = (slug: string) => importer.db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();

test("files become posts by their names and fields", async () => {
  expect([done.kind, done.state, done.report.counts?.posts.added]).toEqual(["markdown", "done", 5]);
  expect(await post("dawn")).toMatchObject({
    title: "Dawn: a beginning",
    content_format: "markdown",
    status: "published",
    published_at: new Date("2024-01-02T00:00:00Z"),
  });
  expect(await post("dusk")).toMatchObject({ title: "Dusk", status: "draft" });
  expect(await post("noon")).toMatchObject({ title: "Noon itself", status: "draft" });
  expect(await post("broken")).toMatchObject({ title: "[never closed", content: "Words" });
  expect(await post("hugo")).toMatchObject({ title: "x", content: "Words" });
});

test("pictures of the archive and of the web are in the library, and the text shows them", async () => {
  const { content, featured_image } = await post("dawn");
  const [, inside, web] = /!\[picture\]\((\/media\/[^)]+)\) and !\[one from the web\]\((\/media\/[^)]+)\)/.exec(content) ?? [];
  expect([inside, web].every(Boolean)).toBe(true);
  expect(featured_image).toMatch(/^\/media\//);
  expect(content).toContain(`<img src="${site}/gone.jpg">`);
  expect(asked.sort()).toEqual(["/gone.jpg", "/moved.jpg", "/web.jpg"]);
  expect(done.report.counts?.pictures).toMatchObject({ added: 3, skipped: 1 });
  const missing = await importer.db.selectFrom("import_pictures").select(["written", "reason"]).execute();
  expect(missing).toEqual([{ written: `${site}/gone.jpg`, reason: "answers 404" }]);
});

test("old paths redirect", async () => {
  const rows = await importer.db
    .selectFrom("redirects")
    .select(["from_path", "to_path"])
    .where("to_path", "like", "/story/%")
    .orderBy("from_path")
    .execute();
  expect(rows).toEqual([
    { from_path: "/2024/dawn.html", to_path: "/story/dawn" },
    { from_path: "/broken.html", to_path: "/story/broken" },
    { from_path: "/hugo.html", to_path: "/story/hugo" },
    { from_path: "/old-dawn", to_path: "/story/dawn" },
  ]);
});

test("unreadable files are reported, one by one", () => {
  const sentences = (done.report.findings ?? []).map(({ severity, place, sentence }) => `${severity} ${place}: ${sentence}`);
  expect(sentences.find((line) => line.startsWith("changed blog/broken.md: Its front matter isn’t valid YAML (“"))).toBeTruthy();
  for (const expected of [
    "dropped blog/open.md: Its front matter isn’t closed by a line with ---.",
    "changed blog/noon.md: It has no front matter: it comes as a draft.",
    "changed blog/content/dusk/index.md: The date “2024-02-30” can’t be read.",
    "dropped blog/content/dusk/index.md: The shortcode [figure] isn’t supported and was left out.",
    `dropped blog/_posts/2024-01-02-dawn.md: The image ${site}/gone.jpg answers 404. Its URL stays in the text.`,
  ])
    expect(sentences).toContain(expected);
});

test("a second import recognizes the posts although their pictures were replaced", async () => {
  const again = await importer.start(done.id);
  expect(again.report.counts?.posts).toEqual({ added: 0, updated: 0, unchanged: 5, skipped: 0 });
});

test("titles and categories of any script get slugs, and two with the same spelling stay apart", async () => {
  const other = await openImporter({ allows: () => false });
  const file = (title: string, category: string) => `---\ntitle: ${title}\ncategories: [${category}]\n---\nWords.`;
  const { report } = await other.run(
    await zipOf({
      "posts/Привет, мир.md": file("Привет, мир", "Новости"),
      "posts/privet-mir.md": file("Privet mir", "Sport"),
      "posts/日本.md": file("日本", "健康"),
      "posts/🎉.md": file("🎉", "Sport"),
    }),
    { name: "scripts.zip" },
  );
  const rows = await other.db
    .selectFrom("posts as p")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .select(["p.title", "p.slug", "c.slug as category"])
    .orderBy("p.slug")
    .execute();
  await other.close();
  expect(rows.map(({ slug, category }) => [slug, category])).toEqual([
    ["post", "sport"],
    ["privet-mir", expect.stringMatching(/^(sport|novosti)$/)],
    ["privet-mir-2", expect.stringMatching(/^(sport|novosti)$/)],
    ["ri-ben", "jian-kang"],
  ]);
  expect(report.findings?.map(({ sentence }) => sentence)).toContain(
    "Another post has the slug “privet-mir”; it has “privet-mir-2” here.",
  );
});
