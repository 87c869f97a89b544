-- What one page, source or country had, rolled up once its day is over: what its visits came from and with, and what they saw.

-- Sources, countries, browsers and whatever else visits are told apart by, as numbers.
create table analytics_names (
  id   integer generated always as identity primary key,
  name text not null unique
);

create type analytics_drill as enum ('page', 'source', 'country');

-- Each column but the first four is a list of figures by number (of a name, or of a page), packed as `drill-model.ts` does it.
create table analytics_drills (
  is_month  boolean not null,
  starts_on date not null,
  drill     analytics_drill not null,
  -- a page's number, or that of a name
  value_id  integer not null,
  source    bytea not null,
  channel   bytea not null,
  campaign  bytea not null,
  country   bytea not null,
  city      bytea not null,
  device    bytea not null,
  browser   bytea not null,
  os        bytea not null,
  -- what was seen; a page alone stands in analytics_pages
  pages     bytea,
  primary key (is_month, starts_on, drill, value_id)
);

-- The days and months of which all that is there. A day that changes is taken out, together with its month.
create table analytics_drilled (
  is_month  boolean not null,
  starts_on date not null,
  primary key (is_month, starts_on)
);

-- The days of articles that have been withdrawn are taken off the sums: found, and told, without a look at the rows themselves.
create index analytics_posts_days on analytics_posts (post_id, is_month, starts_on) include (views, likes, comments);
drop index analytics_posts_post;
