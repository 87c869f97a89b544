import { sql } from "kysely";
import { languageOf } from "../../texts/languages.ts";
import { fill, inLanguage, textsOf } from "../../texts/texts.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { CONSENT } from "./consent-rules.ts";
import { SUBSCRIBER_MESSAGES, type Subscriber } from "./subscriber.ts";
import { confirmSubscriptionPath, type LinkedSubscriber } from "./subscriber-links.ts";
import { CONFIRMATION_PAUSE_MINUTES, CONFIRMATIONS_PER_DAY } from "./subscriber-rules.ts";

const texts = textsOf("newsletter", { consent: CONSENT });

/** What subscribers agree to, in the site's language. */
export const consentOf = (site: Site): string => inLanguage(languageOf(site), () => fill(texts.consent, { site: site.name }));

/** @throws DomainError `newsletter_off` */
export function requireNewsletter(site: Pick<Site, "newsletter">): void {
  if (!site.newsletter) throw new DomainError("conflict", "newsletter_off", SUBSCRIBER_MESSAGES.newsletterOff);
}

const DAY_MS = 86_400_000;

type ToConfirm = {
  email: string;
  source: Subscriber["source"];
  consentText: string;
  consentAt?: Date;
  consentNetwork?: string | null;
  consentPage?: string | null;
};

/** In the transaction of `ctx.db`. Those who have left are pending again. @returns whether an email was queued */
export async function askToConfirm(ctx: Context, asked: ToConfirm, site: Site): Promise<boolean> {
  const row = await storePending(ctx, asked);
  return row !== undefined && mailConfirmation(ctx, row, site, asked.source);
}

export type PendingRow = LinkedSubscriber & { email: string; mailed_at: Date[] };

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

/** Within the limits of an address. @returns whether an email was queued */
export async function mailConfirmation(
  ctx: Context,
  row: PendingRow,
  site: Site,
  source: Subscriber["source"],
): Promise<boolean> {
  const now = ctx.clock.now();
  const age = (at: Date) => now.getTime() - at.getTime();
  const recent = row.mailed_at.filter((at) => age(at) < DAY_MS);
  if (recent.length >= CONFIRMATIONS_PER_DAY || recent.some((at) => age(at) < CONFIRMATION_PAUSE_MINUTES * 60_000)) return false;
  const data = { path: confirmSubscriptionPath(row), byOwner: source === "import" || source === "admin" };
  await queueMail(ctx, { to: row.email, kind: "newsletter_confirm", data, site });
  await ctx.db
    .updateTable("subscribers")
    .set({ mailed_at: [...recent, now] })
    .where("id", "=", row.id)
    .execute();
  return true;
}
