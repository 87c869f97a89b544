import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPost, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { DEFAULT_SETTINGS, type Site } from "../settings/settings.ts";
import { addComment } from "./add-comment.ts";
import { issueFormToken } from "./comment-tokens.ts";
import type { Commenter } from "./commenter.ts";
import { deleteOwnComment, editComment } from "./edit-comment.ts";
import { readOwnThread, readThread } from "./list-comments.ts";
import { mailReplyNotices, readUnsubscribeLink, unsubscribe } from "./reply-notices.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
let slug: string;
let grace: Commenter;
let mary: Commenter;
let ada: Commenter;
beforeAll(async () => {
  opened = await openTestContext();
  slug = (await buildPost(opened.db, { title: "On larks" })).slug;
  grace = await addGuest("Grace", "grace@blog.example");
  mary = await addGuest("Mary", "mary@blog.example");
  const { id, email } = await buildUser(opened.db, { full_name: "Ada" });
  ada = { kind: "user", id, email, role: "user", sessionId: "s" };
});
afterAll(() => opened.close());

async function addGuest(name: string, email: string): Promise<Commenter> {
  const times = { created_at: new Date(), confirmed_at: new Date() };
  const { id } = await opened.db
    .insertInto("guests")
    .values({ name, email, ...times })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "guest", id, name, email };
}

const site = { url: "http://blog.test", name: "Skylark" } as Site;
const of = { settings: { ...DEFAULT_SETTINGS, moderateComments: false, enableNotifications: false }, site };
const say = (who: Commenter, content: string, replyTo: string | null = null, formToken: string | null = null) =>
  addComment(opened.ctx, who, slug, { content, replyTo, hiddenField: "", formToken }, of);
const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

test("only the guest who wrote a comment changes and deletes it, not another one or a user", async () => {
  const { id } = await say(grace, "First");
  for (const other of [mary, ada]) {
    expect(await code(editComment(opened.ctx, other, id, "Theirs", of))).toBe("PGRST116");
    expect(await code(deleteOwnComment(opened.ctx, other, id))).toBe("PGRST116");
  }
  expect(await editComment(opened.ctx, grace, id, "Second", of)).toMatchObject({
    content: "Second",
    author: { full_name: "Grace" },
  });
  const { comments } = await readThread(opened.ctx, slug, 1, "");
  expect(comments).toEqual([expect.objectContaining({ id, author: { full_name: "Grace" }, by_author: false })]);
  await deleteOwnComment(opened.ctx, grace, id);
  expect(await code(deleteOwnComment(opened.ctx, grace, id))).toBe("PGRST116");
});

test("a guest can't post the same twice, sees only own comments, and has a form token that works for nobody else", async () => {
  await say(grace, "Well said");
  expect(await code(say(grace, "well  said"))).toBe("23505");
  await say(mary, "Well said");
  const own = await readOwnThread(opened.ctx, slug, grace, "");
  expect(own).toMatchObject({ comments: [{ content: "Well said" }], reported: [] });
  const token = await issueFormToken(
    opened.ctx,
    grace.id,
    (await opened.db.selectFrom("posts").select("id").executeTakeFirstOrThrow()).id,
  );
  expect(await say(grace, "In no time", null, token)).toMatchObject({ status: "pending" });
  expect(await say(mary, "In no time", null, token)).toMatchObject({ status: "approved" });
});

test("a guest is mailed about a reply once, until one click ends it", async () => {
  const { id } = await say(grace, "Who knows larks?");
  const mails = () =>
    opened.db.selectFrom("outbox").select(["recipient", "subject", "unsubscribe"]).orderBy("created_at").execute();
  await say(grace, "To myself", id);
  const reply = async (who: Commenter, text: string) => mailReplyNotices(opened.ctx, [(await say(who, text, id)).id], site);
  await reply(ada, "I do");
  await reply(mary, "I do, too");
  expect(await mails()).toEqual([
    {
      recipient: "grace@blog.example",
      subject: "Ada replied to your comment on Skylark",
      unsubscribe: expect.stringMatching(/^http/),
    },
    {
      recipient: "grace@blog.example",
      subject: "Mary replied to your comment on Skylark",
      unsubscribe: expect.stringMatching(/^http/),
    },
  ]);
  const token = new URL((await mails())[0]?.unsubscribe ?? "").searchParams.get("token") ?? "";
  // The same signature without "guest" names a user.
  expect(await code(unsubscribe(opened.ctx, token.replace("guest-", "")))).toBe("unsubscribe_link");
  expect(await readUnsubscribeLink(opened.ctx, token)).toEqual({ kind: "guest", wanted: true });
  await unsubscribe(opened.ctx, token);
  expect(await readUnsubscribeLink(opened.ctx, token)).toEqual({ kind: "guest", wanted: false });
  await reply(mary, "Anybody else?");
  expect(await mails()).toHaveLength(2);
});

test("a comment can't be a user's and a guest's, and stays when its guest is gone", async () => {
  const { id } = await say(mary, "For good");
  const change = opened.db.updateTable("comments").set({ author_id: ada.id, guest_name: null }).where("id", "=", id).execute();
  expect(await code(change)).toBe("23514");
  await opened.db.deleteFrom("guests").where("id", "=", mary.id).execute();
  const row = await opened.db.selectFrom("comments").select(["guest_id", "guest_name"]).where("id", "=", id).executeTakeFirst();
  expect(row).toEqual({ guest_id: null, guest_name: "Mary" });
});
