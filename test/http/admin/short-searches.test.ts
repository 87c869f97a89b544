import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildUser } from "../../builders.ts";

/** So many texts with one letter that a page of them is read row by row, and few with the others. */
const MANY = 60;
const RARE = ["100% öß", "under_score", "back\\slash", '{"x"}', "日本語", "Größe"];

let app: TestApp;
let admin: Actor;
const titles: string[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", email: "keeper@blog.test" })).actor;
  const names = [...Array.from({ length: MANY }, (_, n) => `Qu ${n % 7}`), ...RARE];
  for (const [n, name] of names.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, n));
    await buildUser(app.context.db, { full_name: name, email: `p${n}@blog.test`, created_at });
    await buildPost(app.context.db, { title: name, slug: `post-${n}`, created_at });
    titles.push(name);
  }
});
afterAll(() => app.close());

type Page = { items: { id: string; title: string; full_name: string | null; slug: string; email: string }[]; total: number };
const pagesOf = async (list: "posts" | "users", search: string, limit: number) => {
  const query = (page: number) =>
    `?${new URLSearchParams({ search, sort: "-created_at", page: String(page), limit: String(limit) })}`;
  const pages: Page[] = [];
  for (let page = 1; pages.length === 0 || (page - 1) * limit < (pages[0] as Page).total; page++) {
    const { status, body } = await admin.get<Page>(`/api/admin/${list}${query(page)}`);
    expect(status).toBe(200);
    pages.push(body);
  }
  return { total: pages[0]?.total, found: pages.flatMap(({ items }) => items) };
};

test.each(["q", "Q", "u", "0", "3", "%", "_", "\\", "ö", "öß", "oss", "GR", "日本", "本日", '{"', "t-", "zz"])(
  "posts and users that hold %j are found whole, page by page, whether many hold it or few",
  async (term) => {
    const plain = (text: string) => text.toLowerCase().replaceAll("ö", "o").replaceAll("ß", "ss");
    const holds = (text: string) => plain(text).includes(plain(term));
    const posts = titles
      .map((title, n) => ({ title, slug: `post-${n}` }))
      .filter(({ title, slug }) => holds(title) || holds(slug));
    for (const limit of [1, 20]) {
      const { total, found } = await pagesOf("posts", term, limit);
      expect([total, found.map(({ slug }) => slug)]).toEqual([posts.length, posts.map(({ slug }) => slug).reverse()]);
    }
    const users = titles
      .map((name, n) => ({ name, email: `p${n}@blog.test` }))
      .filter(({ name, email }) => holds(name) || holds(email));
    for (const limit of [1, 20]) {
      const { found } = await pagesOf("users", term, limit);
      const own = found.map(({ email }) => email).filter((email) => email !== "keeper@blog.test");
      expect(own).toEqual(users.map(({ email }) => email).reverse());
    }
  },
);
