import type { Context } from "../../context.ts";
import type { Mails } from "../../mail/mail.ts";
import { queueMail } from "../../mail/send-mail.ts";
import type { Site } from "../../settings/settings.ts";

/** In the transaction of `ctx.db`. */
export const mailFactorChange = async (
  ctx: Context,
  { email }: { email: string },
  data: Mails["factor_changed"],
  site: Site,
): Promise<void> => void (await queueMail(ctx, { to: email, kind: "factor_changed", data, site }));
