import { type RawBuilder, sql } from "kysely";
import type { Dimension } from "./panels-model.ts";

/**
 * What a visit is told apart by, in SQL over its origin `o`, agent `a` and place `l`. Every visit has a value but that of
 * `campaign`. A city stands with its country, as `placeName()` writes places.
 */
export const VALUE_OF: Record<Dimension, RawBuilder<string | null>> = {
  source: sql`o.source`,
  channel: sql`o.channel`,
  campaign: sql`o.utm_campaign`,
  country: sql`l.country`,
  city: sql`coalesce(nullif(concat_ws(', ', coalesce(nullif(l.city, 'unknown'), nullif(l.region, 'unknown')),
    nullif(l.country, 'unknown')), ''), 'unknown')`,
  device: sql`a.device_type`,
  browser: sql`a.browser`,
  os: sql`a.operating_system`,
};
