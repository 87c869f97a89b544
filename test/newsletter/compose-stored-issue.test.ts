import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { composeStoredIssue } from "../../app/domain/newsletter/compose-stored-issue.ts";
import { findIssue } from "../../app/domain/newsletter/issues.sql.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { buildPost, buildUser } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { SITE } from "../mail/post-office.ts";

const { ctx, db, close } = await openTestContext();
const folder = mkdtempSync(join(tmpdir(), "issue-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await close();
});

async function mailOf(values: {
  kind: string;
  post_id?: string;
  subject?: string;
  content?: string;
  content_format?: string;
  articles?: string[];
}) {
  const { id } = await db.insertInto("newsletter_issues").values(values).returning("id").executeTakeFirstOrThrow();
  const issue = await findIssue(db, id);
  if (!issue) throw new Error("no issue");
  const media = createFolderStore(folder);
  return { id, mail: await composeStoredIssue(ctx, media, issue, { site: SITE, postalAddress: "1 Field Lane" }) };
}

const published = (title: string, published_at: Date) =>
  buildPost(db, { title, status: "published", published_at, content_html: `<p>Text of ${title}</p>` });

test("a post's mail has its text, and links with the issue's id", async () => {
  const post = await published("Dawn", new Date());
  const { id, mail } = await mailOf({ kind: "post", post_id: post.id });
  expect(mail.subject).toBe("Dawn");
  expect(mail.html).toContain("Text of Dawn");
  expect(mail.html).toContain(`https://larks.example/story/${post.slug}?utm_source=newsletter&amp;utm_campaign=${id}`);
  expect(mail.text).toContain("1 Field Lane");
});

test("a post's mail names all of its authors, in their order", async () => {
  const [ada, bea, cem] = [
    await buildUser(db, { full_name: "Ada" }),
    await buildUser(db, { full_name: "Bea" }),
    await buildUser(db, { full_name: "Cem" }),
  ];
  const post = await buildPost(db, { author_id: bea.id });
  await db
    .insertInto("post_coauthors")
    .values([
      { post_id: post.id, user_id: ada.id, position: 1 },
      { post_id: post.id, user_id: cem.id, position: 0 },
    ])
    .execute();
  const { mail } = await mailOf({ kind: "post", post_id: post.id });
  for (const text of [mail.text, mail.html]) expect(text).toContain("By Bea, Cem, and Ada");
});

test("a letter's mail is what was written", async () => {
  const { mail } = await mailOf({ kind: "letter", subject: "News", content: "# Hello\n\n**you**", content_format: "markdown" });
  expect(mail.subject).toBe("News");
  expect(mail.html).toMatch(/<strong>you<\/strong>/);
});

test("a digest's mail has those of its articles that are still published, newest first", async () => {
  const now = Date.now();
  const posts = [];
  for (const [n, title] of ["Oldest", "Newest", "Trashed", "Foreign"].entries())
    posts.push(await published(title, new Date(now - (title === "Newest" ? 0 : (10 - n) * 60_000))));
  const [oldest, , gone] = posts;
  await db
    .updateTable("posts")
    .set({ status: "trashed", trashed_at: new Date(), trashed_status: "published", trashed_slug: gone?.slug ?? "" })
    .where("id", "=", gone?.id ?? "")
    .execute();
  const { id, mail } = await mailOf({ kind: "digest", articles: posts.map((post) => post.id) });
  expect(mail.subject).toBe("New on Larks & Co");
  expect(mail.digest?.articles.map(({ title }) => title)).toEqual(["Newest", "Foreign", "Oldest"]);
  const html = mail.digest?.articles.map((article) => article.html).join("");
  expect(html).toContain(`https://larks.example/story/${oldest?.slug}?utm_source=newsletter&amp;utm_campaign=${id}`);
});
