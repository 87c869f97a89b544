import { adminRoutes } from "../../admin-routes.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";

/** Nothing happens to an issue that isn't being sent. The owner is told, with the reason. */
export async function pauseByItself(
  ctx: Context,
  id: string,
  reason: string,
  { site, settings }: { site: Site; settings: NoticeSettings },
): Promise<void> {
  const issue = await ctx.db
    .updateTable("newsletter_issues")
    .set({ state: "paused", reason })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .returning(["subject", "mail"])
    .executeTakeFirst();
  if (!issue) return;
  const subject = (issue.mail as { subject?: string } | null)?.subject || issue.subject;
  await notifyAdmin(ctx, settings, site, {
    kind: "failed_job",
    title: `The newsletter “${subject}” was paused`,
    text: reason,
    path: adminRoutes.newsletter(),
  });
}
