import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCategory, buildPost, buildTag } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { listTags } from "../tags/manage-tags.ts";
import { listCategories } from "./manage-categories.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("lists categories by name with their numbers of published articles, including empty ones, but only tags in use", async () => {
  const { db, ctx } = opened;
  const wellness = await buildCategory(db, {
    name: "wellness",
    slug: "wellness",
    description: "Body and mind",
    color: "#00aa00",
  });
  const career = await buildCategory(db, { name: "Career", slug: "career" });
  const [used, named, drafted] = [
    await buildTag(db, { name: "zen", slug: "zen" }),
    await buildTag(db, { name: "Air", slug: "air" }),
    await buildTag(db, { name: "Draft only", slug: "draft-only" }),
  ];
  await buildTag(db, { name: "Unused" });
  await buildPost(db, { category_id: wellness.id, tags: [used.id, named.id] });
  await buildPost(db, { category_id: wellness.id, tags: [used.id] });
  await buildPost(db, { category_id: wellness.id, status: "draft", tags: [used.id, drafted.id] });

  expect(await listCategories(ctx)).toEqual([
    { id: career.id, name: "Career", slug: "career", description: "", color: "#3b82f6", posts_count: 0 },
    { id: wellness.id, name: "wellness", slug: "wellness", description: "Body and mind", color: "#00aa00", posts_count: 2 },
  ]);
  expect(await listTags(ctx)).toEqual([
    { id: named.id, name: "Air", slug: "air", posts_count: 1 },
    { id: used.id, name: "zen", slug: "zen", posts_count: 2 },
  ]);
});
