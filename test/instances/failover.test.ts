// slow: app/boot/ app/platform/ db/migrations/

import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { bootInstance, signInAdmin } from "./boot-instance.ts";
import { startPair } from "./start-pair.ts";

test("when the primary is lost and the standby promoted, nothing acknowledged is lost, and writes come back by themselves", {
  timeout: 120_000,
}, async () => {
  const pair = await startPair();
  const instance = await bootInstance({ DATABASE_URL: pair.url, TRUST_PROXY: "1" });
  const admin = await signInAdmin(instance);
  const [category] = await pair.ask<{ id: string }>("insert into categories (name, slug) values ('Birds', 'birds') returning id");
  const draft = (slug: string) => ({
    title: slug,
    slug,
    description: "A letter about birds in spring.",
    content: "<p>Write one line in the morning and one at night, and look at them on Sunday.</p>",
    category_id: category?.id,
  });
  const acknowledged: { id: string; at: number }[] = [];
  let isOver = false;
  let refused = 0;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      const headers = { "x-forwarded-for": `198.51.${writer}.${n % 250}` };
      const post = await admin<{ id: string }>("POST", "/api/admin/posts", draft(`letter-${writer}-${n}`), headers).catch(
        () => null,
      );
      if (post) acknowledged.push({ id: post.id, at: Date.now() });
      else {
        refused += 1;
        await pause(50);
      }
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(40);
  await pair.crashPrimary();
  await expect.poll(() => refused).toBeGreaterThan(0);
  const before = acknowledged.length;
  await pair.promote();
  await expect.poll(() => acknowledged.length, { timeout: 10_000, interval: 50 }).toBeGreaterThan(before + 10);
  isOver = true;
  await Promise.all(writers);
  const stored = await pair.askStandby<{ id: string }>("select id from posts");
  const ids = new Set(stored.map(({ id }) => id));
  expect(acknowledged.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect((await instance.get("/readyz")).status).toBe(200);
});
