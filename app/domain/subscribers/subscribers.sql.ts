import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Subscriber } from "./subscriber.ts";

/** Of `subscribers`, with their categories. */
export const SUBSCRIBER_COLUMNS = sql`id, email, state, suppressed_for, frequency, all_categories, language, source, consent_text, consent_at,
  consent_network, consent_page, soft_bounces, created_at, confirmed_at, ended_at,
  array(select category_id from subscriber_categories where subscriber_id = subscribers.id order by category_id) as categories`;

export type SubscriberRow = Omit<Selectable<DB["subscribers"]>, "link_key" | "mailed_at" | "words"> & { categories: string[] };

export const presentSubscriber = (row: SubscriberRow): Subscriber => ({
  id: row.id,
  email: row.email,
  state: row.state as Subscriber["state"],
  suppressed_for: row.suppressed_for as Subscriber["suppressed_for"],
  frequency: row.frequency as Subscriber["frequency"],
  categories: row.all_categories ? null : row.categories,
  language: row.language,
  source: row.source as Subscriber["source"],
  consent_text: row.consent_text,
  consent_at: row.consent_at.toISOString(),
  consent_network: row.consent_network,
  consent_page: row.consent_page,
  soft_bounces: row.soft_bounces,
  created_at: row.created_at.toISOString(),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** How an erased address is stored. */
export const hashOf = (email: RawBuilder<unknown>) => sql<Buffer>`sha256(convert_to(lower(${email}), 'UTF8'))`;
