import { sql } from "kysely";
import { languageOf } from "../../texts/languages.ts";
import { fill, inLanguage, textsOf } from "../../texts/texts.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { CONSENT } from "./consent-rules.ts";
import { requireFormToken } from "./form-token.ts";
import { parseEmail } from "./parse-email.ts";
import type { Subscriber } from "./subscriber.ts";
import { confirmSubscriptionPath, type LinkedSubscriber } from "./subscriber-links.ts";
import { CONFIRMATION_PAUSE_MINUTES, CONFIRMATIONS_PER_DAY } from "./subscriber-rules.ts";

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

const texts = textsOf("newsletter", { consent: CONSENT });

/** In the site's language. */
const consentOf = (site: Site): string => inLanguage(languageOf(site), () => fill(texts.consent, { site: site.name }));

const DAY_MS = 86_400_000;
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

type ToConfirm = {
  email: string;
  source: Subscriber["source"];
  consentText: string;
  consentAt?: Date;
  consentNetwork?: string | null;
  consentPage?: string | null;
};

/** In the transaction of `ctx.db`. Those who have left are pending again. @returns whether an email was queued */
async function askToConfirm(ctx: Context, asked: ToConfirm, site: Site): Promise<boolean> {
  const row = await storePending(ctx, asked);
  return row !== undefined && mailConfirmation(ctx, row, site);
}

type PendingRow = LinkedSubscriber & { email: string; mailed_at: Date[] };

/** Locks the row. Who has left keeps `ended_at` until they confirm, so that they count as left again if they don't. */
async function storePending({ db, clock }: Context, asked: ToConfirm): Promise<PendingRow | undefined> {
  const { email, source, consentText, consentAt = clock.now(), consentNetwork = null, consentPage = null } = asked;
  const { rows } = await sql<PendingRow>`
    insert into subscribers (email, state, source, consent_text, consent_at, consent_network, consent_page)
    values (${email}, 'pending', ${source}, ${consentText}, ${consentAt}, ${consentNetwork}, ${consentPage})
    on conflict (lower(email)) do update set state = 'pending', source = excluded.source, consent_text = excluded.consent_text,
      consent_at = excluded.consent_at, consent_network = excluded.consent_network, consent_page = excluded.consent_page
    where subscribers.state in ('pending', 'left')
    returning id, email, link_key, mailed_at`.execute(db);
  return rows[0];
}

/** Within the limits of an address. */
async function mailConfirmation(ctx: Context, row: PendingRow, site: Site): Promise<boolean> {
  const now = ctx.clock.now();
  const age = (at: Date) => now.getTime() - at.getTime();
  const recent = row.mailed_at.filter((at) => age(at) < DAY_MS);
  if (recent.length >= CONFIRMATIONS_PER_DAY || recent.some((at) => age(at) < CONFIRMATION_PAUSE_MINUTES * 60_000)) return false;
  await queueMail(ctx, { to: row.email, kind: "newsletter_confirm", data: { path: confirmSubscriptionPath(row) }, site });
  await ctx.db
    .updateTable("subscribers")
    .set({ mailed_at: [...recent, now] })
    .where("id", "=", row.id)
    .execute();
  return true;
}
