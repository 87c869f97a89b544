import { sql } from "kysely";
import { DEFAULT_LOOK } from "../../app/domain/appearance/appearance.ts";
import { buildFailedJob } from "../app/build-failed-job.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../builders.ts";
import { wav } from "../media/files.ts";
import { jpeg } from "../media/pictures.ts";
import { buildHit, byAgent, holdHits } from "../quarantined-hits.ts";
import { COMMENT_OPERATIONS } from "./comment-operations.ts";
import { HAND_IN_OPERATIONS } from "./hand-in-operations.ts";
import { MODERATION_OPERATIONS } from "./moderation-operations.ts";
import { NEWSLETTER_OPERATIONS } from "./newsletter-operations.ts";
import {
  newAccount,
  newAuthor,
  newBackup,
  newFailedMail,
  newImport,
  newInvitation,
  newLike,
  newNote,
  newPictureless,
  newPreview,
  newPublishable,
  newRedirect,
  newRevision,
  newRule,
  newSession,
  newSubscribed,
  newSubscription,
  newTrashed,
  newUndoable,
  newUpload,
} from "./operation-inputs.ts";
import type { Row } from "./operation-row.ts";
import { POST_FILE_OPERATIONS } from "./post-file-operations.ts";
import { SUBSCRIBER_OPERATIONS } from "./subscriber-operations.ts";
import { TOKEN_OPERATIONS } from "./token-operations.ts";
import { WEBHOOK_OPERATIONS } from "./webhook-operations.ts";

/** Every operation of the API. One that isn't here fails the tests: add its row. */
export const OPERATIONS: Record<string, Row> = {
  listPosts: { at: "get /api/posts", who: "everyone" },
  readPost: { at: "get /api/posts/{slug}", who: "everyone", call: ({ post }) => ({ path: { slug: post.slug } }) },
  listCategories: { at: "get /api/categories", who: "everyone" },
  readAuthor: { at: "get /api/authors/{slug}", who: "everyone", call: newAuthor },
  listTags: { at: "get /api/tags", who: "everyone" },
  readSite: { at: "get /api/site", who: "everyone" },
  readHome: { at: "get /api/site/home", who: "everyone" },
  readAbout: { at: "get /api/site/about", who: "everyone" },
  readPrivacy: { at: "get /api/site/privacy", who: "everyone" },
  readStoredKeys: { at: "get /api/site/stored-keys", who: "everyone" },
  readLikeStats: { at: "get /api/likes/stats", who: "everyone", call: ({ post }) => ({ query: { ids: post.id } }) },
  toggleLike: {
    at: "post /api/likes/toggle",
    who: "everyone",
    call: async ({ db }) => ({ body: { article_id: (await buildPost(db)).id } }),
  },
  readLike: { at: "get /api/likes", who: "everyone", call: ({ post }) => ({ query: { article_id: post.id } }) },
  createLike: {
    at: "post /api/likes",
    who: "everyone",
    call: async ({ db }) => ({ body: { article_id: (await buildPost(db)).id } }),
  },
  updateLike: { at: "patch /api/likes/{id}", who: "everyone", call: newLike },
  deleteLike: { at: "delete /api/likes/{id}", who: "everyone", call: newLike },
  recordVisit: { at: "post /api/visits", who: "everyone" },
  ...COMMENT_OPERATIONS,
  ...TOKEN_OPERATIONS,
  readOwnAuthorProfile: { at: "get /api/admin/author", who: "writers" },
  updateOwnAuthorProfile: {
    at: "patch /api/admin/author",
    who: "writers",
    leaves: ["user updated"],
    call: () => ({ body: { has_page: false } }),
  },
  readAuthorProfile: {
    at: "get /api/admin/users/{id}/author",
    who: "admins",
    call: ({ user }) => ({ path: { id: user.id } }),
  },
  updateAuthorProfile: {
    at: "patch /api/admin/users/{id}/author",
    who: "admins",
    leaves: ["user updated"],
    call: async ({ db }) => ({ path: { id: (await buildUser(db)).id }, body: { bio: "Writes." } }),
  },
  readNotifications: { at: "get /api/account/notices", who: "users" },
  updateNotifications: { at: "put /api/account/notices", who: "users" },
  readAccount: { at: "get /api/account", who: "users" },
  updateAccount: { at: "patch /api/account", who: "users", call: () => ({ body: { full_name: null } }) },
  deleteAccount: { at: "delete /api/account", who: "users", call: newAccount },
  listSessions: { at: "get /api/account/sessions", who: "users" },
  deleteSession: { at: "delete /api/account/sessions/{id}", who: "users", call: newSession },
  exportAccount: { at: "get /api/account/export", who: "users" },
  readNewsletterForm: { at: "get /api/newsletter/form", who: "everyone" },
  createSubscription: { at: "post /api/newsletter", who: "everyone", call: newSubscription },
  readOwnSubscription: { at: "get /api/account/newsletter", who: "users" },
  updateOwnSubscription: { at: "put /api/account/newsletter", who: "users", call: newSubscribed },
  deleteOwnSubscription: { at: "delete /api/account/newsletter", who: "users", call: newSubscribed },
  readUser: { at: "get /api/users/{id}", who: "users", call: ({ user }) => user },
  createUser: {
    at: "post /api/users",
    who: "users",
    status: 409,
    call: ({ user }) => ({ body: { id: user.id, email: user.email } }),
  },
  listMails: { at: "get /api/admin/outbox", who: "admins" },
  readMail: { at: "get /api/admin/outbox/{id}", who: "admins", call: newFailedMail },
  createTestMail: { at: "post /api/admin/outbox/test", who: "admins", leaves: ["mail tested"] },
  retryMail: { at: "post /api/admin/outbox/{id}/retry", who: "admins", leaves: ["mail retried"], call: newFailedMail },
  ...NEWSLETTER_OPERATIONS,
  ...SUBSCRIBER_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  readDashboard: { at: "get /api/admin/dashboard", who: "team" },
  readWaiting: { at: "get /api/admin/waiting", who: "team" },
  updateDismissedStep: { at: "put /api/admin/dashboard/dismissed-steps/{step}", who: "admins", leaves: [] },
  listDocuments: { at: "get /api/admin/docs", who: "admins" },
  readDocument: { at: "get /api/admin/docs/{name}", who: "admins" },
  readSystem: { at: "get /api/admin/system", who: "admins" },
  readChecks: { at: "get /api/admin/system/checks", who: "admins" },
  createMaintenancePass: { at: "post /api/admin/maintenance/pass", who: "team", leaves: [] },
  retryJob: {
    at: "post /api/admin/system/jobs/{id}/retry",
    who: "admins",
    leaves: ["job retried"],
    call: ({ app }) => buildFailedJob(app),
  },
  listAdminPosts: { at: "get /api/admin/posts", who: "writers" },
  listPossibleAuthors: { at: "get /api/admin/authors", who: "editors" },
  listPages: { at: "get /api/admin/pages", who: "editors" },
  readAdminPost: { at: "get /api/admin/posts/{id}", who: "writers", call: ({ post }) => post },
  createPost: {
    at: "post /api/admin/posts",
    who: "writers",
    leaves: ["post created"],
    call: async ({ db, example }) => ({ body: { ...example("createPost"), category_id: (await buildCategory(db)).id } }),
  },
  updatePost: {
    at: "patch /api/admin/posts/{id}",
    who: "writers",
    leaves: ["post updated"],
    call: async ({ db, admin }) => {
      const { id } = await buildPost(db);
      const { version } = (await admin.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
      return { id, body: { title: "Another title", version } };
    },
  },
  deletePost: { at: "delete /api/admin/posts/{id}", who: "writers", leaves: ["post trashed"], call: ({ db }) => buildPost(db) },
  bulkUpdatePosts: {
    at: "post /api/admin/posts/bulk",
    who: "writers",
    leaves: ["post archived", "post archived"],
    call: async ({ db }) => ({ body: { ids: [(await buildPost(db)).id, (await buildPost(db)).id], action: "archive" } }),
  },
  updatePostOptions: {
    at: "patch /api/admin/posts/{id}/options",
    who: "writers",
    leaves: ["post updated"],
    call: async ({ db }) => ({ id: (await buildPost(db)).id, body: { comments_open: false } }),
  },
  createTranslation: {
    at: "post /api/admin/posts/{id}/translations",
    who: "writers",
    leaves: ["post created"],
    call: async ({ db }) => ({ id: (await buildPost(db)).id, body: { language: "de" } }),
  },
  previewPost: { at: "post /api/admin/posts/preview", who: "writers", leaves: [] },
  listRevisions: { at: "get /api/admin/posts/{id}/revisions", who: "writers", call: ({ sketch }) => sketch },
  readRevision: { at: "get /api/admin/posts/{id}/revisions/{revision}", who: "writers", call: ({ sketch }) => sketch },
  updateRevision: {
    at: "patch /api/admin/posts/{id}/revisions/{revision}",
    who: "writers",
    leaves: ["post revision named"],
    call: newRevision,
  },
  restoreRevision: {
    at: "post /api/admin/posts/{id}/revisions/{revision}/restore",
    who: "writers",
    leaves: ["post updated"],
    call: async (f) => {
      const { version, ...revision } = await newRevision(f);
      return { ...revision, body: { version } };
    },
  },
  listPreviewLinks: { at: "get /api/admin/posts/{id}/previews", who: "writers", call: ({ sketch }) => sketch },
  createPreviewLink: {
    at: "post /api/admin/posts/{id}/previews",
    who: "writers",
    leaves: ["post preview shared"],
    call: ({ db }) => buildPost(db),
  },
  deletePreviewLink: {
    at: "delete /api/admin/posts/{id}/previews/{preview}",
    who: "writers",
    leaves: ["post preview taken back"],
    call: newPreview,
  },
  listNotes: { at: "get /api/admin/posts/{id}/notes", who: "writers", call: ({ sketch }) => sketch },
  updateNote: { at: "patch /api/admin/posts/{id}/notes/{note}", who: "writers", leaves: ["post note resolved"], call: newNote },
  deleteNote: { at: "delete /api/admin/posts/{id}/notes/{note}", who: "writers", leaves: ["post note deleted"], call: newNote },
  checkPost: {
    at: "post /api/admin/posts/check",
    who: "writers",
    leaves: [],
    call: ({ post }) => ({ body: { id: null, title: post.title, slugs: [post.slug, "nowhere"] } }),
  },
  readStagedEdit: { at: "get /api/admin/posts/{id}/edit", who: "writers", call: ({ post }) => post },
  updateStagedEdit: {
    at: "put /api/admin/posts/{id}/edit",
    who: "writers",
    leaves: ["post staged"],
    call: ({ db }) => buildPost(db),
  },
  deleteStagedEdit: {
    at: "delete /api/admin/posts/{id}/edit",
    who: "writers",
    leaves: ["post changes discarded"],
    call: async ({ db, admin, example }) => {
      const { id } = await buildPost(db);
      await admin.put(`/api/admin/posts/${id}/edit`, example("updateStagedEdit"));
      return { id, query: { version: "1" } };
    },
  },
  listUnfinishedPosts: { at: "get /api/admin/edits", who: "writers" },
  readUnfinishedPost: { at: "get /api/admin/edits/{id}", who: "writers", call: ({ unfinished }) => unfinished },
  updateUnfinishedPost: {
    at: "put /api/admin/edits/{id}",
    who: "writers",
    leaves: ["post begun"],
    call: () => ({ id: crypto.randomUUID() }),
  },
  deleteUnfinishedPost: {
    at: "delete /api/admin/edits/{id}",
    who: "writers",
    leaves: ["post discarded"],
    call: async ({ admin, example }) => {
      const id = crypto.randomUUID();
      await admin.put(`/api/admin/edits/${id}`, example("updateUnfinishedPost"));
      return { id };
    },
  },
  updatePlan: { at: "put /api/admin/posts/{id}/schedule", who: "publishers", leaves: ["post scheduled"], call: newPublishable },
  deletePlan: {
    at: "delete /api/admin/posts/{id}/schedule",
    who: "publishers",
    leaves: ["post unscheduled"],
    call: async ({ db, admin, example }) => {
      const { id } = await newPublishable({ db });
      await admin.put(`/api/admin/posts/${id}/schedule`, example("updatePlan"));
      return { id };
    },
  },
  ...MODERATION_OPERATIONS,
  ...HAND_IN_OPERATIONS,
  ...POST_FILE_OPERATIONS,
  readCalendar: {
    at: "get /api/admin/calendar",
    who: "writers",
    call: () => ({ query: { from: "2029-12-20", to: "2030-01-10" } }),
  },
  listAdminCategories: { at: "get /api/admin/categories", who: "writers" },
  createCategory: {
    at: "post /api/admin/categories",
    who: "editors",
    leaves: ["category created"],
    call: () => ({ body: { name: "New" } }),
  },
  updateCategory: {
    at: "patch /api/admin/categories/{id}",
    who: "editors",
    leaves: ["category updated"],
    call: async ({ db }) => ({ id: (await buildCategory(db)).id, body: { name: "Another name" } }),
  },
  deleteCategory: {
    at: "delete /api/admin/categories/{id}",
    who: "editors",
    leaves: ["category trashed"],
    call: ({ db }) => buildCategory(db),
  },
  listAdminTags: { at: "get /api/admin/tags", who: "writers" },
  updateTag: {
    at: "patch /api/admin/tags/{id}",
    who: "editors",
    leaves: ["tag updated"],
    call: async ({ db }) => ({ id: (await buildTag(db)).id, body: { name: "Another name" } }),
  },
  mergeTag: {
    at: "post /api/admin/tags/{id}/merge",
    who: "editors",
    leaves: ["tag merged"],
    call: async ({ db }) => ({ id: (await buildTag(db)).id, body: { into: (await buildTag(db)).id } }),
  },
  deleteTag: { at: "delete /api/admin/tags/{id}", who: "editors", leaves: ["tag deleted"], call: ({ db }) => buildTag(db) },
  bulkRestoreTrash: {
    at: "post /api/admin/trash/restore",
    who: "team",
    leaves: ["post restored", "post restored"],
    call: async (f) => {
      const items = [await newTrashed(f), await newTrashed(f)].map(({ id }) => ({ kind: "post", id }));
      return { body: { items } };
    },
  },
  listTrash: { at: "get /api/admin/trash", who: "team" },
  deleteTrashItem: { at: "delete /api/admin/trash/{kind}/{id}", who: "team", leaves: ["post deleted"], call: newTrashed },
  emptyTrash: {
    at: "post /api/admin/trash/empty",
    who: "team",
    leaves: ["post deleted", "post deleted"],
    call: async (f) => {
      await f.admin.post("/api/admin/trash/empty", { kind: "post" });
      for (const _ of [1, 2]) await newTrashed(f);
      return { body: { kind: "post" } };
    },
  },
  checkInvitation: { at: "post /api/invitations/check", who: "everyone" },
  listUsers: { at: "get /api/admin/users", who: "admins" },
  inviteUser: { at: "post /api/admin/users", who: "admins", leaves: ["user invited"] },
  updateUser: { at: "patch /api/admin/users/{id}", who: "admins", leaves: ["user made admin"], call: ({ db }) => buildUser(db) },
  deleteUser: { at: "delete /api/admin/users/{id}", who: "admins", leaves: ["user deleted"], call: ({ db }) => buildUser(db) },
  renewInvitation: {
    at: "post /api/admin/users/{id}/invitation",
    who: "admins",
    leaves: ["user invited again"],
    call: newInvitation,
  },
  deleteInvitation: {
    at: "delete /api/admin/users/{id}/invitation",
    who: "admins",
    leaves: ["user invitation revoked"],
    call: newInvitation,
  },
  updateUserGrants: {
    at: "put /api/admin/users/{id}/grants",
    who: "admins",
    leaves: ["user grants changed"],
    call: ({ db }) => buildUser(db),
  },
  deleteUserFactors: {
    at: "delete /api/admin/users/{id}/factors",
    who: "admins",
    leaves: ["user factors reset"],
    call: async ({ db }) => {
      const user = await buildUser(db);
      await sql`insert into mfa_factors (id, user_id, factor_type, friendly_name, status, secret, created_at, updated_at)
        values (gen_random_uuid(), ${user.id}, 'totp', 'Phone', 'verified', 'x', now(), now())`.execute(db);
      return user;
    },
  },
  readSettings: { at: "get /api/admin/settings", who: "admins" },
  readFeaturedOrder: { at: "get /api/admin/featured-order", who: "editors" },
  updateFeaturedOrder: {
    at: "put /api/admin/featured-order",
    who: "editors",
    leaves: ["post ordered"],
    call: async ({ db }) => ({ body: { post_ids: [(await buildPost(db, { featured: true })).id], version: 1 } }),
  },
  readNavigation: { at: "get /api/admin/navigation", who: "admins" },
  updateNavigation: { at: "put /api/admin/navigation", who: "admins", leaves: ["navigation updated"] },
  readWords: { at: "get /api/admin/words", who: "admins" },
  updateWords: { at: "put /api/admin/words", who: "admins", leaves: ["words updated"] },
  updateSettings: {
    at: "put /api/admin/settings",
    who: "admins",
    leaves: ["settings updated"],
    call: async ({ admin }) => {
      const { body } = await admin.get<{ settings: object; content: object; version: number }>("/api/admin/settings");
      const { settings, content, version } = body;
      return { body: { settings: { ...settings, siteName: "Wren" }, content, version } };
    },
  },
  readAppearance: { at: "get /api/admin/appearance", who: "admins" },
  updateAppearance: {
    at: "put /api/admin/appearance",
    who: "admins",
    leaves: ["appearance updated"],
    call: () => ({ body: { look: { ...DEFAULT_LOOK, cards: "framed" }, version: 0 } }),
  },
  readDemoContent: { at: "get /api/admin/demo-content", who: "admins" },
  deleteDemoContent: {
    at: "delete /api/admin/demo-content",
    who: "admins",
    leaves: ["demo content removed", "settings updated"],
    call: async ({ db }) => {
      await buildPost(db, { slug: "mood-tracking-guide", is_demo: true });
      return {};
    },
  },
  listActivity: { at: "get /api/admin/audit", who: "admins" },
  listImports: { at: "get /api/admin/imports", who: "admins" },
  readImport: { at: "get /api/admin/imports/{id}", who: "admins", call: ({ imported }) => imported },
  listImportFindings: { at: "get /api/admin/imports/{id}/findings", who: "admins", call: ({ imported }) => imported },
  listMissingPictures: { at: "get /api/admin/imports/{id}/pictures", who: "admins", call: newPictureless },
  fetchMissingPictures: {
    at: "post /api/admin/imports/{id}/pictures",
    who: "admins",
    leaves: ["import picture fetch begun"],
    call: newPictureless,
  },
  uploadImport: {
    at: "post /api/admin/imports",
    who: "admins",
    leaves: ["import uploaded"],
    call: () => ({ query: { name: "b.xml" }, file: new TextEncoder().encode("<rss/>") }),
  },
  updateImportOptions: {
    at: "put /api/admin/imports/{id}/options",
    who: "admins",
    leaves: ["import choices changed"],
    call: async (f) => ({ ...(await newImport(f, "checked")), body: { pages: "skip" } }),
  },
  startImport: {
    at: "post /api/admin/imports/{id}/start",
    who: "admins",
    leaves: ["import started"],
    call: (f) => newImport(f, "checked"),
  },
  undoImport: { at: "post /api/admin/imports/{id}/undo", who: "admins", leaves: ["import undo begun"], call: newUndoable },
  cancelImport: {
    at: "post /api/admin/imports/{id}/cancel",
    who: "admins",
    leaves: ["import cancelled"],
    call: (f) => newImport(f, "importing"),
  },
  deleteImport: {
    at: "delete /api/admin/imports/{id}",
    who: "admins",
    leaves: ["import deleted"],
    call: (f) => newImport(f, "refused"),
  },
  listBackups: { at: "get /api/admin/backups", who: "admins" },
  startBackup: {
    at: "post /api/admin/backups",
    who: "admins",
    leaves: ["backup started"],
    call: async ({ db }) => {
      await db.deleteFrom("backups").execute();
      return {};
    },
  },
  readBackup: { at: "get /api/admin/backups/{id}", who: "admins", call: ({ backup }) => backup },
  exportBackup: { at: "get /api/admin/backups/{id}/file", who: "admins", call: newBackup },
  fetchBackup: {
    at: "post /api/admin/backups/{id}/file",
    who: "admins",
    leaves: ["backup downloaded"],
    call: async (f) => ({ ...(await newBackup(f)), body: {} }),
  },
  startBackupProof: {
    at: "post /api/admin/backups/{id}/proof",
    who: "admins",
    leaves: ["backup proof requested"],
    call: newBackup,
  },
  deleteBackup: { at: "delete /api/admin/backups/{id}", who: "admins", leaves: ["backup deleted"], call: newBackup },
  readBackupSchedule: { at: "get /api/admin/backup-schedule", who: "admins" },
  updateBackupSchedule: {
    at: "put /api/admin/backup-schedule",
    who: "admins",
    leaves: ["backup updated"],
    call: async ({ admin }) => {
      const { version } = (await admin.get<{ version: number }>("/api/admin/backup-schedule")).body;
      return { body: { automatic: true, hour: 5, place: "disk", version } };
    },
  },
  exportArchive: { at: "get /api/admin/export.zip", who: "admins" },
  exportJson: { at: "get /api/admin/export.json", who: "admins" },
  listPictures: { at: "get /api/admin/media", who: "writers" },
  uploadBrandFile: {
    at: "post /api/admin/appearance/files",
    who: "admins",
    leaves: ["appearance uploaded"],
    call: async () => ({ query: { part: "logo", name: "logo.png" }, file: await jpeg(40, 30) }),
  },
  uploadPicture: {
    at: "post /api/admin/media",
    who: "writers",
    leaves: ["media uploaded"],
    call: async () => ({ query: { name: "b.jpg" }, file: await jpeg(40, 30) }),
  },
  fetchPicture: {
    at: "post /api/admin/media/fetch",
    who: "writers",
    leaves: ["media uploaded"],
    call: ({ pictureAddress }) => ({ body: { address: pictureAddress() } }),
  },
  uploadFile: {
    at: "post /api/admin/media/files",
    who: "writers",
    leaves: ["media uploaded"],
    call: () => ({ query: { name: "b.wav" }, file: wav(0.1) }),
  },
  fetchFile: {
    at: "post /api/admin/media/files/fetch",
    who: "writers",
    leaves: ["media uploaded"],
    call: ({ recordingAddress }) => ({ body: { address: recordingAddress() } }),
  },
  fetchBookmark: {
    at: "post /api/admin/media/bookmark",
    who: "writers",
    leaves: [],
    call: ({ pictureAddress }) => ({ body: { address: pictureAddress() } }),
  },
  readPicture: { at: "get /api/admin/media/{id}", who: "writers", call: ({ media }) => media },
  updatePicture: { at: "patch /api/admin/media/{id}", who: "writers", leaves: ["media updated"], call: newUpload },
  deletePicture: { at: "delete /api/admin/media/{id}", who: "writers", leaves: ["media trashed"], call: newUpload },
  bulkUpdatePictures: {
    at: "post /api/admin/media/bulk",
    who: "writers",
    leaves: ["media trashed", "media trashed"],
    call: async (f) => ({ body: { ids: [(await newUpload(f)).id, (await newUpload(f)).id], action: "trash" } }),
  },
  emptyPictureTrash: {
    at: "delete /api/admin/media/trash",
    who: "writers",
    leaves: ["media deleted"],
    call: async (f) => {
      const { id } = await newUpload(f);
      await f.db.updateTable("media").set({ trashed_at: null }).execute();
      await f.db.updateTable("media").set({ trashed_at: new Date() }).where("id", "=", id).execute();
      return {};
    },
  },
  readPictureThumbnail: { at: "get /api/admin/media/{id}/thumbnail", who: "writers", call: ({ media }) => media },
  readAnalyticsOverview: { at: "get /api/admin/analytics/overview", who: "editors" },
  readAnalyticsTimeline: { at: "get /api/admin/analytics/timeline", who: "editors", call: () => ({ query: { range: "90d" } }) },
  readAnalyticsPages: { at: "get /api/admin/analytics/pages", who: "editors" },
  readAnalyticsBreakdown: { at: "get /api/admin/analytics/breakdown", who: "editors" },
  readAnalyticsCampaign: {
    at: "get /api/admin/analytics/campaign",
    who: "editors",
    call: () => ({ query: { utm_campaign: "spring", utm_source: "newsletter" } }),
  },
  readAnalyticsVisits: { at: "get /api/admin/analytics/sessions", who: "editors" },
  readAnalyticsLive: { at: "get /api/admin/analytics/live", who: "editors" },
  listRedirects: { at: "get /api/admin/redirects", who: "editors" },
  listFormerSlugs: { at: "get /api/admin/old-addresses", who: "editors" },
  createRedirect: { at: "post /api/admin/redirects", who: "editors", leaves: ["redirect created"] },
  deleteRedirect: { at: "delete /api/admin/redirects/{id}", who: "editors", leaves: ["redirect deleted"], call: newRedirect },
  readAnalyticsBlog: { at: "get /api/admin/analytics/blog", who: "editors" },
  readAnalyticsBlogPosts: { at: "get /api/admin/analytics/blog/posts", who: "writers" },
  readAnalyticsBlogFunnel: { at: "get /api/admin/analytics/blog/funnel", who: "writers" },
  readAnalyticsSearches: { at: "get /api/admin/analytics/searches", who: "editors" },
  readAnalyticsMissingPages: { at: "get /api/admin/analytics/missing", who: "editors" },
  listQuarantine: { at: "get /api/admin/analytics/rejected", who: "admins" },
  releaseHits: {
    at: "post /api/admin/analytics/rejected/release",
    who: "admins",
    leaves: ["visits released", "traffic rule created"],
    call: async ({ db }) => ({ body: { ids: await holdHits(db, "burst", buildHit()), allow: "network" } }),
  },
  blockHits: {
    at: "post /api/admin/analytics/rejected/block",
    who: "admins",
    leaves: ["traffic rule created"],
    call: async ({ db }) => {
      const ids = await holdHits(db, "burst", buildHit(byAgent("Hoover/2")));
      return { body: { ids, by: "user_agent" } };
    },
  },
  listTrafficRules: { at: "get /api/admin/analytics/rules", who: "admins" },
  createTrafficRule: { at: "post /api/admin/analytics/rules", who: "admins", leaves: ["traffic rule created"] },
  deleteTrafficRule: {
    at: "delete /api/admin/analytics/rules/{id}",
    who: "admins",
    leaves: ["traffic rule deleted"],
    call: newRule,
  },
  readAnalyticsOptions: { at: "get /api/admin/analytics/options", who: "admins" },
  updateAnalyticsOptions: {
    at: "put /api/admin/analytics/options",
    who: "admins",
    leaves: ["analytics options updated"],
    call: () => ({ body: { retention_months: 12, count_admins: true } }),
  },
  refreshAnalytics: { at: "post /api/admin/analytics/refresh", who: "editors", leaves: [] },
  readAnalyticsFreshness: { at: "get /api/admin/analytics/refresh", who: "writers" },
};
