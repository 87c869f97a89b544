import { adminRoutes } from "../../admin-routes.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/model.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import type { UserRow } from "./present-user.ts";

/** How the site tells its admin of things. */
export type NotifyOptions = { site: Site; notices: NoticeSettings };

/** Tells the admin of an account that is confirmed from now on, in the transaction of `ctx.db`. */
export const notifyNewUser = (
  ctx: Context,
  { email, full_name }: Pick<UserRow, "email" | "full_name">,
  { site, notices }: NotifyOptions,
): Promise<void> =>
  notifyAdmin(ctx, notices, site, {
    kind: "user",
    title: `New user: ${full_name ?? email}`,
    text: full_name === null ? "" : email,
    path: adminRoutes.users(),
  });
