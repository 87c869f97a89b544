import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../env.ts";
import { analyticsBlog } from "./analytics/blog.ts";
import { adminCollection } from "./analytics/collection.ts";
import { analyticsFound } from "./analytics/found.ts";
import { analyticsLive } from "./analytics/live.ts";
import { analyticsPanels } from "./analytics/panels.ts";
import { adminQuarantine } from "./analytics/quarantine.ts";
import { adminAppearance } from "./appearance.ts";
import { adminAudit } from "./audit.ts";
import { adminAuthors } from "./authors.ts";
import { adminBackups } from "./backups.ts";
import { adminCategories } from "./categories.ts";
import { commentBans } from "./comment-bans.ts";
import { adminCommentFilter } from "./comment-filter.ts";
import { adminComments, adminCommentsBulk } from "./comments.ts";
import { adminDashboard } from "./dashboard.ts";
import { adminDocs } from "./docs.ts";
import { adminEdits } from "./edits.ts";
import { adminExports } from "./exports.ts";
import { adminFeatured } from "./featured.ts";
import { adminHandIns } from "./hand-ins.ts";
import { adminImports } from "./imports.ts";
import { adminMedia } from "./media.ts";
import { adminNavigation } from "./navigation.ts";
import { adminNewsletter } from "./newsletter.ts";
import { adminOutbox } from "./outbox.ts";
import { adminPages } from "./pages.ts";
import { adminPostFiles } from "./post-files.ts";
import { adminPostRevisions } from "./post-revisions.ts";
import { adminPosts } from "./posts.ts";
import { adminPreviews } from "./previews.ts";
import { adminRedirects } from "./redirects.ts";
import { adminSchedule } from "./schedule.ts";
import { adminSettings } from "./settings.ts";
import { adminSubscriberImport } from "./subscriber-import.ts";
import { adminSubscribers } from "./subscribers.ts";
import { adminDemoContent, adminMaintenancePass, adminSystem } from "./system.ts";
import { adminTags } from "./tags.ts";
import { apiTokens } from "./tokens.ts";
import { adminTrash } from "./trash.ts";
import { adminUsers } from "./users.ts";
import { adminWebhooks } from "./webhooks.ts";
import { adminWords } from "./words.ts";

/** Requests of users who may not enter the back office are refused before they reach these. */
export const adminRoutes = () =>
  new OpenAPIHono<AppEnv>()
    .route("/", adminDashboard())
    .route("/", adminOutbox())
    .route("/", adminDocs())
    .route("/", adminSystem())
    .route("/", adminMaintenancePass())
    .route("/", adminCommentsBulk())
    .route("/", adminCommentFilter())
    .route("/", adminComments())
    .route("/", commentBans())
    .route("/", apiTokens())
    .route("/", adminUsers())
    .route("/", adminAuthors())
    .route("/", adminPosts())
    .route("/", adminPostFiles())
    .route("/", adminPages())
    .route("/", adminEdits())
    .route("/", adminPostRevisions())
    .route("/", adminPreviews())
    .route("/", adminHandIns())
    .route("/", adminSchedule())
    .route("/", adminFeatured())
    .route("/", adminCategories())
    .route("/", adminTags())
    .route("/", adminSettings())
    .route("/", adminNavigation())
    .route("/", adminWords())
    .route("/", adminAppearance())
    .route("/", adminDemoContent())
    .route("/", adminAudit())
    .route("/", adminMedia())
    .route("/", adminRedirects())
    .route("/", analyticsPanels())
    .route("/", analyticsBlog())
    .route("/", analyticsLive())
    .route("/", analyticsFound())
    .route("/", adminQuarantine())
    .route("/", adminCollection())
    .route("/", adminTrash())
    .route("/", adminImports())
    .route("/", adminExports())
    .route("/", adminBackups())
    .route("/", adminNewsletter())
    .route("/", adminSubscribers())
    .route("/", adminSubscriberImport())
    .route("/", adminWebhooks());
