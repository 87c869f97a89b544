import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import { DomainError } from "../errors.ts";
import type { SubscriberState } from "./subscriber-rules.ts";

/** The links of a subscriber work as long as the row exists. */
export type LinkedSubscriber = { id: string; link_key: string };

const tokenOf = ({ id, link_key }: LinkedSubscriber): string => `${id}.${link_key}`;

/** Paths of this site, without its URL. */
export const confirmSubscriptionPath = (subscriber: LinkedSubscriber): string => routes.confirmSubscription(tokenOf(subscriber));

export const choicesPath = (subscriber: LinkedSubscriber): string => routes.newsletterChoices(tokenOf(subscriber));

/** @param issueId the issue that has the link; null: none */
export const unsubscribePath = (subscriber: LinkedSubscriber, issueId: string | null): string =>
  routes.leaveNewsletter(tokenOf(subscriber), issueId ?? undefined);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const digest = (text: string) => createHash("sha256").update(text).digest();

export type FoundSubscriber = { id: string; email: string; state: SubscriberState };

/** Takes the same time for every wrong key. @throws DomainError newsletter_link for a link that this site hasn't made, or of a deleted row */
export async function findByToken(db: Db, token: string): Promise<FoundSubscriber> {
  const [id = "", key = "", ...rest] = token.split(".");
  const row = ID.test(id)
    ? await db.selectFrom("subscribers").select(["id", "email", "state", "link_key"]).where("id", "=", id).executeTakeFirst()
    : undefined;
  const isRight = timingSafeEqual(digest(row?.link_key ?? ""), digest(key)) && rest.length === 0;
  if (!row || !isRight)
    throw new DomainError("not_found", "newsletter_link", "This link doesn’t work. Open it again from the email.");
  return { id: row.id, email: row.email, state: row.state as SubscriberState };
}
