import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminComment } from "../../../app/domain/comments/comment.ts";
import { mailReplyNotices } from "../../../app/domain/comments/reply-notices.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { listed, say, setSettings, textsOf, threadOf } from "./comment-actions.ts";

let app: TestApp;
let slug: string;
let postId: string;
let ada: Awaited<ReturnType<typeof signedInUser>>;
let admin: Awaited<ReturnType<typeof signedInUser>>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["outbox", "admin_notices", "audit_log", "comments"] as const)
    await app.context.db.deleteFrom(table).execute();
  ({ slug, id: postId } = await buildPost(app.context.db, { title: "On larks" }));
  ada = await signedInUser(app, { full_name: "Ada" });
  admin = await signedInUser(app, { role: "admin", full_name: null });
  await setSettings(app, { moderateComments: true });
});

const reply = (id: string, content: string, actor = admin.actor) =>
  actor.post<AdminComment>(`/api/admin/comments/${id}/replies`, { content });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).code];

describe("an admin's own comment", () => {
  test("is public at once, even with many links, and isn't notified to the admins", async () => {
    const links = "https://a.example https://b.example https://c.example";
    const said = await say(admin.actor, slug, `Sources: ${links}`);
    expect([said.status, said.body.status]).toEqual([201, "approved"]);
    expect(await app.context.db.selectFrom("admin_notices").selectAll().execute()).toEqual([]);
    const changed = await admin.actor.patch<{ status: string }>(`/api/comments/${said.body.id}`, { content: `All: ${links}` });
    expect(changed.body.status).toBe("approved");
    expect((await say(ada.actor, slug, links)).body.status).toBe("pending");
  });

  test("is signed by the site when the account has no name", async () => {
    const said = await say(admin.actor, slug, "Welcome");
    expect(said.body.author).toEqual({ full_name: "The Skylark editors" });
    const [shown] = (await threadOf(app.actors.anonymous, slug)).comments;
    expect(shown?.author).toEqual({ full_name: "The Skylark editors" });
    await app.context.db.updateTable("users").set({ full_name: "Grace" }).where("id", "=", admin.user.id).execute();
    expect((await threadOf(ada.actor, slug)).comments[0]?.author).toEqual({ full_name: "Grace" });
  });
});

describe("a reply from the back office", () => {
  test("appears below the comment, which is approved with it, and its author is notified", async () => {
    const { id } = (await say(ada.actor, slug, "What do larks eat?")).body;
    const answered = await reply(id, " Seeds. ");
    expect([answered.status, answered.body]).toMatchObject([
      201,
      { content: "Seeds.", status: "approved", is_reply: true, author: { id: admin.user.id }, parent: { id } },
    ]);
    const thread = await threadOf(app.actors.anonymous, slug);
    expect(textsOf(thread)).toEqual(["What do larks eat?", "Seeds."]);
    expect(thread.comments[1]?.parent_id).toBe(id);
    await mailReplyNotices(app.context, [answered.body.id], app.settings.site());
    expect(
      await app.context.db.selectFrom("outbox").select(["recipient", "subject"]).where("kind", "=", "comment_reply").execute(),
    ).toEqual([{ recipient: ada.user.email, subject: "The Skylark editors replied to your comment on Skylark" }]);
    const log = app.context.db
      .selectFrom("audit_log")
      .select(["actor_email", "action", "entity_id"])
      .where("entity", "=", "comment");
    expect(await log.orderBy("id").execute()).toEqual([
      { actor_email: admin.user.email, action: "updated", entity_id: id },
      { actor_email: admin.user.email, action: "created", entity_id: answered.body.id },
    ]);
  });

  test("to a reply becomes its sibling", async () => {
    const first = (await say(admin.actor, slug, "First")).body;
    const second = (await say(ada.actor, slug, "Second", { reply_to: first.id })).body;
    await reply(second.id, "Third");
    // Admins are not 'A reader' in the back office either.
    const shown = (await listed(admin.actor, "?search=Second")).items[0];
    expect(shown?.parent?.author).toEqual({ full_name: admin.user.email });
    const { comments } = await threadOf(app.actors.anonymous, slug);
    expect(comments.map(({ parent_id }) => parent_id)).toEqual([null, first.id, first.id]);
  });

  test("requires an admin, and changes nothing when it is refused", async () => {
    const { id } = (await say(ada.actor, slug, "Hello")).body;
    expect((await reply(id, "Me", ada.actor)).status).toBe(403);
    expect((await reply(id, "Me", app.actors.anonymous)).status).toBe(401);
    expect(codeOf(await reply(id, " "))).toEqual([400, "invalid_input"]);
    expect(codeOf(await reply("00000000-0000-4000-8000-000000000000", "Me"))).toEqual([404, "PGRST116"]);
    await setSettings(app, { allowComments: false });
    expect(codeOf(await reply(id, "Me"))).toEqual([403, "comments_closed"]);
    await setSettings(app, {});
    await app.context.db.updateTable("posts").set({ comments_open: false }).where("id", "=", postId).execute();
    expect(codeOf(await reply(id, "Me"))).toEqual([403, "comments_closed"]);
    await app.context.db.updateTable("posts").set({ comments_open: true }).where("id", "=", postId).execute();
    await admin.actor.patch(`/api/admin/comments/${id}`, { status: "rejected" });
    expect(codeOf(await reply(id, "Me"))).toEqual([409, "comment_rejected"]);
    await admin.actor.patch(`/api/admin/comments/${id}`, { status: "pending" });
    await app.context.db.updateTable("posts").set({ status: "draft" }).where("id", "=", postId).execute();
    expect((await reply(id, "Me")).status).toBe(404);
    const rows = await app.context.db.selectFrom("comments").select(["content", "status"]).execute();
    expect(rows).toEqual([{ content: "Hello", status: "pending" }]);
  });

  test("can't be posted twice", async () => {
    const { id } = (await say(ada.actor, slug, "Hello")).body;
    const [one, other] = await Promise.all([reply(id, "Welcome"), reply(id, "welcome")]);
    expect([one.status, other.status].sort()).toEqual([201, 409]);
  });
});
