import { adminRoutes } from "../../../admin-routes.ts";
import { analyticsPolicy } from "../../../domain/analytics/analytics.policy.ts";
import { appearancePolicy } from "../../../domain/appearance/appearance.policy.ts";
import { authorPolicy } from "../../../domain/authors/author.policy.ts";
import type { PolicyActor } from "../../../domain/back-office.policy.ts";
import { backupPolicy } from "../../../domain/backups/backup.policy.ts";
import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { importPolicy } from "../../../domain/imports/import.policy.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { navigationPolicy } from "../../../domain/navigation/navigation.policy.ts";
import { newsletterPolicy } from "../../../domain/newsletter/newsletter.policy.ts";
import { type Ability, admins } from "../../../domain/policy.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { redirectPolicy } from "../../../domain/redirects/redirect.policy.ts";
import { settingsPolicy } from "../../../domain/settings/settings.policy.ts";
import { subscriberPolicy } from "../../../domain/subscribers/subscriber.policy.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { tagPolicy } from "../../../domain/tags/tag.policy.ts";
import { tokenPolicy } from "../../../domain/tokens/token.policy.ts";
import { trashPolicy } from "../../../domain/trash/trash.policy.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { webhookPolicy } from "../../../domain/webhooks/webhook.policy.ts";
import { wordsPolicy } from "../../../domain/words/words.policy.ts";

/** The ability that a screen needs, and the screens below its path that aren't named. */
const NEEDED: Record<string, Pick<Ability, "admits" | "audience">> = {
  [adminRoutes.dashboard()]: systemPolicy.readDashboard,
  [adminRoutes.posts()]: postPolicy.readAny,
  [adminRoutes.createPost()]: postPolicy.create,
  [adminRoutes.calendar()]: postPolicy.publish,
  [adminRoutes.pages()]: postPolicy.editAny,
  [adminRoutes.siteText("home")]: settingsPolicy.update,
  [adminRoutes.siteText("about")]: settingsPolicy.update,
  [adminRoutes.categories()]: categoryPolicy.update,
  [adminRoutes.tags()]: tagPolicy.update,
  [adminRoutes.media()]: mediaPolicy.read,
  [adminRoutes.comments()]: commentPolicy.readAny,
  [adminRoutes.commentBans()]: commentPolicy.ban,
  [adminRoutes.analytics()]: analyticsPolicy.readSite,
  [adminRoutes.traffic()]: analyticsPolicy.readCollection,
  [adminRoutes.blogAnalytics()]: analyticsPolicy.readPosts,
  [adminRoutes.redirects()]: redirectPolicy.read,
  [adminRoutes.trash()]: trashPolicy.read,
  [adminRoutes.author()]: authorPolicy.manageOwn,
  [adminRoutes.users()]: userPolicy.readAny,
  [adminRoutes.tokens()]: tokenPolicy.read,
  [adminRoutes.newsletter()]: newsletterPolicy.read,
  [adminRoutes.subscribers()]: subscriberPolicy.read,
  [adminRoutes.settings()]: settingsPolicy.read,
  [adminRoutes.navigation()]: navigationPolicy.read,
  [adminRoutes.appearance()]: appearancePolicy.read,
  [adminRoutes.words()]: wordsPolicy.read,
  [adminRoutes.importExport()]: importPolicy.read,
  [adminRoutes.backups()]: backupPolicy.read,
  [adminRoutes.outbox()]: systemPolicy.readMail,
  [adminRoutes.webhooks()]: webhookPolicy.read,
  [adminRoutes.audit()]: systemPolicy.readActivity,
  [adminRoutes.technicalDocs()]: systemPolicy.readDocuments,
};

const BACK_OFFICE = "/admin/";

/** A screen without an entry is for admins. */
export function abilityFor(to: string): Pick<Ability, "admits" | "audience"> {
  // The router ignores case, too.
  const path = to.toLowerCase().split(/[?#]/)[0] ?? "";
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const needed = NEEDED[path.slice(0, end)];
    if (needed) return needed;
  }
  return admins;
}

/** Paths outside of the back office are open. */
export const mayOpen = (user: PolicyActor, to: string): boolean => !to.startsWith(BACK_OFFICE) || abilityFor(to).admits(user);

/** Where a user begins who may not see the dashboard. */
export const firstScreen = (user: PolicyActor): string | undefined => Object.keys(NEEDED).find((path) => mayOpen(user, path));
