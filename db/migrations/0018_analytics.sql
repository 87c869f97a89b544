-- Visits: who came, from where, what they read. Raw records by month, and what the screens read, rolled up by day and month.

-- A visit's number is its beginning: milliseconds since 1970, then 20 random bits. So the order of the numbers is that of time.
create function visit_started_at(visit bigint) returns timestamptz language sql immutable strict parallel safe as
  $$ select to_timestamp((visit >> 20) / 1000.0) $$;
create function visit_floor(at timestamptz) returns bigint language sql immutable strict parallel safe as
  $$ select (floor(extract(epoch from at) * 1000))::bigint << 20 $$;

-- What many records share is kept once; `key` is a digest of everything in the row.
create table analytics_paths (
  id      integer generated always as identity primary key,
  path    text not null unique check (length(path) between 1 and 300),
  title   text not null default '' check (length(title) <= 300),
  -- the article that it is an address of, also an old one
  post_id uuid references posts (id) on delete set null
);
create index analytics_paths_post on analytics_paths (post_id) where post_id is not null;

create table analytics_origins (
  id           integer generated always as identity primary key,
  key          bytea not null unique,
  -- `Google`, `news.example`, a campaign's own name, or `Direct`
  source       text not null check (length(source) <= 100),
  channel      text not null check (channel in ('search', 'social', 'mail', 'ai', 'referral', 'campaign', 'direct', 'internal')),
  referrer_url text check (length(referrer_url) <= 300),
  utm_source   text check (length(utm_source) <= 100),
  utm_medium   text check (length(utm_medium) <= 100),
  utm_campaign text check (length(utm_campaign) <= 100),
  utm_term     text check (length(utm_term) <= 100),
  utm_content  text check (length(utm_content) <= 100)
);
create index analytics_origins_source on analytics_origins (source);

create table analytics_agents (
  id                integer generated always as identity primary key,
  key               bytea not null unique,
  user_agent        text not null check (length(user_agent) <= 512),
  browser           text not null,
  browser_version   text not null,
  operating_system  text not null check (operating_system in ('Windows', 'macOS', 'Linux', 'Android', 'iOS', 'Unknown')),
  device_type       text not null check (device_type in ('mobile', 'tablet', 'desktop')),
  -- `1920x1080`, or unknown
  screen_resolution text
);

create table analytics_places (
  id        integer generated always as identity primary key,
  key       bytea not null unique,
  country   text not null default 'unknown',
  region    text not null default 'unknown',
  city      text not null default 'unknown',
  latitude  numeric(4, 1),
  longitude numeric(4, 1),
  timezone  text
);
create index analytics_places_country on analytics_places (country);

-- What a day's visitors are counted with; thrown away after 48 hours, and then nobody can tell who a visitor was.
create table analytics_salts (
  day        date primary key,
  salt       bytea not null,
  created_at timestamptz not null
);

-- Visits of the last 48 hours by the reader's session, which is known here and nowhere else.
create table analytics_sessions (
  session_id       uuid primary key,
  visit            bigint not null,
  visitor          bigint not null,
  origin_id        integer not null,
  agent_id         integer not null,
  place_id         integer not null,
  network          cidr,
  is_authenticated boolean not null default false,
  last_at          timestamptz not null,
  ended_at         timestamptz
) with (fillfactor = 70);
create index analytics_sessions_visit on analytics_sessions (visit);

-- One record per visit and page. Times are seconds since the visit began.
create table analytics_records (
  visit            bigint not null,
  visitor          bigint not null,
  path_id          integer not null,
  origin_id        integer not null,
  agent_id         integer not null,
  place_id         integer not null,
  first_seconds    integer not null check (first_seconds >= 0),
  last_seconds     integer not null,
  -- when the visit ended; null while it goes on
  ended_seconds    integer,
  views            smallint not null default 1 check (views > 0),
  -- visible and active, on this page
  engaged_seconds  smallint not null default 0 check (engaged_seconds >= 0),
  -- percent of the article, or of the page where there is none
  scroll_depth     smallint not null default 0 check (scroll_depth between 0 and 100),
  is_authenticated boolean not null default false,
  is_bounce        boolean not null default true,
  is_demo          boolean not null default false,
  -- the address without its last part (/24, /48)
  network          cidr,
  primary key (visit, path_id)
) partition by range (visit);

-- The record as people know it.
create view website_analytics as
select r.visit::text || '-' || r.path_id as id, lpad(to_hex(r.visit), 16, '0') as session_id, null::uuid as user_id,
  r.is_authenticated, p.path as page_url, p.title as page_title, o.referrer_url, a.user_agent, host(r.network) as ip_address,
  l.country, l.region, l.city, l.latitude, l.longitude, l.timezone, a.device_type, a.browser, a.browser_version,
  a.operating_system, a.screen_resolution, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_term, o.utm_content,
  r.views as page_views_count,
  visit_started_at(r.visit) + make_interval(secs => r.first_seconds) as first_visit_at,
  visit_started_at(r.visit) + make_interval(secs => r.last_seconds) as last_visit_at,
  visit_started_at(r.visit) as visit_started_at,
  visit_started_at(r.visit) + make_interval(secs => r.ended_seconds) as visit_ended_at,
  r.ended_seconds as session_duration_seconds, r.is_bounce,
  visit_started_at(r.visit) + make_interval(secs => greatest(r.last_seconds, r.ended_seconds)) as updated_at
from analytics_records r
  join analytics_paths p on p.id = r.path_id join analytics_origins o on o.id = r.origin_id
  join analytics_agents a on a.id = r.agent_id join analytics_places l on l.id = r.place_id;

-- Moments whose day has to be rolled up anew. Only ever added to by those who write, so that nobody waits for anybody.
create table analytics_marks (
  id bigint generated always as identity primary key,
  at timestamptz not null
);

-- Rolled up: a visit counts on the day on which it began, in the site's timezone. `visitors` are exact within a day; those of
-- several days are their sum, for a visitor can't be known again on another day.
create table analytics_days (
  day              date primary key,
  visits           integer not null,
  visitors         integer not null,
  views            integer not null,
  bounces          integer not null,
  engaged_seconds  bigint not null,
  -- visits that have ended, and how long these took together
  completed        integer not null,
  duration_seconds bigint not null
);

create type analytics_dimension as enum
  ('source', 'channel', 'campaign', 'country', 'city', 'device', 'browser', 'os');

create table analytics_values (
  dimension analytics_dimension not null,
  is_month  boolean not null,
  starts_on date not null,
  value     text not null,
  visits    integer not null,
  visitors  integer not null,
  views     integer not null,
  bounces   integer not null,
  primary key (dimension, is_month, starts_on, value)
);

create table analytics_pages (
  is_month        boolean not null,
  starts_on       date not null,
  path_id         integer not null,
  views           integer not null,
  visits          integer not null,
  visitors        integer not null,
  -- visits that began and ended here, and those of them that saw nothing else
  entries         integer not null,
  exits           integer not null,
  bounces         integer not null,
  engaged_seconds bigint not null,
  -- visits that began to read, came half way, and to the end
  started         integer not null,
  half            integer not null,
  finished        integer not null,
  primary key (is_month, starts_on, path_id)
);

create table analytics_posts (
  is_month  boolean not null,
  starts_on date not null,
  post_id   uuid not null references posts (id) on delete cascade,
  views     integer not null,
  likes     integer not null,
  comments  integer not null,
  primary key (is_month, starts_on, post_id)
);
create index analytics_posts_post on analytics_posts (post_id);

-- What readers looked for, and how many articles there were for it when it was last looked up.
create table analytics_searches (
  day        date not null,
  term       text not null check (length(term) between 1 and 100),
  searches   integer not null default 0,
  results    integer,
  looked_up  timestamptz,
  primary key (day, term)
);
-- Addresses without a page.
create table analytics_missing (
  day      date not null,
  path     text not null check (length(path) between 1 and 300),
  hits     integer not null default 0,
  referrer text check (length(referrer) <= 300),
  primary key (day, path)
);

-- Hits that weren't counted, with the reason, for 30 days.
create table analytics_rejected (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  reason     text not null check (length(reason) between 1 and 40),
  session_id uuid,
  visitor    bigint,
  network    cidr,
  user_agent text not null default '' check (length(user_agent) <= 512),
  path       text not null default '' check (length(path) <= 300),
  referrer   text check (length(referrer) <= 300),
  -- everything that is needed to count it after all
  hit        jsonb not null
);
create index analytics_rejected_newest on analytics_rejected (at desc, id desc);
create index analytics_rejected_reason on analytics_rejected (reason, at desc, id desc);

-- Whom the owner lets through, and whom not.
create table analytics_rules (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null check (kind in ('user_agent', 'network', 'referrer')),
  value      text not null check (length(value) between 1 and 512),
  verdict    text not null check (verdict in ('allow', 'block')),
  created_at timestamptz not null default now(),
  unique (kind, value)
);

create table analytics_options (
  id               boolean primary key default true check (id),
  retention_months integer not null default 24 check (retention_months between 1 and 120),
  count_admins     boolean not null default false,
  -- the timezone whose days the rollups hold
  rolled_timezone  text,
  updated_at       timestamptz not null default now()
);
insert into analytics_options default values;

-- An owner's own redirects.
create table redirects (
  from_path   text primary key check (from_path ~ '^/' and length(from_path) <= 300),
  to_path     text not null check (to_path ~ '^/' and length(to_path) <= 300 and to_path <> from_path),
  hits        integer not null default 0,
  last_hit_at timestamptz,
  created_by  uuid references users (id) on delete set null,
  created_at  timestamptz not null default now()
);
