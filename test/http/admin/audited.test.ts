import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LOOK } from "../../../app/domain/appearance/appearance.ts";
import type { Actor } from "../../app/actors.ts";
import { buildFailedJob } from "../../app/build-failed-job.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../../builders.ts";
import { wav } from "../../media/files.ts";
import { jpeg } from "../../media/pictures.ts";
import { serveFile, servePicture, thisMachine } from "../../media/serve-picture.ts";
import { buildHit, byAgent, holdHits } from "../../quarantined-hits.ts";
import { addressOf, operationsOf, soundCall } from "../operations.ts";

/** The input of a call for which the document's example isn't enough. */
type Made = { id?: string; path?: Record<string, string>; body?: unknown; query?: Record<string, string>; file?: Uint8Array };
/** The entries that a write leaves in the log: "category created". */
type Write = { leaves: string[]; make?(): Promise<Made> };

let app: TestApp;
let admin: Actor;
let document: OpenAPIObject;
let elsewhere: Awaited<ReturnType<typeof servePicture>>;
let recording: Awaited<ReturnType<typeof serveFile>>;
beforeAll(async () => {
  app = await createTestApp({ allowsAddress: thisMachine });
  elsewhere = await servePicture();
  recording = await serveFile(wav(0.1));
  admin = (await signedInUser(app, { role: "admin" })).actor;
  document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
});
afterAll(async () => {
  await app.close();
  await elsewhere.close();
  await recording.close();
});

const db = () => app.context.db;
const withId = (row: { id: string }): Made => ({ id: row.id });
const newComment = async () => {
  const post = await buildPost(db());
  const values = { post_id: post.id, content: "So it is." };
  return db().insertInto("comments").values(values).returning("id").executeTakeFirstOrThrow();
};
const upload = async () => {
  const file = await jpeg(40, 30);
  const headers = { "content-type": "application/octet-stream" };
  return (await admin.send<{ id: string }>("POST", "/api/admin/media?name=a.jpg", { body: new Uint8Array(file), headers })).body;
};
const invited = async () => {
  const body = { full_name: "Grace", email: `grace-${crypto.randomUUID()}@blog.example`, role: "user" };
  return (await admin.post<{ user: { id: string } }>("/api/admin/users", body)).body.user;
};
const failedMail = () => {
  const values = { recipient: "ada@blog.example", kind: "confirm", subject: "Confirm", body_text: "a", body_html: "a" };
  const times = { useful_until: new Date(Date.now() + 60_000), given_up_at: new Date() };
  return db()
    .insertInto("outbox")
    .values({ ...values, ...times })
    .returning("id")
    .executeTakeFirstOrThrow();
};
/** A backup whose file is there. */
const newBackup = async () => {
  const name = `skylark-2026-03-10T030000Z-manual-${crypto.randomUUID()}.tar.zst`;
  await mkdir(join(app.folder, "backups"), { recursive: true });
  await writeFile(join(app.folder, "backups", name), "x");
  const values = { name, place: "disk", kind: "manual", state: "done", bytes: 1 };
  return db().insertInto("backups").values(values).returning("id").executeTakeFirstOrThrow();
};
const newRule = () =>
  db()
    .insertInto("analytics_rules")
    .values({ kind: "network", value: "198.51.100.0/24", verdict: "block" })
    .returning("id")
    .executeTakeFirstOrThrow();
const newRedirect = async () => {
  const body = { from_path: `/former-${crypto.randomUUID()}`, to_path: "/about" };
  return (await admin.post<{ id: string }>("/api/admin/redirects", body)).body;
};
const newImport = (state: string) =>
  db().insertInto("imports").values({ name: "old.xml", bytes: 6, state }).returning("id").executeTakeFirstOrThrow();
const trashed = async (kind: "posts" | "comments" | "categories", { id }: { id: string }) => {
  expect((await admin.delete(`/api/admin/${kind}/${id}`)).status).toBe(204);
  return { id };
};
const trashedPost = async () => trashed("posts", await buildPost(db()));
const newRevision = async () => {
  const { id } = await buildPost(db(), { status: "draft", published_at: null });
  await admin.patch(`/api/admin/posts/${id}`, { title: "Another title", version: 1 });
  const { post, items } = (
    await admin.get<{ post: { version: number }; items: { id: string }[] }>(`/api/admin/posts/${id}/revisions`)
  ).body;
  return { id, path: { revision: items.at(-1)?.id ?? "" }, version: post.version };
};
const newPreview = async () => {
  const { id } = await buildPost(db());
  const body = { lasts: "1d", may_note: true };
  const made = (await admin.post<{ id: string; url: string }>(`/api/admin/posts/${id}/previews`, body)).body;
  return { id, path: { preview: made.id }, address: new URL(made.url).pathname };
};
const newNote = async () => {
  const { id, address } = await newPreview();
  await admin.send("POST", address, { body: new URLSearchParams({ name: "Grace", text: "Lovely", quote: "" }) });
  const { items } = (await admin.get<{ items: { id: string }[] }>(`/api/admin/posts/${id}/notes`)).body;
  return { id, path: { note: items[0]?.id ?? "" } };
};
const twoPosts = async () => [(await buildPost(db())).id, (await buildPost(db())).id];

const plannable = async () => {
  const { id: category_id } = await buildCategory(db());
  const content = "<p>Long enough to be published, and read by anyone who comes along.</p>";
  return withId(await buildPost(db(), { status: "draft", published_at: null, category_id, content })) as { id: string };
};

/** Every write of the back office. One that isn't here fails the test: add what it leaves in the log. */
const WRITES: Record<string, Write> = {
  createPost: {
    leaves: ["post created"],
    make: async () => ({ body: { ...(example("createPost") as object), category_id: (await buildCategory(db())).id } }),
  },
  updatePost: {
    leaves: ["post updated"],
    make: async () => {
      const { id } = await buildPost(db());
      const { version } = (await admin.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
      return { id, body: { title: "Another title", version } };
    },
  },
  deletePost: { leaves: ["post trashed"], make: async () => withId(await buildPost(db())) },
  bulkUpdatePosts: {
    leaves: ["post archived", "post archived"],
    make: async () => ({ body: { ids: await twoPosts(), action: "archive" } }),
  },
  previewPost: { leaves: [] },
  // It only changes what one browser is shown.
  createMaintenancePass: { leaves: [] },
  updateRevision: { leaves: ["post revision named"], make: newRevision },
  restoreRevision: {
    leaves: ["post updated"],
    make: async () => {
      const { version, ...made } = await newRevision();
      return { ...made, body: { version } };
    },
  },
  createPreviewLink: { leaves: ["post preview shared"], make: async () => withId(await buildPost(db())) },
  deletePreviewLink: { leaves: ["post preview taken back"], make: newPreview },
  updateNote: { leaves: ["post note resolved"], make: newNote },
  deleteNote: { leaves: ["post note deleted"], make: newNote },
  checkPost: { leaves: [] },
  updateStagedEdit: { leaves: ["post staged"], make: async () => ({ id: (await buildPost(db())).id }) },
  deleteStagedEdit: {
    leaves: ["post changes discarded"],
    make: async () => {
      const { id } = await buildPost(db());
      await admin.put(`/api/admin/posts/${id}/edit`, example("updateStagedEdit"));
      return { id, query: { version: "1" } };
    },
  },
  updateUnfinishedPost: { leaves: ["post begun"], make: async () => ({ id: crypto.randomUUID() }) },
  deleteUnfinishedPost: {
    leaves: ["post discarded"],
    make: async () => {
      const id = crypto.randomUUID();
      await admin.put(`/api/admin/edits/${id}`, example("updateUnfinishedPost"));
      return { id };
    },
  },
  updatePlan: { leaves: ["post scheduled"], make: plannable },
  deletePlan: {
    leaves: ["post unscheduled"],
    make: async () => {
      const { id } = await plannable();
      await admin.put(`/api/admin/posts/${id}/schedule`, example("updatePlan"));
      return { id };
    },
  },
  createCategory: { leaves: ["category created"] },
  updateCategory: {
    leaves: ["category updated"],
    make: async () => ({ id: (await buildCategory(db())).id, body: { name: "Another name" } }),
  },
  deleteCategory: { leaves: ["category trashed"], make: async () => withId(await buildCategory(db())) },
  updateTag: { leaves: ["tag updated"], make: async () => ({ id: (await buildTag(db())).id, body: { name: "Another name" } }) },
  mergeTag: {
    leaves: ["tag merged"],
    make: async () => ({ id: (await buildTag(db())).id, body: { into: (await buildTag(db())).id } }),
  },
  deleteTag: { leaves: ["tag deleted"], make: async () => withId(await buildTag(db())) },
  startBackup: {
    leaves: ["backup started"],
    make: async () => {
      await db().deleteFrom("backups").execute();
      return {};
    },
  },
  startBackupProof: { leaves: ["backup proof requested"], make: async () => withId(await newBackup()) },
  fetchBackup: { leaves: ["backup downloaded"], make: async () => ({ ...withId(await newBackup()), body: {} }) },
  deleteBackup: { leaves: ["backup deleted"], make: async () => withId(await newBackup()) },
  updateBackupSchedule: {
    leaves: ["backup updated"],
    make: async () => {
      const { version } = (await admin.get<{ version: number }>("/api/admin/backup-schedule")).body;
      return { body: { automatic: true, hour: 5, place: "disk", version } };
    },
  },
  uploadImport: {
    leaves: ["import uploaded"],
    make: async () => ({ query: { name: "b.xml" }, file: new TextEncoder().encode("<rss/>") }),
  },
  updateImportOptions: {
    leaves: ["import choices changed"],
    make: async () => ({ ...withId(await newImport("checked")), body: { pages: "skip" } }),
  },
  startImport: { leaves: ["import started"], make: async () => withId(await newImport("checked")) },
  undoImport: {
    leaves: ["import undo begun"],
    make: async () => {
      const { id } = await newImport("done");
      const item = { source: "ghost:x", key: "post:1", entity_id: crypto.randomUUID(), hash: "", import_id: id };
      await db().insertInto("import_items").values(item).execute();
      return { id };
    },
  },
  fetchMissingPictures: {
    leaves: ["import picture fetch begun"],
    make: async () => {
      const { id } = await newImport("done");
      const { id: post_id } = await buildPost(db());
      const picture = {
        post_id,
        source: "ghost:x",
        written: "",
        address: "https://old.example/x.jpg",
        place: "x",
        reason: "answers 503",
      };
      await db()
        .insertInto("import_pictures")
        .values({ ...picture, import_id: id })
        .execute();
      return { id };
    },
  },
  cancelImport: { leaves: ["import cancelled"], make: async () => withId(await newImport("importing")) },
  deleteImport: { leaves: ["import deleted"], make: async () => withId(await newImport("refused")) },
  uploadPicture: { leaves: ["media uploaded"], make: async () => ({ query: { name: "b.jpg" }, file: await jpeg(40, 30) }) },
  fetchPicture: {
    leaves: ["media uploaded"],
    make: async () => ({ body: { address: `${elsewhere.origin}/${crypto.randomUUID()}.jpg` } }),
  },
  uploadFile: { leaves: ["media uploaded"], make: async () => ({ query: { name: "b.wav" }, file: wav(0.1) }) },
  fetchFile: { leaves: ["media uploaded"], make: async () => ({ body: { address: `${recording.origin}/b.wav` } }) },
  fetchBookmark: {
    leaves: [],
    make: async () => ({ body: { address: `${elsewhere.origin}/${crypto.randomUUID()}.jpg` } }),
  },
  updatePicture: { leaves: ["media updated"], make: async () => withId(await upload()) },
  deletePicture: { leaves: ["media trashed"], make: async () => withId(await upload()) },
  bulkUpdatePictures: {
    leaves: ["media trashed", "media trashed"],
    make: async () => ({ body: { ids: [(await upload()).id, (await upload()).id], action: "trash" } }),
  },
  emptyPictureTrash: {
    leaves: ["media deleted"],
    make: async () => {
      await db().updateTable("media").set({ trashed_at: null }).execute();
      await db()
        .updateTable("media")
        .set({ trashed_at: new Date() })
        .where("id", "=", (await upload()).id)
        .execute();
      return {};
    },
  },
  updateComment: {
    leaves: ["comment updated"],
    make: async () => ({ id: (await newComment()).id, body: { status: "approved" } }),
  },
  deleteComment: { leaves: ["comment trashed"], make: async () => withId(await newComment()) },
  bulkUpdateComments: {
    leaves: ["comment updated", "comment updated"],
    make: async () => ({ body: { ids: [(await newComment()).id, (await newComment()).id], action: "approve" } }),
  },
  createReply: {
    leaves: ["comment updated", "comment created"],
    make: async () => ({ id: (await newComment()).id, body: { content: `Thank you, ${crypto.randomUUID()}` } }),
  },
  bulkRestoreTrash: {
    leaves: ["post restored", "post restored"],
    make: async () => ({ body: { items: [await trashedPost(), await trashedPost()].map(({ id }) => ({ kind: "post", id })) } }),
  },
  deleteTrashItem: { leaves: ["post deleted"], make: async () => withId(await trashedPost()) },
  emptyTrash: {
    leaves: ["post deleted", "post deleted"],
    make: async () => {
      await admin.post("/api/admin/trash/empty", { kind: "post" });
      for (const _ of [1, 2]) await trashedPost();
      return { body: { kind: "post" } };
    },
  },
  inviteUser: { leaves: ["user invited"] },
  updatePostOptions: {
    leaves: ["post updated"],
    make: async () => ({ ...withId(await buildPost(db())), body: { comments_open: false } }),
  },
  updateUser: { leaves: ["user made admin"], make: async () => withId(await buildUser(db())) },
  deleteUser: { leaves: ["user deleted"], make: async () => withId(await buildUser(db())) },
  renewInvitation: { leaves: ["user invited again"], make: async () => withId(await invited()) },
  deleteInvitation: { leaves: ["user invitation revoked"], make: async () => withId(await invited()) },
  retryMail: { leaves: ["mail retried"], make: async () => withId(await failedMail()) },
  retryJob: { leaves: ["job retried"], make: async () => withId(await buildFailedJob(app)) },
  updateSettings: {
    leaves: ["settings updated"],
    make: async () => {
      const { settings, content, version } = (await admin.get<{ settings: object; content: object; version: number }>(SETTINGS))
        .body;
      return { body: { settings: { ...settings, siteName: "Wren" }, content, version } };
    },
  },
  updateNavigation: { leaves: ["navigation updated"] },
  updateFeaturedOrder: {
    leaves: ["post ordered"],
    make: async () => ({ body: { post_ids: [(await buildPost(db(), { featured: true })).id], version: 1 } }),
  },
  uploadBrandFile: {
    leaves: ["appearance uploaded"],
    make: async () => ({ query: { part: "logo", name: "logo.png" }, file: await jpeg(40, 30) }),
  },
  updateAppearance: {
    leaves: ["appearance updated"],
    make: async () => ({ body: { look: { ...DEFAULT_LOOK, cards: "framed" }, version: 0 } }),
  },
  releaseHits: {
    leaves: ["visits released", "traffic rule created"],
    make: async () => ({ body: { ids: await holdHits(db(), "burst", buildHit()), allow: "network" } }),
  },
  blockHits: {
    leaves: ["traffic rule created"],
    make: async () => ({ body: { ids: await holdHits(db(), "burst", buildHit(byAgent("Hoover/2"))), by: "user_agent" } }),
  },
  createTrafficRule: { leaves: ["traffic rule created"] },
  deleteTrafficRule: { leaves: ["traffic rule deleted"], make: async () => withId(await newRule()) },
  updateAnalyticsOptions: {
    leaves: ["analytics options updated"],
    make: async () => ({ body: { retention_months: 12, count_admins: true } }),
  },
  refreshAnalytics: { leaves: [] },
  createRedirect: { leaves: ["redirect created"] },
  deleteRedirect: { leaves: ["redirect deleted"], make: async () => withId(await newRedirect()) },
  deleteDemoContent: {
    leaves: ["demo content removed", "settings updated"],
    make: async () => {
      await buildPost(db(), { slug: "mood-tracking-guide", is_demo: true });
      return {};
    },
  },
};
const SETTINGS = "/api/admin/settings";

const writes = () => operationsOf(document).filter(({ method, path }) => method !== "get" && path.startsWith("/api/admin/"));
const operation = (name: string) => {
  const found = writes().find((one) => one.operation.operationId === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found;
};
const example = (name: string) => soundCall(operation(name)).body;

const lastEntry = async () =>
  (await db().selectFrom("audit_log").select("id").orderBy("id", "desc").limit(1).executeTakeFirst())?.id ?? 0;

async function perform(name: string, { id, path, body, query, file }: Made) {
  const one = operation(name);
  const call = soundCall(one);
  if (id) call.path.id = id;
  Object.assign(call.path, path);
  if (query) call.query = query;
  const json = body ?? call.body;
  const sent = file ? new Uint8Array(file) : json === undefined ? undefined : JSON.stringify(json);
  const type = file ? "application/octet-stream" : "application/json";
  return admin.send(
    call.method,
    addressOf(one.path, call),
    sent === undefined ? {} : { body: sent, headers: { "content-type": type } },
  );
}

test("every write of the back office is listed with its log entries", () => {
  expect(
    writes()
      .map((one) => one.operation.operationId)
      .sort(),
  ).toEqual(Object.keys(WRITES).sort());
});

describe.each(Object.entries(WRITES))("%s", (name, { leaves, make }) => {
  test(leaves.length > 0 ? `leaves ${leaves.join(", ")}` : "changes nothing, and leaves nothing", async () => {
    const made = (await make?.()) ?? {};
    const last = await lastEntry();
    const { status, text } = await perform(name, made);
    expect([200, 201, 202, 204], text).toContain(status);
    const entries = await db().selectFrom("audit_log").selectAll().where("id", ">", last).orderBy("id").execute();
    expect(entries.map(({ entity, action }) => `${entity} ${action}`)).toEqual(leaves);
    for (const entry of entries) {
      expect(entry.actor_id).not.toBeNull();
      expect(entry.label).not.toBe("");
    }
  });

  test("leaves nothing when it is refused", async () => {
    const reader = (await signedInUser(app)).actor;
    const last = await lastEntry();
    const one = operation(name);
    const answer = await reader.send(one.method.toUpperCase(), addressOf(one.path, soundCall(one)));
    expect(answer.status).toBe(403);
    expect(await lastEntry()).toBe(last);
  });
});
