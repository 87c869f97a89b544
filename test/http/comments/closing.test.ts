import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announceClosing } from "../../../app/domain/posts/comments-open.sql.ts";
import type { AdminPost, Post } from "../../../app/domain/posts/post-shapes.ts";
import { DEFAULT_SETTINGS } from "../../../app/domain/settings/settings.ts";
import { SITE_CONTENT } from "../../../app/domain/settings/site-content.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { setSettings } from "../../auth/client.ts";
import { buildPost } from "../../builders.ts";

const DAY = 86_400_000;
let app: TestApp;
let admin: Actor;
let ada: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  ada = (await signedInUser(app)).actor;
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { moderateComments: false, closeCommentsAfter: 14 }));
afterEach(() => setSettings(app, { closeCommentsAfter: 0 }));

const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
const old = (days: number, values: object = {}) => buildPost(app.context.db, { published_at: daysAgo(days), ...values });
const isOpen = async (slug: string) => (await app.actors.anonymous.get<Post>(`/api/posts/${slug}`)).body.comments_open;
let said = 0;
const say = async (slug: string) => {
  said += 1;
  const { status, body } = await ada.post<ErrorBody>(`/api/posts/${slug}/comments`, { content: `A thought, number ${said}` });
  return [status, body.code];
};
const CLOSED = [403, "comments_closed"];

describe("comments close some days after publication", () => {
  test("for those who add, who answer and who look", async () => {
    const [before, after] = [await old(15), await old(13)];
    expect([await isOpen(before.slug), await isOpen(after.slug)]).toEqual([false, true]);
    expect(await say(before.slug)).toEqual(CLOSED);
    expect((await say(after.slug))[0]).toBe(201);
    const { id } = await app.context.db
      .insertInto("comments")
      .values({ content: "Earlier", status: "approved", post_id: before.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const answered = await admin.post<ErrorBody>(`/api/admin/comments/${id}/replies`, { content: "Thank you" });
    expect([answered.status, answered.body.code]).toEqual(CLOSED);
    const { text } = await app.actors.anonymous.get(`/story/${before.slug}`);
    expect(text).toContain("Comments are closed.");
    expect(text).toContain("Earlier");
  });

  test("to the moment", async () => {
    const [over, left] = [
      await buildPost(app.context.db, { published_at: new Date(Date.now() - 14 * DAY - 1000) }),
      await buildPost(app.context.db, { published_at: new Date(Date.now() - 14 * DAY + 60_000) }),
    ];
    expect([await isOpen(over.slug), await isOpen(left.slug)]).toEqual([false, true]);
  });

  test("never with 0, and not where they stay open or are closed anyway", async () => {
    const [usual, open, closed] = [await old(400), await old(400), await old(1)];
    const path = (id: string) => `/api/admin/posts/${id}/options`;
    const { body } = await admin.patch<AdminPost>(path(open.id), { comments_stay_open: true });
    expect([body.comments_open, body.comments_stay_open]).toEqual([true, true]);
    await admin.patch(path(closed.id), { comments_open: false });
    const all = async () => [await isOpen(usual.slug), await isOpen(open.slug), await isOpen(closed.slug)];
    expect(await all()).toEqual([false, true, false]);
    expect((await say(open.slug))[0]).toBe(201);
    await admin.patch(path(open.id), { comments_open: false });
    expect(await all()).toEqual([false, false, false]);
    await setSettings(app, { closeCommentsAfter: 0 });
    expect(await all()).toEqual([true, false, false]);
    expect((await say(usual.slug))[0]).toBe(201);
  });

  test("and the pages of all instances change then", async () => {
    await old(14, { published_at: new Date(Date.now() - 14 * DAY - 1000) });
    const version = async () => {
      const rows = await app.context.db.selectFrom("content_versions").select("version").execute();
      return rows.reduce((sum, row) => sum + Number(row.version), 0);
    };
    const before = await version();
    const looked = await announceClosing(app.context, new Date(Date.now() - 10_000));
    expect(await version()).toBe(before + 1);
    await announceClosing(app.context, looked);
    expect(await version()).toBe(before + 1);
  });
});

test.each([[-1], [3651], [1.5], ["14"]])("%j days are refused", async (closeCommentsAfter) => {
  const settings = { ...DEFAULT_SETTINGS, closeCommentsAfter };
  const answer = await admin.put<ErrorBody>("/api/admin/settings", { settings, content: SITE_CONTENT, version: 1 });
  expect([answer.status, answer.body.details?.map(({ field }) => field)]).toEqual([400, ["settings.closeCommentsAfter"]]);
});
