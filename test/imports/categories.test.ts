import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { matchCategories } from "../../app/domain/imports/plan-categories.ts";
import { Notes } from "../../app/domain/imports/report.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeEach(async () => {
  importer = await openImporter({ allows: () => false });
});
afterEach(() => importer.close());

/** The categories here with the titles of their posts. */
const filed = async () => {
  const rows = await importer.db
    .selectFrom("categories as c")
    .leftJoin("posts as p", "p.category_id", "c.id")
    .select(["c.name", "c.slug", "p.title"])
    .orderBy("p.title")
    .execute();
  return rows.map(({ name, slug, title }) => `${title}: ${name} (${slug})`);
};

/** An export as WordPress writes it: names in CDATA, slugs of other scripts percent-encoded. */
function wordpress(posts: [title: string, category: string, nicename?: string][]): string {
  const items = posts.map(
    ([title, category, nicename = encodeURIComponent(category).toLowerCase()], n) => `
  <item>
    <title>${title}</title>
    <content:encoded><![CDATA[Words]]></content:encoded>
    <wp:post_id>${n + 1}</wp:post_id>
    <wp:post_date_gmt>2019-05-0${n + 1} 10:11:12</wp:post_date_gmt>
    <wp:post_name><![CDATA[]]></wp:post_name>
    <wp:status><![CDATA[publish]]></wp:status>
    <wp:post_type><![CDATA[post]]></wp:post_type>
    <category domain="category" nicename="${nicename}"><![CDATA[${category}]]></category>
  </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><link>https://old.example</link>
  <wp:wxr_version>1.2</wp:wxr_version>${items.join("")}</channel></rss>`;
}

describe("categories of every script", () => {
  test("have readable slugs and stay apart", async () => {
    await importer.run(
      wordpress([
        ["1", "日记"],
        ["2", "创业"],
        ["3", "Ταξίδια"],
        ["4", "🐦"],
        ["5", "🎉"],
        ["6", "Дневник"],
      ]),
    );
    expect(await filed()).toEqual([
      "1: 日记 (ri-ji)",
      "2: 创业 (chuang-ye)",
      "3: Ταξίδια (taxidia)",
      "4: 🐦 (category)",
      "5: 🎉 (category-2)",
      "6: Дневник (dnevnik)",
    ]);
  });

  test("that want the same slug keep theirs when the file comes again in another order", async () => {
    const archive = (files: [string, string][]) =>
      zipOf(
        Object.fromEntries(
          files.map(([name, category]) => [
            `${name}.md`,
            `---\ntitle: ${name}\ndate: 2020-01-01\ncategory: ${category}\n---\nWords`,
          ]),
        ),
      );
    await importer.run(
      await archive([
        ["b", "C"],
        ["c", "C++"],
      ]),
    );
    const before = await filed();
    expect(before).toEqual(["b: C (c)", "c: C++ (c-2)"]);
    const again = await importer.run(
      await archive(
        [
          ["a", "C#"],
          ["b", "C"],
          ["c", "C++"],
        ].map(([name, category]) => [name, JSON.stringify(category)] as [string, string]),
      ),
    );
    expect(await filed()).toEqual(["a: C# (c-3)", ...before]);
    expect(again.report.counts?.posts).toMatchObject({ added: 1, unchanged: 2 });
  });

  test("a slug that WordPress cut within a letter gives way to the name", async () => {
    await importer.run(wordpress([["1", "日记本", "%e6%97%a5%e8%ae%b0%e6%9c"]]));
    expect(await filed()).toEqual(["1: 日记本 (ri-ji-ben)"]);
  });
});

describe("a category that is here already", () => {
  test("is the same one only with the same slug and name, in any case", async () => {
    await importer.db
      .insertInto("categories")
      .values([
        { slug: "news", name: "NEWS" },
        { slug: "life", name: "Life of birds" },
      ])
      .execute();
    const file = wordpress([
      ["1", "News"],
      ["2", "Life"],
    ]);
    const checked = await importer.check(file);
    expect(checked.report.counts?.categories).toMatchObject({ added: 1, unchanged: 1 });
    const done = await importer.start(checked.id);
    expect(await filed()).toEqual(["1: NEWS (news)", "2: Life (life-2)", "null: Life of birds (life)"]);
    expect(done.report.findings?.map(({ place, sentence }) => `${place}: ${sentence}`)).toContain(
      "category “Life”: Another category has the slug “life”; it has “life-2” here.",
    );
  });

  test("is found again after it was renamed here", async () => {
    await importer.run(wordpress([["1", "News"]]));
    await importer.db.updateTable("categories").set({ name: "Announcements", slug: "announcements" }).execute();
    const again = await importer.run(
      wordpress([
        ["1", "News"],
        ["2", "News"],
      ]),
    );
    expect(await filed()).toEqual(["1: Announcements (announcements)", "2: Announcements (announcements)"]);
    expect(again.report.counts?.categories).toMatchObject({ added: 0, unchanged: 1 });
  });
});

test("a slug of the longest form makes room for its number", () => {
  const slug = "x".repeat(100);
  const category = (key: string) => ({ key, slug, name: key, description: "" });
  const here = { byKey: new Map<string, string>(), bySlug: new Map([[slug, { id: "1", name: "other" }]]) };
  const planned = matchCategories({ name: "markdown", categories: [category("a"), category("b")] }, here, new Notes());
  expect(planned.map(({ slug }) => slug)).toEqual([`${"x".repeat(98)}-2`, `${"x".repeat(98)}-3`]);
});
