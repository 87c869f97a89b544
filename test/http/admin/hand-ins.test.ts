import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminPost, AdminPostPage } from "../../../app/domain/posts/post-shapes.ts";
import { carryOutPlans } from "../../../app/domain/posts/schedule/carry-out-plans.ts";
import type { PreviewNotes } from "../../../app/domain/previews/preview.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildUser } from "../../builders.ts";

let app: TestApp;
let admin: Actor;
let category_id: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin", full_name: "Ada Admin" })).actor;
  category_id = (await buildCategory(app.context.db)).id;
});
afterAll(() => app.close());

const CONTENT = "<p>Long enough to be published, and read by anybody.</p>";

const draftOf = (author_id: string, values: Parameters<typeof buildPost>[1] = {}) =>
  buildPost(app.context.db, { status: "draft", published_at: null, category_id, content: CONTENT, author_id, ...values });

/** A contributor with a draft. */
async function contributor(values: Parameters<typeof buildPost>[1] = {}) {
  const { user, actor } = await signedInUser(app, { grants: ["contributor"], full_name: "Grace Contributor" });
  return { user, actor, post: await draftOf(user.id, values) };
}

type Answer = AdminPost & ErrorBody;

const at = (id: string, rest = "") => `/api/admin/posts/${id}${rest}`;
const handIn = (actor: Actor, id: string, { note = "", version = 1 }: { note?: unknown; version?: number } = {}) =>
  actor.post<Answer>(at(id, "/hand-in"), { note, version });
const withdraw = (actor: Actor, id: string) => actor.delete<Answer>(at(id, "/hand-in"));
const sendBack = (actor: Actor, id: string, ...texts: string[]) =>
  actor.post<Answer>(at(id, "/remarks"), { remarks: texts.map((text) => ({ text, quote: "" })) });
const publish = (actor: Actor, id: string, version = 1) =>
  actor.patch<Answer>(at(id), { status: "published", version, edit_version: 0 });
const said = ({ status, body }: { status: number; body: ErrorBody }) => [status, body?.code];

async function handedIn(values: Parameters<typeof buildPost>[1] = {}) {
  const made = await contributor(values);
  expect((await handIn(made.actor, made.post.id, { note: "Is it too long?" })).status).toBe(201);
  return made;
}

const rowsOf = (id: string) => app.context.db.selectFrom("hand_ins").selectAll().where("post_id", "=", id).execute();
const mailsTo = (email: string) =>
  app.context.db
    .selectFrom("outbox")
    .select(["kind", "subject", "body_text", "body_html"])
    .where("recipient", "=", email)
    .orderBy("created_at")
    .execute();
const actionsOn = async (id: string) =>
  (await app.context.db.selectFrom("audit_log").select("action").where("entity_id", "=", id).orderBy("id").execute()).map(
    ({ action }) => action,
  );

describe("handing in", () => {
  it.each([
    ["a reader", { grants: [] }],
    ["a moderator", { grants: ["moderator"] as const }],
    ["an author, who publishes", { grants: ["author"] as const }],
    ["an editor", { grants: ["editor"] as const }],
    ["an admin", { role: "admin" }],
  ])(
    "is not for %s",
    async (_, {
      grants = [],
      ...values
    }: { grants?: readonly never[] | readonly ("moderator" | "author" | "editor")[]; role?: string }) => {
      const { user, actor } = await signedInUser(app, { ...values, grants: [...grants] });
      const post = await draftOf(user.id);
      expect(said(await handIn(actor, post.id))).toEqual([403, "42501"]);
      expect(await rowsOf(post.id)).toEqual([]);
    },
  );

  it("answers somebody else’s post like one that doesn’t exist", async () => {
    const { actor } = await contributor();
    const { post } = await contributor();
    const [foreign, none] = [await handIn(actor, post.id), await handIn(actor, crypto.randomUUID())];
    expect([foreign.status, foreign.body]).toEqual([404, none.body]);
  });

  it.each([
    ["a note of 10,000 characters", { note: "a".repeat(10_000) }],
    ["a note with control characters", { note: "Please\u0007 read" }],
    ["a note that is no text", { note: { $ne: 1 } }],
  ])("refuses %s, and changes nothing", async (_, input) => {
    const { actor, post } = await contributor();
    const { status, body } = await handIn(actor, post.id, input);
    expect([status, body.details?.map(({ field }) => field)]).toEqual([400, ["note"]]);
    expect(await rowsOf(post.id)).toEqual([]);
  });

  it("refuses an older version, anything but a draft, and a draft that an editor has scheduled", async () => {
    const { actor, post, user } = await contributor();
    await actor.patch(at(post.id), { title: "Another title", version: 1 });
    expect(said(await handIn(actor, post.id, { version: 1 }))).toEqual([409, "stale_version"]);
    const published = await buildPost(app.context.db, { author_id: user.id });
    expect(said(await handIn(actor, published.id))).toEqual([409, "not_a_draft"]);
    const scheduled = await draftOf(user.id);
    await admin.put(at(scheduled.id, "/schedule"), { kind: "publish", at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(said(await handIn(actor, scheduled.id))).toEqual([409, "scheduled"]);
    expect(await rowsOf(post.id)).toEqual([]);
  });

  it("is shown to editors with its note, counted, and filtered by", async () => {
    const { post, user } = await handedIn();
    const { actor: editor } = await signedInUser(app, { grants: ["editor"] });
    const shown = { by: { id: user.id, full_name: "Grace Contributor" }, note: "Is it too long?", at: expect.any(String) };
    expect((await editor.get<AdminPost>(at(post.id))).body.handed_in).toEqual(shown);
    const list = (await editor.get<AdminPostPage>("/api/admin/posts?handed_in=yes")).body;
    expect(list.items.find(({ id }) => id === post.id)?.handed_in).toEqual(shown);
    expect(list.items.every(({ handed_in }) => handed_in !== null)).toBe(true);
    expect([list.total, list.counts.handed_in]).toEqual([list.items.length, list.items.length]);
    const all = (await editor.get<AdminPostPage>("/api/admin/posts?search=article")).body;
    expect(all.counts.handed_in).toBe(list.total);
    expect((await editor.get("/api/admin/posts?handed_in=no")).status).toBe(400);
    const { waiting } = (await admin.get<{ waiting: { handed_in: number } }>("/api/admin/dashboard")).body;
    expect(waiting.handed_in).toBe(list.total);
    expect(await actionsOn(post.id)).toEqual(["handed in"]);
  });

  it("is mailed once to the admins and editors that want it, without anybody’s email address", async () => {
    const wants = await signedInUser(app, { grants: ["editor", "author"] });
    const others = await Promise.all([
      signedInUser(app, { grants: ["editor"], hand_in_notices: false }),
      signedInUser(app, { grants: ["author"] }),
      signedInUser(app, { grants: ["moderator"] }),
    ]);
    const absent = [
      await buildUser(app.context.db, { role: "admin", is_active: false }),
      await buildUser(app.context.db, { role: "admin", invited_at: new Date() }),
    ];
    const title = "Dawn\r\nBcc: thief@evil.example";
    const { actor, post, user } = await contributor({ title });
    const note = "Subject: hello\r\n\r\nTo: thief@evil.example <b>bold</b>";
    expect((await handIn(actor, post.id, { note })).status).toBe(201);
    const mails = await mailsTo(wants.user.email);
    expect(mails.map(({ kind }) => kind)).toEqual(["handed_in"]);
    expect(mails[0]?.subject).toMatch(/^Grace Contributor handed in “Dawn Bcc: thief@evil.example” at [^\r\n]+$/);
    expect(mails[0]?.body_text).toContain(`/admin/posts/edit/${post.id}`);
    expect(mails[0]?.body_text).toContain("Subject: hello\n\nTo: thief@evil.example <b>bold</b>");
    expect(mails[0]?.body_html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    for (const text of [mails[0]?.body_text, mails[0]?.body_html]) expect(text).not.toContain(user.email);
    for (const { email } of [...absent, ...others.map((other) => other.user)]) expect(await mailsTo(email)).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it("can be turned off in the account, and older clients leave it as it is", async () => {
    const { actor } = await signedInUser(app, { grants: ["editor"] });
    const choices = "/api/account/notices";
    expect((await actor.get(choices)).body).toEqual({ comment_replies: true, sign_ins: true, hand_ins: true });
    expect((await actor.put(choices, { comment_replies: false, hand_ins: false })).body).toEqual({
      comment_replies: false,
      sign_ins: true,
      hand_ins: false,
    });
    expect((await actor.put(choices, { comment_replies: true })).body).toMatchObject({ hand_ins: false });
  });
});

const stagedAs = (slug: string) => ({
  ...{ title: "Staged", slug, description: "", excerpt: "", content: CONTENT, content_format: "html", category_id },
  ...{ kind: "post", status: "draft", featured: false, tags: [], featured_image: null, featured_image_alt: "" },
});

describe("while a post is handed in", () => {
  it("every write of its contributor is refused with the reason, and nothing changes", async () => {
    const { actor, post } = await handedIn();
    const { id } = post;
    const writing = { ...(await actor.get<AdminPost>(at(id))).body };
    const edit = { writing: stagedAs(writing.slug), version: 0, base_version: 1 };
    const { items } = (await actor.get<{ items: { id: string }[] }>(at(id, "/revisions"))).body;
    const all = () => app.context.db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const before = await all();
    const writes: Record<string, Promise<{ status: number; body: ErrorBody }>> = {
      save: actor.patch<ErrorBody>(at(id), { title: "Another title", version: 1 }),
      autosave: actor.patch<ErrorBody>(at(id), { title: "Another title", version: 1, autosave: true }),
      options: actor.patch<ErrorBody>(at(id, "/options"), { comments_open: false }),
      tags: actor.patch<ErrorBody>(at(id), { tags: ["Larks"], version: 1 }),
      trash: actor.delete<ErrorBody>(at(id)),
      "trash many": actor.post<ErrorBody>("/api/admin/posts/bulk", { ids: [id], action: "delete" }),
      translation: actor.post<ErrorBody>(at(id, "/translations"), { language: "de" }),
      "staged edit": actor.put<ErrorBody>(at(id, "/edit"), edit),
      "once more": handIn(actor, id),
    };
    for (const [name, answer] of Object.entries(writes)) expect([name, ...said(await answer)]).toEqual([name, 409, "handed_in"]);
    for (const { id: revision } of items)
      expect(said(await actor.post<ErrorBody>(at(id, `/revisions/${revision}/restore`), { version: 1 }))).toEqual([
        409,
        "handed_in",
      ]);
    expect(await all()).toEqual(before);
    expect((await rowsOf(id)).length).toBe(1);
  });

  it("editors can change it, and its contributor can read it and its notes", async () => {
    const { actor, post } = await handedIn();
    const { actor: editor } = await signedInUser(app, { grants: ["editor"] });
    expect((await editor.patch(at(post.id), { title: "A better title", version: 1 })).status).toBe(200);
    expect((await actor.get<AdminPost>(at(post.id))).body).toMatchObject({
      title: "A better title",
      handed_in: { note: "Is it too long?" },
    });
    expect((await actor.get(at(post.id, "/notes"))).status).toBe(200);
  });

  it("it can be withdrawn until an editor has changed or scheduled it", async () => {
    const { actor, post } = await handedIn();
    expect((await withdraw(actor, post.id)).body).toMatchObject({ handed_in: null, version: 1 });
    expect(said(await withdraw(actor, post.id))).toEqual([409, "not_handed_in"]);
    expect((await actor.patch(at(post.id), { title: "My own title", version: 1 })).status).toBe(200);
    expect(await actionsOn(post.id)).toEqual(["handed in", "hand-in withdrawn", "updated"]);

    const changed = await handedIn();
    await admin.patch(at(changed.post.id), { title: "A better title", version: 1 });
    expect(said(await withdraw(changed.actor, changed.post.id))).toEqual([409, "review_begun"]);
    const scheduled = await handedIn();
    await admin.put(at(scheduled.post.id, "/schedule"), { kind: "publish", at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(said(await withdraw(scheduled.actor, scheduled.post.id))).toEqual([409, "review_begun"]);
    expect((await rowsOf(scheduled.post.id)).length).toBe(1);
  });

  it("is free again for a contributor who may publish by now", async () => {
    const { actor, post, user } = await handedIn();
    await admin.put(`/api/admin/users/${user.id}/grants`, { grants: ["author"] });
    expect((await publish(actor, post.id)).status).toBe(200);
    expect(await rowsOf(post.id)).toEqual([]);
  });

  it("waits on when its contributor loses the grant or is deactivated, without a mail to the latter", async () => {
    const { post, user, actor } = await handedIn();
    await admin.put(`/api/admin/users/${user.id}/grants`, { grants: [] });
    expect((await withdraw(actor, post.id)).status).toBe(403);
    await admin.patch(`/api/admin/users/${user.id}`, { is_active: false });
    expect((await sendBack(admin, post.id, "Thank you.")).status).toBe(201);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it("ends with the account, and its name leaves the mails", async () => {
    const editor = await signedInUser(app, { grants: ["editor"] });
    const { post, user } = await handedIn();
    expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
    expect(await rowsOf(post.id)).toEqual([]);
    expect((await admin.get<AdminPost>(at(post.id))).body).toMatchObject({ handed_in: null, status: "draft" });
    const mail = (await mailsTo(editor.user.email)).find(({ body_text }) => body_text.includes(post.id));
    expect(mail?.subject).toMatch(/^A contributor handed in/);
    expect(JSON.stringify(mail)).not.toContain("Grace Contributor");
  });

  it("isn’t counted in the trash, can’t be restored or deleted there by its contributor, and waits on once restored", async () => {
    const { actor, post } = await handedIn();
    const counted = async () => (await admin.get<AdminPostPage>("/api/admin/posts")).body.counts.handed_in;
    const before = await counted();
    await admin.delete(at(post.id));
    expect(await counted()).toBe(before - 1);
    const items = [{ kind: "post", id: post.id }];
    await actor.post("/api/admin/trash/restore", { items });
    await actor.delete(`/api/admin/trash/post/${post.id}`);
    await actor.post("/api/admin/trash/empty", { kind: "post" });
    const row = await app.context.db.selectFrom("posts").select("status").where("id", "=", post.id).executeTakeFirst();
    expect(row).toEqual({ status: "trashed" });
    expect((await admin.post("/api/admin/trash/restore", { items })).status).toBe(200);
    expect(await counted()).toBe(before);
    expect(said(await actor.patch<ErrorBody>(at(post.id), { title: "Mine again", version: 1 }))[1]).toMatch(
      /handed_in|stale_version/,
    );
  });

  it("is in the account’s export until it ends", async () => {
    const { actor, post } = await handedIn();
    const { body } = await actor.get<{ hand_ins: unknown[] }>("/api/account/export");
    expect(body.hand_ins).toEqual([
      { post_id: post.id, post_title: post.title, note: "Is it too long?", handed_in_at: expect.any(String) },
    ]);
    await withdraw(actor, post.id);
    expect((await actor.get<{ hand_ins: unknown[] }>("/api/account/export")).body.hand_ins).toEqual([]);
  });
});

describe("sending back", () => {
  it.each([
    ["no remarks", [], "remarks"],
    ["an empty one", [{ text: " ", quote: "" }], "remarks.0.text"],
    ["one of 10,000 characters", [{ text: "a".repeat(10_000), quote: "" }], "remarks.0.text"],
    ["control characters", [{ text: "a\u0000b", quote: "" }], "remarks.0.text"],
    ["a passage that is too long", [{ text: "Why?", quote: "a".repeat(301) }], "remarks.0.quote"],
    ["21 remarks", Array.from({ length: 21 }, () => ({ text: "Why?", quote: "" })), "remarks"],
  ])("refuses %s", async (_, remarks, field) => {
    const { post } = await handedIn();
    const { status, body } = await admin.post<ErrorBody>(at(post.id, "/remarks"), { remarks });
    expect([status, body.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect((await rowsOf(post.id)).length).toBe(1);
  });

  it("is for editors, and for posts that are handed in", async () => {
    const { actor, post } = await handedIn();
    for (const grants of [["contributor"], ["author"], ["moderator"]] as const) {
      const other = (await signedInUser(app, { grants: [...grants] })).actor;
      expect((await sendBack(other, post.id, "No.")).status).toBe(403);
    }
    expect((await sendBack(actor, post.id, "Myself.")).status).toBe(403);
    expect(said(await sendBack(admin, (await draftOf((await contributor()).user.id)).id, "No."))).toEqual([409, "not_handed_in"]);
    expect((await sendBack(admin, crypto.randomUUID(), "No.")).status).toBe(404);
  });

  it("makes the remarks notes, mails them to the contributor, ends a plan and unlocks the post", async () => {
    const { actor, post, user } = await handedIn({ title: "Dawn" });
    const editor = await signedInUser(app, { grants: ["editor"], full_name: "Emmy Editor" });
    await admin.put(at(post.id, "/schedule"), { kind: "publish", at: new Date(Date.now() + 3_600_000).toISOString() });
    const remarks = [
      { text: "Please say where this comes from.", quote: "read by anyone" },
      { text: "Lovely.\n\nOnly shorter.", quote: "" },
    ];
    const answer = await editor.actor.post<Answer>(at(post.id, "/remarks"), { remarks });
    expect([answer.status, answer.body.handed_in, answer.body.planned]).toEqual([201, null, null]);
    const { body: notes } = await actor.get<PreviewNotes>(at(post.id, "/notes"));
    expect(notes.open).toBe(2);
    expect(notes.items.map(({ author_name, content, quote }) => [author_name, content, quote]).sort()).toEqual([
      ["Emmy Editor", "Lovely.\n\nOnly shorter.", ""],
      ["Emmy Editor", "Please say where this comes from.", "read by anyone"],
    ]);
    const [mail, ...more] = await mailsTo(user.email);
    expect([mail?.kind, more]).toEqual(["sent_back", []]);
    expect(mail?.subject).toMatch(/^“Dawn” was sent back to you at /);
    expect(mail?.body_text).toContain("On “read by anyone”:\n\nPlease say where this comes from.\n\nLovely.\n\nOnly shorter.");
    expect(mail?.body_text).not.toContain(editor.user.email);
    expect(await actionsOn(post.id)).toEqual(["handed in", "scheduled", "unscheduled", "sent back"]);
    expect((await actor.patch(at(post.id), { title: "Dawn, mended", version: 1 })).status).toBe(200);
    expect((await handIn(actor, post.id, { version: 2 })).status).toBe(201);

    const { body } = await editor.actor.get<{ remarks: { quote: string }[] }>("/api/account/export");
    expect(body.remarks.map(({ quote }) => quote).sort()).toEqual(["", "read by anyone"]);
    await admin.delete(`/api/admin/users/${editor.user.id}`);
    const { items } = (await actor.get<PreviewNotes>(at(post.id, "/notes"))).body;
    expect(items.map(({ author_name }) => author_name)).toEqual(["An editor", "An editor"]);
  });
});

describe("publishing", () => {
  const publishers: Record<string, (id: string) => Promise<unknown>> = {
    "by a save": (id) => publish(admin, id),
    "with others": (id) => admin.post("/api/admin/posts/bulk", { ids: [id], action: "publish" }),
    "as planned": async (id) => {
      await admin.put(at(id, "/schedule"), { kind: "publish", at: new Date(Date.now() + 3_600_000).toISOString() });
      await app.context.db
        .updateTable("post_schedules")
        .set({ next_at: new Date(0) })
        .where("post_id", "=", id)
        .execute();
      await carryOutPlans(app.context, { site: app.settings.site(), settings: app.settings.get(), editPath: (one) => `/${one}` });
    },
  };
  it.each(Object.entries(publishers))("%s ends it and mails the contributor once", async (_, work) => {
    const { actor, post, user } = await handedIn();
    await work(post.id);
    expect((await admin.get<AdminPost>(at(post.id))).body).toMatchObject({ status: "published", handed_in: null });
    const mails = await mailsTo(user.email);
    expect(mails.map(({ kind }) => kind)).toEqual(["hand_in_published"]);
    expect(mails[0]?.subject.startsWith(`“${post.title}” is published at `)).toBe(true);
    expect(mails[0]?.body_text).toContain(`/story/${post.slug}`);
    expect(said(await withdraw(actor, post.id))).toEqual([409, "not_handed_in"]);
    expect(said(await sendBack(admin, post.id, "Too late."))).toEqual([409, "not_handed_in"]);
  });

  it("archiving ends it, too, and nothing waits any more", async () => {
    const { actor, post } = await handedIn();
    const { version } = (await admin.get<AdminPost>(at(post.id))).body;
    const archived = await admin.patch<AdminPost>(at(post.id), { status: "archived", version, edit_version: 0 });
    expect([archived.status, archived.body.handed_in]).toEqual([200, null]);
    expect(said(await withdraw(actor, post.id))).toEqual([409, "not_handed_in"]);
  });
});

describe("at once", () => {
  const stateOf = async (id: string) => {
    const { status, handed_in } = (await admin.get<AdminPost>(at(id))).body;
    return { status, isHandedIn: handed_in !== null };
  };

  it("a draft is handed in once, with one mail", async () => {
    const editor = await signedInUser(app, { grants: ["editor"] });
    const { actor, post } = await contributor();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => handIn(actor, post.id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await mailsTo(editor.user.email)).length).toBe(1);
  });

  it("handed in and published, it is published and waits for nobody", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { actor, post, user } = await contributor();
      const [handed, published] = await Promise.all([handIn(actor, post.id), publish(admin, post.id)]);
      expect(published.status).toBe(200);
      expect(await stateOf(post.id)).toEqual({ status: "published", isHandedIn: false });
      expect((await mailsTo(user.email)).length).toBe(handed.status === 201 ? 1 : 0);
    }
  });

  it("sent back and published, one of them ends it and no mail contradicts the other", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { post, user } = await handedIn();
      const [back, published] = await Promise.all([sendBack(admin, post.id, "Not yet."), publish(admin, post.id)]);
      expect(published.status).toBe(200);
      expect(await stateOf(post.id)).toEqual({ status: "published", isHandedIn: false });
      expect((await mailsTo(user.email)).map(({ kind }) => kind)).toEqual([
        back.status === 201 ? "sent_back" : "hand_in_published",
      ]);
    }
  });

  it("handed in while a draft is saved, it says what was handed in", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { actor, post } = await contributor();
      const [handed, saved] = await Promise.all([
        handIn(actor, post.id),
        actor.patch<Answer>(at(post.id), { title: "Typed later", version: 1, autosave: true }),
      ]);
      const { title, version } = (await admin.get<AdminPost>(at(post.id))).body;
      if (handed.status === 201) {
        expect(said(saved)).toEqual([409, "handed_in"]);
        expect([title, version]).toEqual([post.title, 1]);
      } else {
        expect([said(handed), saved.status, title]).toEqual([[409, "stale_version"], 200, "Typed later"]);
      }
    }
  });

  it("withdrawn and sent back, one of them ends it", async () => {
    const { actor, post } = await handedIn();
    const answers = await Promise.all([withdraw(actor, post.id), sendBack(admin, post.id, "Not yet.")]);
    expect(answers.filter(({ status }) => status < 300).length).toBe(1);
    expect(answers.find(({ status }) => status >= 300)?.body.code).toBe("not_handed_in");
    expect(await stateOf(post.id)).toEqual({ status: "draft", isHandedIn: false });
  });

  it("handed in while changes are staged, none are stored afterwards", async () => {
    const { actor, post, user } = await contributor();
    const { db } = app.context;
    const handing = { post_id: post.id, user_id: user.id, note: "", version: 1, handed_in_at: new Date() };
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const staged = await db.transaction().execute(async (trx) => {
      await trx.selectFrom("posts").select("id").where("id", "=", post.id).forUpdate().execute();
      const edit = { writing: stagedAs(post.slug), version: 0, base_version: 1 };
      const answer = actor.put<ErrorBody>(at(post.id, "/edit"), edit);
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n, { timeout: 10_000 }).toBe(1);
      await trx.insertInto("hand_ins").values(handing).execute();
      return { answer };
    });
    expect(said(await staged.answer)).toEqual([409, "handed_in"]);
    expect((await actor.get(at(post.id, "/edit"))).status).toBe(404);
  });
});
