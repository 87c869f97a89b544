import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import type { Actor } from "../app/actors.ts";
import type { TestApp } from "../app/create-test-app.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildUser } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { addSubscriber, setNewsletter, ticketFrom } from "./newsletter/newsletter-site.ts";

/** An app and who calls it. */
export type Callers = {
  app: TestApp;
  db: TestApp["context"]["db"];
  admin: Actor;
  /** a user who is signed in */
  reader: Actor;
  user: { id: string };
  /** a reader session without an account */
  visitor: Actor;
};

type With<Name extends keyof Callers> = Pick<Callers, Name>;
type Row = { id: string };

export const newComment = async ({ db }: With<"db">, values: { author_id?: string; status?: string } = {}): Promise<Row> => {
  const comment = { post_id: (await buildPost(db)).id, content: "So it is.", ...values };
  return db.insertInto("comments").values(comment).returning("id").executeTakeFirstOrThrow();
};

export const newLike = async ({ db, visitor }: With<"db" | "visitor">): Promise<Row> =>
  (await visitor.post<Row>("/api/likes", { article_id: (await buildPost(db)).id })).body;

export const newUpload = async ({ admin }: With<"admin">): Promise<Row> => {
  const file = { body: new Uint8Array(await jpeg(40, 30)), headers: { "content-type": "application/octet-stream" } };
  return (await admin.send<Row>("POST", "/api/admin/media?name=a.jpg", file)).body;
};

export const newInvitation = async ({ admin }: With<"admin">): Promise<Row> => {
  const body = { full_name: "Grace", email: `grace-${crypto.randomUUID()}@blog.example`, role: "user" };
  return (await admin.post<{ user: Row }>("/api/admin/users", body)).body.user;
};

/** A user who deletes their account. */
export async function newAccount({ app }: With<"app">) {
  const password = "larks over the field";
  const { user, actor } = await signedInUser(app);
  await storePassword(app.context, user.id, await hashPassword(password));
  return { as: actor, body: { password } };
}

/** An author with an article. */
export async function newAuthor({ db }: With<"db">) {
  const { id: author_id } = await buildUser(db);
  await buildPost(db, { author_id });
  const { slug } = await db
    .selectFrom("author_profiles")
    .select("slug")
    .where("user_id", "=", author_id)
    .executeTakeFirstOrThrow();
  return { path: { slug } };
}

/** A user whose email address is subscribed to the newsletter. */
export async function newSubscribed({ app }: With<"app">) {
  const { user, actor } = await signedInUser(app);
  await addSubscriber(app, user.email);
  return { as: actor };
}

/** What the newsletter’s form sends. */
export async function newSubscription({ app }: With<"app">) {
  await setNewsletter(app, true);
  return { body: { email: "ada@blog.example", ticket: await ticketFrom(app) } };
}

/** Another session of the reader. */
export async function newSession({ app, reader, user }: With<"app" | "reader" | "user">): Promise<Row> {
  await signIn(app, user.id);
  const { body } = await reader.get<(Row & { current: boolean })[]>("/api/account/sessions");
  const other = body.find(({ current }) => !current);
  if (!other) throw new Error("There is no other session");
  return other;
}

export async function newFailedMail({ db }: With<"db">): Promise<Row> {
  const values = { recipient: "ada@blog.example", kind: "confirm", subject: "Confirm", body_text: "a", body_html: "a" };
  const times = { useful_until: new Date(Date.now() + 60_000), given_up_at: new Date() };
  return db
    .insertInto("outbox")
    .values({ ...values, ...times })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A backup whose file is there. */
export async function newBackup({ app, db }: With<"app" | "db">): Promise<Row> {
  const name = `skylark-2026-03-10T030000Z-manual-${crypto.randomUUID()}.tar.zst`;
  await mkdir(join(app.folder, "backups"), { recursive: true });
  await writeFile(join(app.folder, "backups", name), "x");
  const values = { name, place: "disk", kind: "manual", state: "done", bytes: 1 };
  return db.insertInto("backups").values(values).returning("id").executeTakeFirstOrThrow();
}

export const newRule = ({ db }: With<"db">): Promise<Row> =>
  db
    .insertInto("analytics_rules")
    .values({ kind: "network", value: "198.51.100.0/24", verdict: "block" })
    .returning("id")
    .executeTakeFirstOrThrow();

export const newRedirect = async ({ admin }: With<"admin">): Promise<Row> =>
  (await admin.post<Row>("/api/admin/redirects", { from_path: `/former-${crypto.randomUUID()}`, to_path: "/about" })).body;

export const newImport = ({ db }: With<"db">, state: string): Promise<Row> =>
  db.insertInto("imports").values({ name: "old.xml", bytes: 6, state }).returning("id").executeTakeFirstOrThrow();

/** An import that has added something. */
export async function newUndoable({ db }: With<"db">): Promise<Row> {
  const { id } = await newImport({ db }, "done");
  const item = { source: "ghost:x", key: "post:1", entity_id: crypto.randomUUID(), hash: "", import_id: id };
  await db.insertInto("import_items").values(item).execute();
  return { id };
}

/** An import of which a picture is missing. */
export async function newPictureless({ db }: With<"db">): Promise<Row> {
  const { id: import_id } = await newImport({ db }, "done");
  const { id: post_id } = await buildPost(db);
  const picture = { source: "ghost:x", written: "", address: "https://old.example/x.jpg", place: "x", reason: "answers 503" };
  await db
    .insertInto("import_pictures")
    .values({ ...picture, post_id, import_id })
    .execute();
  return { id: import_id };
}

export async function newTrashed({ db, admin }: With<"db" | "admin">): Promise<Row> {
  const { id } = await buildPost(db);
  await admin.delete(`/api/admin/posts/${id}`);
  return { id };
}

/** A draft with two revisions, and the path of the first. */
export async function newRevision({ db, admin }: With<"db" | "admin">) {
  const { id } = await buildPost(db, { status: "draft", published_at: null });
  await admin.patch(`/api/admin/posts/${id}`, { title: "Another title", version: 1 });
  const { body } = await admin.get<{ post: { version: number }; items: Row[] }>(`/api/admin/posts/${id}/revisions`);
  return { id, path: { revision: body.items.at(-1)?.id ?? "" }, version: body.post.version };
}

export async function newPreview({ db, admin }: With<"db" | "admin">, post?: Row) {
  const { id } = post ?? (await buildPost(db));
  const body = { lasts: "1d", may_note: true };
  const made = (await admin.post<{ id: string; url: string }>(`/api/admin/posts/${id}/previews`, body)).body;
  return { id, path: { preview: made.id }, address: new URL(made.url).pathname };
}

export async function newNote({ app, db, admin }: With<"app" | "db" | "admin">, post?: Row) {
  const { id, address } = await newPreview({ db, admin }, post);
  const body = new URLSearchParams({ name: "Grace", text: "Lovely", quote: "" });
  await app.actors.anonymous.send("POST", address, { body });
  const { items } = (await admin.get<{ items: Row[] }>(`/api/admin/posts/${id}/notes`)).body;
  return { id, path: { note: items[0]?.id ?? "" } };
}

/** A draft that may be published. */
export async function newPublishable({ db }: With<"db">): Promise<Row> {
  const { id: category_id } = await buildCategory(db);
  const content = "<p>Long enough to be published, and read by anybody.</p>";
  return buildPost(db, { status: "draft", published_at: null, category_id, content });
}
