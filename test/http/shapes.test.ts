import type { OpenAPIObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rollUp } from "../../app/domain/analytics/rollups/roll-up.ts";
import { DEFAULT_LOOK } from "../../app/domain/appearance/appearance.ts";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import type { OwnComment } from "../../app/domain/comments/comment.ts";
import type { ArticleLike } from "../../app/domain/likes/like.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { wav } from "../media/files.ts";
import { jpeg } from "../media/pictures.ts";
import { serveFile, servePicture, thisMachine } from "../media/serve-picture.ts";
import { buildVisit } from "../visits.ts";
import { operationsOf } from "./operations.ts";

let app: TestApp;
let document: OpenAPIObject;
let elsewhere: Awaited<ReturnType<typeof servePicture>>;
let recording: Awaited<ReturnType<typeof serveFile>>;
beforeAll(async () => {
  elsewhere = await servePicture();
  recording = await serveFile(wav(0.1));
  app = await createTestApp({ allowsAddress: thisMachine });
  document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
});
afterAll(async () => {
  await app.close();
  await elsewhere.close();
  await recording.close();
});

const named = (schema: SchemaObject | ReferenceObject): SchemaObject =>
  "$ref" in schema && schema.$ref
    ? (document.components?.schemas?.[schema.$ref.replace("#/components/schemas/", "")] as SchemaObject)
    : (schema as SchemaObject);

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Where `value` differs from `schema`: types, missing keys or additional keys. */
function differences(schema: SchemaObject | ReferenceObject, value: unknown, where: string): string[] {
  const is = named(schema);
  const choices = is.anyOf ?? is.oneOf;
  if (choices) {
    const tried = choices.map((choice) => differences(choice, value, where));
    return tried.find((found) => found.length === 0) ?? tried.flat();
  }
  if (is.allOf) return differences(merged(is.allOf), value, where);
  const types = [is.type ?? []].flat().map((type) => (type === "integer" ? "number" : type));
  if (types.length > 0 && !types.includes(kindOf(value) as "string")) return [`${where} is ${kindOf(value)}, not ${types}`];
  if (Array.isArray(value)) return value.flatMap((one, index) => differences(is.items ?? {}, one, `${where}[${index}]`));
  if (kindOf(value) !== "object") return [];
  return Object.entries(value as object)
    .flatMap(([key, of]) => {
      const property =
        is.properties?.[key] ?? (typeof is.additionalProperties === "object" ? is.additionalProperties : undefined);
      return property ? differences(property, of, `${where}.${key}`) : [`${where}.${key} is not described`];
    })
    .concat((is.required ?? []).filter((key) => !(key in (value as object))).map((key) => `${where}.${key} is missing`));
}

const merged = (parts: (SchemaObject | ReferenceObject)[]): SchemaObject => ({
  type: "object",
  properties: Object.assign(
    {},
    ...parts.map((part) => (named(part).allOf ? merged(named(part).allOf ?? []) : named(part)).properties),
  ),
  required: parts.flatMap((part) => named(part).required ?? []),
});

function described(operationId: string, status: number): SchemaObject {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  return found?.operation.responses?.[status].content["application/json"].schema;
}

/** The auth service's responses to a user who signs up, signs in, reads their data and changes their name. */
async function authAnswers() {
  const { anonymous } = app.actors;
  const credentials = { email: "ida@blog.test", password: "larks over the field" };
  const { user, actor } = await signedInUser(app, { email: credentials.email, full_name: "Ida" });
  await storePassword(app.context, user.id, await hashPassword(credentials.password));
  return [
    ["signUp", await anonymous.post("/auth/v1/signup", { ...credentials, email: "eve@blog.test" })],
    ["createSession", await anonymous.post("/auth/v1/token?grant_type=password", credentials)],
    ["sendSignInMail", await anonymous.post("/auth/v1/otp", { email: "ida@blog.test" })],
    ["sendRecoveryMail", await anonymous.post("/auth/v1/recover", { email: "ida@blog.test" })],
    ["resendMail", await anonymous.post("/auth/v1/resend", { type: "signup", email: "ida@blog.test" })],
    ["readAuthUser", await actor.get("/auth/v1/user")],
    ["updateAuthUser", await actor.put("/auth/v1/user", { data: { full_name: "Ida Lark" } })],
    ["readAuthSettings", await anonymous.get("/auth/v1/settings")],
    ["readAuthHealth", await anonymous.get("/auth/v1/health")],
    ["listKeys", await anonymous.get("/auth/v1/.well-known/jwks.json")],
  ] as const;
}

test("refusals of the auth service have the shape, the status and the code that the document has", async () => {
  const version = { "x-supabase-api-version": "2024-01-01" };
  const { anonymous } = app.actors;
  const refused = [
    ["signUp", await anonymous.post("/auth/v1/signup", { email: "eve@blog.test", password: "lark" }, version)],
    ["signUp", await anonymous.post("/auth/v1/signup", { password: "larks over the field" }, version)],
    [
      "createSession",
      await anonymous.post("/auth/v1/token?grant_type=password", { email: "no@blog.test", password: "x" }, version),
    ],
    ["createSession", await anonymous.post("/auth/v1/token?grant_type=refresh_token", { refresh_token: "none" }, version)],
    ["sendSignInMail", await anonymous.post("/auth/v1/otp", { phone: "123" }, version)],
    ["verifyOneTime", await anonymous.post("/auth/v1/verify", { type: "email", token_hash: "a" }, version)],
  ] as const;
  for (const [operationId, { status, body }] of refused) {
    expect([400, 403, 422]).toContain(status);
    expect(differences(described(operationId, status), body, operationId)).toEqual([]);
    const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
    expect(found?.operation.responses?.[status].description).toContain(`\`${(body as { code: string }).code}\``);
  }
});

test("responses match the document: nothing is missing, nothing else gets out", async () => {
  const { db } = app.context;
  const author = await db
    .insertInto("users")
    .values({ email: "ada@blog.test", full_name: "Ada" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: category_id } = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  for (const author_id of [null, author.id]) await buildPost(db, { author_id, category_id });
  const headings = JSON.stringify([{ level: 2, id: "begin", text: "Begin" }]);
  const habits = await buildTag(db, { name: "Habits", slug: "habits" });
  const { id, slug } = await buildPost(db, {
    author_id: author.id,
    category_id,
    tags: [habits.id],
    headings,
    content_text: "a lark in the morning",
  });
  const reader = app.actors.reader(session("a"));
  const agent = {
    "accept-language": "en",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  const like = await reader.post<ArticleLike>("/api/likes", { article_id: id });

  const { user, actor } = await signedInUser(app, { full_name: "Grace" });
  const admin = await signedInUser(app, { role: "admin" });
  await app.actors.anonymous.post("/auth/v1/signup", { email: "new@blog.test", password: "larks over the field" });
  await db.insertInto("comments").values({ post_id: id, author_id: user.id, content: "Thank you" }).execute();

  const settings = await admin.actor.get<{ settings: object; content: object; version: number }>("/api/admin/settings");
  const saved = { settings: settings.body.settings, content: settings.body.content, version: settings.body.version };

  const input = {
    title: "Dusk",
    slug: "dusk",
    description: "How the day ends.",
    content: `<p>${"word ".repeat(20)}</p>`,
    category_id,
  };
  const written = await admin.actor.post<{ id: string }>("/api/admin/posts", { ...input, tags: ["Evening", "Habit"] });
  const [evening, habit] = await db
    .selectFrom("tags")
    .select("id")
    .where("slug", "in", ["evening", "habit"])
    .orderBy("slug")
    .execute();

  const mail = await db
    .insertInto("outbox")
    .values({ recipient: "a@b.test", kind: "recovery", subject: "s", body_text: "t", body_html: "h", useful_until: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const file = new Uint8Array(await jpeg(60, 40));
  const picture = await admin.actor.send<{ id: string; url: string }>("POST", "/api/admin/media?name=x.jpg", { body: file });
  const copied = await admin.actor.post<{ id: string }>("/api/admin/backups");
  const schedule = await admin.actor.get("/api/admin/backup-schedule");
  const brought = await admin.actor.send<{ id: string }>("POST", "/api/admin/imports?name=x.xml", { body: "<rss/>" });
  await admin.actor.patch(`/api/admin/posts/${id}`, { version: 1, featured_image: picture.body.url });

  const said = await actor.post<OwnComment>(`/api/posts/${slug}/comments`, { content: "And on" });

  await buildVisit(db, { at: new Date(), pages: [{ path: `/story/${slug}` }], session: session("b") });
  await rollUp(app.context, { timezone: app.settings.site().timezone });

  const gone = {
    post: await buildPost(db),
    other: await buildPost(db, { slug: "taken-again" }),
    category: await buildCategory(db),
  };
  for (const one of [gone.post, gone.other]) await admin.actor.delete(`/api/admin/posts/${one.id}`);
  await admin.actor.delete(`/api/admin/categories/${gone.category.id}`);
  await buildPost(db, { slug: "taken-again" });
  await db
    .updateTable("posts")
    .set({ slug: `${slug}-moved` })
    .where("id", "=", id)
    .execute();
  await db.updateTable("posts").set({ slug }).where("id", "=", id).execute();
  const featured = await buildPost(db, { featured: true });
  const sketch = await buildPost(db, { status: "draft", published_at: null });
  await admin.actor.patch(`/api/admin/posts/${sketch.id}`, { version: 1, title: "A sketch" });
  const history = await admin.actor.get<{ items: { id: string }[] }>(`/api/admin/posts/${sketch.id}/revisions`);
  const revision = `/api/admin/posts/${sketch.id}/revisions/${history.body.items.at(-1)?.id}`;
  const link = await admin.actor.post<{ url: string }>(`/api/admin/posts/${sketch.id}/previews`, { lasts: "1d", may_note: true });
  const form = new URLSearchParams({ name: "Grace", text: "Lovely", quote: "A sketch" });
  await reader.send("POST", new URL(link.body.url).pathname, { body: form });
  const notes = await admin.actor.get<{ items: { id: string }[] }>(`/api/admin/posts/${sketch.id}/notes`);
  const note = `/api/admin/posts/${sketch.id}/notes/${notes.body.items[0]?.id}`;

  const unsaved = { ...input, excerpt: "", content_format: "html", status: "draft", featured: false, tags: [] };
  const writing = { ...unsaved, featured_image: null, featured_image_alt: "" };
  const edits = `/api/admin/edits/${crypto.randomUUID()}`;
  const { version: base_version } = (await admin.actor.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
  const staged = await admin.actor.put(`/api/admin/posts/${id}/edit`, { writing, version: 0, base_version });
  const kept = await admin.actor.put(edits, { writing, version: 0 });

  const answers = [
    ["listRevisions", history],
    ["readRevision", await admin.actor.get(revision)],
    ["updateRevision", await admin.actor.patch(revision, { name: "The first" })],
    ["restoreRevision", await admin.actor.post(`${revision}/restore`, { version: 2 })],
    ["createPreviewLink", link],
    ["listPreviewLinks", await admin.actor.get(`/api/admin/posts/${sketch.id}/previews`)],
    ["listNotes", notes],
    ["updateNote", await admin.actor.patch(note, { resolved: true })],
    ["updateStagedEdit", staged],
    ["readStagedEdit", await admin.actor.get(`/api/admin/posts/${id}/edit`)],
    [
      "updatePlan",
      await admin.actor.put(`/api/admin/posts/${written.body.id}/schedule`, { kind: "publish", at: "2030-01-01T00:00:00Z" }),
    ],
    ["readCalendar", await admin.actor.get("/api/admin/calendar?from=2029-12-20&to=2030-01-10")],
    ["updateUnfinishedPost", kept],
    ["listUnfinishedPosts", await admin.actor.get("/api/admin/edits")],
    ["readUnfinishedPost", await admin.actor.get(edits)],
    ["createPost", written],
    ["listAdminPosts", await admin.actor.get("/api/admin/posts")],
    ["listPages", await admin.actor.get("/api/admin/pages")],
    ["readAdminPost", await admin.actor.get(`/api/admin/posts/${id}`)],
    ["updatePost", await admin.actor.patch(`/api/admin/posts/${written.body.id}`, { version: 1, title: "Night" })],
    ["previewPost", await admin.actor.post("/api/admin/posts/preview", { content: "## Dawn", content_format: "markdown" })],
    ["checkPost", await admin.actor.post("/api/admin/posts/check", { id: null, title: "Night", slugs: [slug, "nowhere"] })],
    ["bulkUpdatePosts", await admin.actor.post("/api/admin/posts/bulk", { ids: [written.body.id], action: "publish" })],
    ["listAdminCategories", await admin.actor.get("/api/admin/categories")],
    ["createCategory", await admin.actor.post("/api/admin/categories", { name: "New" })],
    ["updateCategory", await admin.actor.patch(`/api/admin/categories/${category_id}`, { name: "Well-being" })],
    ["listAdminTags", await admin.actor.get("/api/admin/tags")],
    ["updateTag", await admin.actor.patch(`/api/admin/tags/${evening?.id}`, { name: "Evenings" })],
    ["mergeTag", await admin.actor.post(`/api/admin/tags/${evening?.id}/merge`, { into: habit?.id })],
    ["listPosts", await reader.get("/api/posts")],
    ["listPosts", await reader.get("/api/posts?search=lark")],
    ["readPost", await reader.get(`/api/posts/${slug}`)],
    ["listCategories", await reader.get("/api/categories")],
    ["listTags", await reader.get("/api/tags")],
    ["readSite", await reader.get("/api/site")],
    ["readHome", await reader.get("/api/site/home")],
    ["readAbout", await reader.get("/api/site/about")],
    ["readPrivacy", await app.actors.anonymous.get("/api/site/privacy")],
    ["readStoredKeys", await app.actors.anonymous.get("/api/site/stored-keys")],
    ["readLikeStats", await reader.get(`/api/likes/stats?ids=${id}`)],
    ["createLike", like],
    ["readLike", await reader.get(`/api/likes?article_id=${id}`)],
    ["updateLike", await reader.patch(`/api/likes/${like.body.id}`, { is_liked: false })],
    ["toggleLike", await reader.post("/api/likes/toggle", { article_id: id })],
    ["readAccount", await actor.get("/api/account")],
    ["updateAccount", await actor.patch("/api/account", { full_name: null })],
    ["listSessions", await actor.get("/api/account/sessions")],
    ["exportAccount", await actor.get("/api/account/export")],
    ["readUser", await actor.get(`/api/users/${user.id}`)],
    ["listMails", await admin.actor.get("/api/admin/outbox")],
    ["retryMail", await admin.actor.post(`/api/admin/outbox/${mail.id}/retry`)],
    ["readDashboard", await admin.actor.get("/api/admin/dashboard")],
    ["readAnalyticsOverview", await admin.actor.get("/api/admin/analytics/overview")],
    ["readAnalyticsTimeline", await admin.actor.get("/api/admin/analytics/timeline?range=90d")],
    ["readAnalyticsPages", await admin.actor.get("/api/admin/analytics/pages")],
    ["readAnalyticsBreakdown", await admin.actor.get("/api/admin/analytics/breakdown?dimension=source")],
    ["readAnalyticsBlog", await admin.actor.get("/api/admin/analytics/blog")],
    ["readAnalyticsBlogPosts", await admin.actor.get("/api/admin/analytics/blog/posts")],
    ["readAnalyticsBlogFunnel", await admin.actor.get("/api/admin/analytics/blog/funnel")],
    ["readAnalyticsVisits", await admin.actor.get("/api/admin/analytics/sessions")],
    ["listDocuments", await admin.actor.get("/api/admin/docs")],
    ["readDocument", await admin.actor.get("/api/admin/docs/STYLE")],
    ["readSystem", await admin.actor.get("/api/admin/system")],
    ["readChecks", await admin.actor.get("/api/admin/system/checks")],
    ["readSettings", settings],
    [
      "updateSettings",
      await admin.actor.put("/api/admin/settings", { ...saved, settings: { ...saved.settings, siteName: "Wren" } }),
    ],
    ["readFeaturedOrder", await admin.actor.get("/api/admin/featured-order")],
    ["updateFeaturedOrder", await admin.actor.put("/api/admin/featured-order", { post_ids: [featured.id], version: 1 })],
    ["readNavigation", await admin.actor.get("/api/admin/navigation")],
    [
      "updateNavigation",
      await admin.actor.put("/api/admin/navigation", {
        header: [{ label: "Home", kind: "address", to: "/" }],
        footer: [{ heading: "Read", entries: [{ label: "About", kind: "address", to: "/about" }] }],
        social: [{ network: "github", label: "GitHub", address: "https://github.com/ada" }],
        announcement: { text: "Soon.", link: { label: "More", address: "/about" }, ends_at: "2999-01-01T00:00:00Z" },
        version: 1,
      }),
    ],
    ["readAppearance", await admin.actor.get("/api/admin/appearance")],
    [
      "updateAppearance",
      await admin.actor.put("/api/admin/appearance", { look: { ...DEFAULT_LOOK, cards: "framed" }, version: 0 }),
    ],
    ["uploadBrandFile", await admin.actor.send("POST", "/api/admin/appearance/files?part=logo&name=x.jpg", { body: file })],
    ["readDemoContent", await admin.actor.get("/api/admin/demo-content")],
    ["listActivity", await admin.actor.get("/api/admin/audit")],
    ["uploadImport", brought],
    ["listImports", await admin.actor.get("/api/admin/imports")],
    ["readImport", await admin.actor.get(`/api/admin/imports/${brought.body.id}`)],
    ["listImportFindings", await admin.actor.get(`/api/admin/imports/${brought.body.id}/findings`)],
    ["listMissingPictures", await admin.actor.get(`/api/admin/imports/${brought.body.id}/pictures`)],
    ["cancelImport", await admin.actor.post(`/api/admin/imports/${brought.body.id}/cancel`)],
    ["startImport", await admin.actor.post(`/api/admin/imports/${brought.body.id}/start`)],
    ["startBackup", copied],
    ["listBackups", await admin.actor.get("/api/admin/backups")],
    ["readBackup", await admin.actor.get(`/api/admin/backups/${copied.body.id}`)],
    ["readBackupSchedule", schedule],
    [
      "updateBackupSchedule",
      await admin.actor.put("/api/admin/backup-schedule", { automatic: false, hour: 4, place: "disk", version: 1 }),
    ],
    ["uploadPicture", picture],
    ["fetchPicture", await admin.actor.post("/api/admin/media/fetch", { address: `${elsewhere.origin}/lark.jpg` })],
    ["uploadFile", await admin.actor.send("POST", "/api/admin/media/files?name=lark.wav", { body: new Uint8Array(wav(0.1)) })],
    ["fetchFile", await admin.actor.post("/api/admin/media/files/fetch", { address: `${recording.origin}/lark.wav` })],
    ["fetchBookmark", await admin.actor.post("/api/admin/media/bookmark", { address: `${elsewhere.origin}/lark.jpg` })],
    ["listPictures", await admin.actor.get("/api/admin/media")],
    ["readPicture", await admin.actor.get(`/api/admin/media/${picture.body.id}`)],
    ["updatePicture", await admin.actor.patch(`/api/admin/media/${picture.body.id}`, { alt: "Dawn" })],
    ["bulkUpdatePictures", await admin.actor.post("/api/admin/media/bulk", { ids: [picture.body.id], action: "trash" })],
    ["emptyPictureTrash", await admin.actor.delete("/api/admin/media/trash")],
    ["createComment", said],
    ["listComments", await reader.get(`/api/posts/${slug}/comments`)],
    ["listOwnComments", await actor.get(`/api/posts/${slug}/comments/own`)],
    ["updateOwnComment", await actor.patch(`/api/comments/${said.body.id}`, { content: "And so on" })],
    ["readNotifications", await actor.get("/api/account/notices")],
    ["updateNotifications", await actor.put("/api/account/notices", { comment_replies: false })],
    ["listAdminComments", await admin.actor.get("/api/admin/comments")],
    ["updateComment", await admin.actor.patch(`/api/admin/comments/${said.body.id}`, { status: "approved" })],
    ["createReply", await admin.actor.post(`/api/admin/comments/${said.body.id}/replies`, { content: "Thank you" })],
    ["bulkUpdateComments", await admin.actor.post("/api/admin/comments/bulk", { ids: [said.body.id], action: "reject" })],
    ["listFormerSlugs", await admin.actor.get("/api/admin/old-addresses")],
    ["listTrash", await admin.actor.get("/api/admin/trash")],
    ["bulkRestoreTrash", await admin.actor.post("/api/admin/trash/restore", { items: [{ kind: "post", id: gone.other.id }] })],
    ["emptyTrash", await admin.actor.post("/api/admin/trash/empty", {})],
    ["recordView", await reader.post("/api/views", { post_id: id }, agent)],
    ...(await authAnswers()),
  ] as const;
  for (const [operationId, { status, body, text }] of answers) {
    expect([200, 201, 202], text).toContain(status);
    expect(differences(described(operationId, status), body, operationId)).toEqual([]);
  }
});

test("the examples of the document match its shapes", () => {
  for (const { operation } of operationsOf(document)) {
    for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
      const json = content?.["application/json"];
      if (json) expect(differences(json.schema, json.example, `${operation.operationId} ${status}`)).toEqual([]);
    }
  }
});
