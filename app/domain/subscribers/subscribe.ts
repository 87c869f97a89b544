import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import type { Site } from "../settings/settings.ts";
import { askToConfirm, consentOf } from "./ask-to-confirm.ts";
import { requireFormToken } from "./form-token.ts";
import { parseEmail } from "./parse-email.ts";

/** Its data is the request. */
export const NEWSLETTER_ASKED = "newsletter.asked";

/** `at`: ISO 8601; `network`: the shortened IP address; `page`: the path of the form. */
export type SubscriptionRequest = {
  email: string;
  source: "form" | "account";
  consent: string;
  at: string;
  network: string | null;
  page: string | null;
};

const PAGE_MAX = 500;

/** A path of this site, or nothing. */
const pageOf = (given: string): string | null =>
  given.startsWith("/") && given.isWellFormed() && !/\p{Cc}/u.test(given) ? given.slice(0, PAGE_MAX) : null;

/**
 * Before a try is counted.
 * @returns the email address as it is stored
 * @throws DomainError newsletter_off; `invalid` at `email`; form_token without a token, and for one that is too young or too old
 */
export async function acceptForm(ctx: Context, typed: string, formToken: string, site: Site): Promise<string> {
  if (!site.newsletter) throw new DomainError("not_found", "newsletter_off", "This site has no newsletter");
  const email = parseEmail(typed);
  if (email === null) throw invalid("Enter an email address", [{ field: "email", rule: "must be an email address" }]);
  await requireFormToken(ctx, formToken);
  return email;
}

type Asked = { email: string; page: string; hiddenField: string };

/** A job looks up the address later, so this takes the same time for every address. Nothing happens if the hidden field is filled. */
export async function subscribe(
  ctx: Context,
  { email, page, hiddenField }: Asked,
  { site, network, source }: { site: Site } & Pick<SubscriptionRequest, "network" | "source">,
): Promise<void> {
  if (hiddenField !== "") return;
  const at = ctx.clock.now().toISOString();
  const asked: SubscriptionRequest = { email, source, consent: consentOf(site), at, network, page: pageOf(page) };
  if (ctx.jobs) await ctx.jobs.send(NEWSLETTER_ASKED, asked, { db: ctx.db, key: email.toLowerCase() });
  else await sendConfirmation(ctx, asked, site);
}

/** Does nothing for confirmed and suppressed addresses. */
export const sendConfirmation = (ctx: Context, asked: SubscriptionRequest, site: Site): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const { email, source, consent, at, network, page } = asked;
    const consented = { consentText: consent, consentAt: new Date(at), consentNetwork: network, consentPage: page };
    await askToConfirm({ ...ctx, db }, { email, source, ...consented }, site);
  });
