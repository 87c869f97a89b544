import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../context.ts";
import { judge, NEVER_MISSED } from "./judge.ts";
import { JUDGED_ARTICLES } from "./judged-articles.ts";
import { JUDGED_QUESTIONS } from "./judged-questions.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("finds the article that was meant at the top, on average at nine tenths or more", async () => {
  const { rank, misses } = await judge(opened.ctx);
  expect(JUDGED_ARTICLES).toHaveLength(40);
  expect(JUDGED_QUESTIONS).toHaveLength(60);
  for (const term of NEVER_MISSED) expect(misses.get(term)).toBeUndefined();
  expect(rank, JSON.stringify([...misses])).toBeGreaterThanOrEqual(0.9);
});
