import type { OpenAPIObject } from "openapi3-ts/oas31";
import { rollUp } from "../../app/domain/analytics/rollups/roll-up.ts";
import { createTestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { wav } from "../media/files.ts";
import { jpeg } from "../media/pictures.ts";
import { serveFile, servePicture, thisMachine } from "../media/serve-picture.ts";
import { buildHit, holdHits } from "../quarantined-hits.ts";
import { buildVisit } from "../visits.ts";
import { type Callers, newFailedMail, newNote, newRevision, newTrashed } from "./operation-inputs.ts";
import { findOperation, soundCall } from "./operations.ts";

/** An app with content of every kind, and the users who call its operations. */
export type Fixture = Awaited<ReturnType<typeof createFixture>>;

export async function createFixture() {
  const picture = await servePicture();
  const recording = await serveFile(wav(0.1));
  const app = await createTestApp({ allowsAddress: thisMachine });
  const admin = (await signedInUser(app, { role: "admin" })).actor;
  const { user, actor: reader } = await signedInUser(app, { full_name: "Grace" });
  const document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
  const callers = { app, db: app.context.db, admin, user, reader, visitor: app.actors.reader(session("a")) };
  const content = await addContent(callers);
  return {
    document,
    ...callers,
    ...content,
    pictureAddress: () => `${picture.origin}/${crypto.randomUUID()}.jpg`,
    recordingAddress: () => `${recording.origin}/${crypto.randomUUID()}.wav`,
    /** The document's example of an operation's body. */
    example: (operationId: string) => soundCall(findOperation(document, operationId)).body as object,
    async close() {
      await app.close();
      await picture.close();
      await recording.close();
    },
  };
}

/** Adds what lists and reads have to show. */
async function addContent(callers: Callers) {
  const { app, db, admin, reader, visitor, user } = callers;
  const { id: author_id } = (await signedInUser(app, { full_name: "Ada" })).user;
  const { id: category_id } = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  for (const by of [null, author_id]) await buildPost(db, { author_id: by, category_id });
  const headings = JSON.stringify([{ level: 2, id: "begin", text: "Begin" }]);
  const tags = [(await buildTag(db, { name: "Habits", slug: "habits" })).id];
  const text = { headings, content_text: "a lark in the morning" };
  const post = await buildPost(db, { author_id, category_id, tags, ...text });
  await visitor.post("/api/likes", { article_id: post.id });
  await db.insertInto("comments").values({ post_id: post.id, author_id: user.id, content: "Thank you" }).execute();
  await reader.post(`/api/posts/${post.slug}/comments`, { content: "And on" });

  const file = new Uint8Array(await jpeg(60, 40));
  const { body: media } = await admin.send<{ id: string; url: string }>("POST", "/api/admin/media?name=x.jpg", { body: file });
  await admin.patch(`/api/admin/posts/${post.id}`, { version: 1, featured_image: media.url });
  await buildPost(db, { featured: true });
  // The post gets a former slug.
  for (const slug of [`${post.slug}-moved`, post.slug])
    await db.updateTable("posts").set({ slug }).where("id", "=", post.id).execute();

  await buildVisit(db, { at: new Date(), pages: [{ path: `/story/${post.slug}` }], session: session("b") });
  await rollUp(app.context, { timezone: app.settings.site().timezone });
  await holdHits(db, "burst", buildHit());

  const backup = (await admin.post<{ id: string }>("/api/admin/backups")).body;
  const imported = (await admin.send<{ id: string }>("POST", "/api/admin/imports?name=x.xml", { body: "<rss/>" })).body;
  await admin.post("/api/admin/redirects", { from_path: "/former", to_path: "/about" });
  await newFailedMail(callers);
  await newTrashed(callers);
  await admin.delete(`/api/admin/categories/${(await buildCategory(db)).id}`);
  return { post, media, backup, imported, ...(await addDrafts(callers, { category_id, post })) };
}

/** A draft with revisions, a preview link and a note; a staged edit; an unfinished post; and a plan. */
async function addDrafts(callers: Callers, { category_id, post }: { category_id: string; post: { id: string } }) {
  const { admin } = callers;
  const sketch = await newRevision(callers);
  await newNote(callers, sketch);
  const content = `<p>${"word ".repeat(20)}</p>`;
  const input = { title: "Dusk", slug: "dusk", description: "How the day ends.", content, category_id };
  const form = { ...input, excerpt: "", content_format: "html", status: "draft", featured: false, tags: [] };
  const writing = { ...form, featured_image: null, featured_image_alt: "" };
  const unfinished = { id: crypto.randomUUID() };
  await admin.put(`/api/admin/edits/${unfinished.id}`, { writing, version: 0 });
  const { version: base_version } = (await admin.get<{ version: number }>(`/api/admin/posts/${post.id}`)).body;
  await admin.put(`/api/admin/posts/${post.id}/edit`, { writing, version: 0, base_version });
  const { body: planned } = await admin.post<{ id: string }>("/api/admin/posts", { ...input, tags: ["Evening"] });
  await admin.put(`/api/admin/posts/${planned.id}/schedule`, { kind: "publish", at: "2030-01-01T00:00:00Z" });
  return { sketch, unfinished };
}
