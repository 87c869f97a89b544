import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../env.ts";
import { analyticsBlog } from "./analytics/blog.ts";
import { adminCollecting } from "./analytics/collection.ts";
import { analyticsFound } from "./analytics/found.ts";
import { analyticsLive } from "./analytics/live.ts";
import { analyticsPanels } from "./analytics/panels.ts";
import { adminQuarantine } from "./analytics/quarantine.ts";
import { adminAudit } from "./audit.ts";
import { adminCalendar } from "./calendar.ts";
import { adminCategories } from "./categories.ts";
import { adminComments, adminCommentsBulk } from "./comments.ts";
import { adminDashboard } from "./dashboard.ts";
import { adminDocs } from "./docs.ts";
import { adminEdits } from "./edits.ts";
import { adminExports } from "./exports.ts";
import { adminImports } from "./imports.ts";
import { adminMedia, adminMediaFetch, adminMediaTrash } from "./media.ts";
import { adminMediaThumbnail } from "./media-thumbnail.ts";
import { adminMediaUpload } from "./media-upload.ts";
import { adminOldAddresses } from "./old-addresses.ts";
import { adminOutbox } from "./outbox.ts";
import { adminPostChecking } from "./post-check.ts";
import { adminPostEdits } from "./post-edits.ts";
import { adminPostNotes } from "./post-notes.ts";
import { adminPostOptions } from "./post-options.ts";
import { adminPostPreviews } from "./post-previews.ts";
import { adminPostRevisions } from "./post-revisions.ts";
import { adminPostSaving } from "./post-save.ts";
import { adminPosts } from "./posts.ts";
import { adminPostsBulk } from "./posts-bulk.ts";
import { adminRedirects } from "./redirects.ts";
import { adminSchedule } from "./schedule.ts";
import { adminSettings } from "./settings.ts";
import { adminDemoContent, adminMaintenancePass, adminSystem } from "./system.ts";
import { adminTags } from "./tags.ts";
import { adminRestoring, adminTrash } from "./trash.ts";
import { adminInvitations, adminUserChanges, adminUsers } from "./users.ts";

/** The resources of the back office, under /api. Who isn't an admin is turned away before any of them is reached. */
export const adminRoutes = () =>
  new OpenAPIHono<AppEnv>()
    .route("/", adminDashboard())
    .route("/", adminOutbox())
    .route("/", adminDocs())
    .route("/", adminSystem())
    .route("/", adminMaintenancePass())
    .route("/", adminCommentsBulk())
    .route("/", adminComments())
    .route("/", adminUsers())
    .route("/", adminUserChanges())
    .route("/", adminInvitations())
    .route("/", adminPostsBulk())
    .route("/", adminPostChecking())
    .route("/", adminPostSaving())
    .route("/", adminPostOptions())
    .route("/", adminPostRevisions())
    .route("/", adminPostPreviews())
    .route("/", adminPostNotes())
    .route("/", adminPostEdits())
    .route("/", adminEdits())
    .route("/", adminSchedule())
    .route("/", adminCalendar())
    .route("/", adminPosts())
    .route("/", adminCategories())
    .route("/", adminTags())
    .route("/", adminSettings())
    .route("/", adminDemoContent())
    .route("/", adminAudit())
    .route("/", adminMediaTrash())
    .route("/", adminMedia())
    .route("/", adminMediaThumbnail())
    .route("/", adminRedirects())
    .route("/", adminOldAddresses())
    .route("/", analyticsPanels())
    .route("/", analyticsBlog())
    .route("/", analyticsLive())
    .route("/", analyticsFound())
    .route("/", adminQuarantine())
    .route("/", adminCollecting())
    .route("/", adminRestoring())
    .route("/", adminTrash())
    .route("/", adminMediaUpload())
    .route("/", adminMediaFetch())
    .route("/", adminImports())
    .route("/", adminExports());
