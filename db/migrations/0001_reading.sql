-- The reading side: people who write, what they wrote, and what readers left behind.

create extension if not exists pg_trgm;

create table users (
  id          uuid primary key default gen_random_uuid(),
  email       text not null check (length(email) between 3 and 320),
  full_name   text check (length(full_name) <= 200),
  bio         text not null default '' check (length(bio) <= 1000),
  role        text not null default 'user' check (role in ('user', 'admin')),
  is_active   boolean not null default true,
  is_demo     boolean not null default false,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table categories (
  id              uuid primary key default gen_random_uuid(),
  name            text not null check (length(name) between 1 and 100),
  slug            text not null unique check (slug ~ '^[a-z0-9-]+$'),
  description     text not null default '' check (length(description) <= 500),
  color           text not null default '#3b82f6' check (color ~ '^#[0-9a-f]{6}$'),
  published_count integer not null default 0 check (published_count >= 0),
  created_at      timestamptz not null default now()
);

create table tags (
  id              uuid primary key default gen_random_uuid(),
  name            text not null check (length(name) between 1 and 100),
  slug            text not null unique check (slug ~ '^\S+$' and length(slug) <= 100),
  published_count integer not null default 0 check (published_count >= 0),
  created_at      timestamptz not null default now()
);

create table posts (
  id                 uuid primary key default gen_random_uuid(),
  title              text not null check (length(title) between 3 and 254),
  slug               text not null unique check (slug ~ '^[a-z0-9-]{3,254}$'),
  description        text not null default '' check (length(description) <= 1000),
  excerpt            text not null default '' check (length(excerpt) <= 1000),
  -- what the author wrote, in the format it was written in
  content            text not null default '',
  content_format     text not null default 'html' check (content_format in ('html', 'markdown')),
  -- derived on save: ready to send, searchable, navigable
  content_html       text not null default '',
  content_text       text not null default '',
  headings           jsonb not null default '[]',
  reading_time       integer not null default 1 check (reading_time >= 0),
  featured_image     text,
  category_id        uuid references categories (id) on delete set null,
  author_id          uuid references users (id) on delete set null,
  status             text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  featured           boolean not null default false,
  views_count        integer not null default 0 check (views_count >= 0),
  likes_count        integer not null default 0 check (likes_count >= 0),
  comments_count     integer not null default 0 check (comments_count >= 0),
  is_demo            boolean not null default false,
  published_at       timestamptz,
  first_published_at timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint posts_published_has_date check (status <> 'published' or published_at is not null)
) with (fillfactor = 90);

create index posts_author on posts (author_id);

-- Every slug a post ever had, so that old addresses lead to the current one.
create table post_slugs (
  slug       text primary key,
  post_id    uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index post_slugs_post on post_slugs (post_id);

create table posts_tags (
  post_id      uuid not null references posts (id) on delete cascade,
  tag_id       uuid not null references tags (id) on delete cascade,
  -- the post's own while it is published, else null; kept by triggers so that a tag's articles are read in order
  published_at timestamptz,
  primary key (post_id, tag_id)
);
create index posts_tags_newest on posts_tags (tag_id, published_at desc, post_id desc);

-- Likes by account. The screens use likes by browser session (article_likes).
create table likes (
  post_id    uuid not null references posts (id) on delete cascade,
  user_id    uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index likes_user on likes (user_id);

create table article_likes (
  id         uuid primary key default gen_random_uuid(),
  article_id uuid not null references posts (id) on delete cascade,
  session_id text not null check (session_id ~ '^[0-9a-f]{32}$'),
  user_id    uuid references users (id) on delete set null,
  is_liked   boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (article_id, session_id)
);
create index article_likes_created on article_likes (created_at);

create table post_views (
  id         bigint generated always as identity primary key,
  post_id    uuid not null references posts (id) on delete cascade,
  user_id    uuid references users (id) on delete set null,
  session_id text check (session_id ~ '^[0-9a-f]{32}$'),
  viewed_at  timestamptz not null default now()
);
create index post_views_session on post_views (post_id, session_id, viewed_at desc);

create table comments (
  id         uuid primary key default gen_random_uuid(),
  content    text not null check (length(content) between 1 and 5000),
  status     text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  is_spam    boolean not null default false,
  post_id    uuid not null references posts (id) on delete cascade,
  author_id  uuid references users (id) on delete set null,
  parent_id  uuid references comments (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index comments_post on comments (post_id, created_at) where status = 'approved';
create index comments_author on comments (author_id);
create index comments_parent on comments (parent_id);

-- One row: what the owner changed from the defaults; version guards against stale saves.
create table settings (
  id         boolean primary key default true check (id),
  value      jsonb not null default '{}' check (jsonb_typeof(value) = 'object'),
  version    integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into settings default values;

-- Totals that a count(*) would make slower with every article.
create table site_counts (
  name  text primary key,
  count integer not null default 0 check (count >= 0)
);
insert into site_counts (name) values ('published');
