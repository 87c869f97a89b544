import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { RevisionDifference, RevisionPage } from "../../../app/domain/posts/revisions/revision.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { setSettings } from "../../auth/client.ts";
import { buildCategory, buildClock } from "../../builders.ts";

const clock = buildClock();
let app: TestApp;
let admin: Actor;
let category_id: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

const PICTURE = "/media/00000000-0000-4000-8000-000000000000/900.jpg";
const figure = (className: string) =>
  `<figure${className && ` class="${className}"`}><img src="${PICTURE}" alt="A lake"><figcaption>Before dawn</figcaption></figure>`;
const text = (className: string) =>
  `<p>Write one line in the morning and one at night, and look at them.</p>\n${figure(className)}`;

let made = 0;
async function publish(content: string, status = "published") {
  admin = (await signedInUser(app, { role: "admin" })).actor;
  made += 1;
  const post = { title: `Lake ${made}`, slug: `lake-${made}`, description: "How the day ends.", status };
  const answer = await admin.post<AdminPost>("/api/admin/posts", { ...post, content, category_id });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

test("the width of a picture is a change of a revision, and is restored with it", async () => {
  const { id, version } = await publish(text("picture-wide"), "draft");
  clock.forward(11 * 60_000);
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const saved = await admin.patch<AdminPost>(`/api/admin/posts/${id}`, { version, content: text("picture-full") });
  expect(saved.status, saved.text).toBe(200);
  const { items } = (await admin.get<RevisionPage>(`/api/admin/posts/${id}/revisions`)).body;
  const [newest, first] = items;
  const { blocks } = (await admin.get<RevisionDifference>(`/api/admin/posts/${id}/revisions/${newest?.id}`)).body;
  const changed = JSON.stringify(blocks.filter(({ change }) => change !== "same"));
  expect(changed).toContain("picture-wide");
  expect(changed).toContain("picture-full");
  const restored = await admin.post(`/api/admin/posts/${id}/revisions/${first?.id}/restore`, { version: saved.body.version });
  expect(restored.status, restored.text).toBe(200);
  expect((await admin.get<AdminPost>(`/api/admin/posts/${id}`)).body.content).toBe(text("picture-wide"));
});

test.each(["picture-wide", "picture-full", ""])(
  "a picture with the class '%s' has it in feeds and as Markdown",
  async (className) => {
    await setSettings(app, { offerMarkdown: true });
    const { slug } = await publish(text(className));
    const get = async (path: string) => (await app.actors.anonymous.get(path)).text;
    const written = className ? `<figure class="${className}">` : "<figure>";
    for (const path of ["/feed.xml", "/atom.xml"]) {
      const feed = (await get(path)).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
      const [entry = ""] = feed
        .split(/<(?:item|entry)>/)
        .filter((part) => part.includes(`/story/${slug}<`) || part.includes(`/story/${slug}"`));
      expect(entry, path).toContain(written);
    }
    const { items } = JSON.parse(await get("/feed.json")) as { items: { url: string; content_html: string }[] };
    expect(items.find(({ url }) => url.endsWith(slug))?.content_html).toContain(written);
    expect(await get(`/story/${slug}.md`)).toContain(written);
    expect(await get(`/story/${slug}.md`)).toContain("<figcaption>Before dawn</figcaption>");
  },
);

test("a picture whose URL has no scheme counts as one of another site: checked, and a link for readers", async () => {
  const { slug } = await publish(`<p>Far away.</p><p><img src="//other.example/x.jpg" alt="A far lake"></p>`.padEnd(90));
  const { text: page } = await app.actors.anonymous.get(`/story/${slug}`);
  expect(page).toContain('<a href="https://other.example/x.jpg" rel="noopener">Image: A far lake</a>');
  expect(page).not.toMatch(/<img[^>]+other\.example/);
});
