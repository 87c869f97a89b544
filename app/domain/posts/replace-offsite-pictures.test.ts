import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPost } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { replaceOffsitePictures } from "./replace-offsite-pictures.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("removes broken pictures from articles of earlier releases and changes nothing else", async () => {
  const { ctx, db } = opened;
  const content = '<p>Look: <img src="https://a.example/x.jpg" alt="A lark"></p>';
  const { id } = await buildPost(db, { content });
  const own = await buildPost(db, { content: '<p><img src="https://blog.example/x.jpg" alt="Ours"></p>' });
  // As earlier releases rendered it.
  const broken = '<p>Look: <img src="https://a.example/x.jpg" alt="A lark" loading="lazy" decoding="async"></p>';
  await db.updateTable("posts").set({ content, content_html: broken }).where("id", "=", id).execute();
  const plain = '<p><img src="https://blog.example/x.jpg" alt="Ours" loading="lazy" decoding="async"></p>';
  const ours = { content: '<p><img src="https://blog.example/x.jpg" alt="Ours"></p>', content_html: plain };
  await db.updateTable("posts").set(ours).where("id", "=", own.id).execute();
  const read = () => db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const before = await read();
  expect(await replaceOffsitePictures(ctx, "blog.example")).toBe(1);
  const after = await read();
  expect(after.content_html).toBe('<p>Look: <a href="https://a.example/x.jpg" rel="noopener">Image: A lark</a></p>');
  expect([after.version, after.updated_at, after.published_at, after.content]).toEqual([
    before.version,
    before.updated_at,
    before.published_at,
    before.content,
  ]);
  const untouched = await db.selectFrom("posts").select("content_html").where("id", "=", own.id).executeTakeFirstOrThrow();
  expect(untouched.content_html).toBe(plain);
  expect(await replaceOffsitePictures(ctx, "blog.example")).toBe(0);
});
