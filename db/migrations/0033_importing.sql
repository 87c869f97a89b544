-- What is brought in from other blogs, and what has become of it.

create table imports (
  id          uuid primary key default gen_random_uuid(),
  kind        text check (kind in ('wordpress', 'ghost', 'markdown')),
  -- what the file was called where it came from
  name        text not null check (length(name) between 1 and 255),
  bytes       bigint not null check (bytes >= 0),
  -- where the old blog stood; its addresses are told from others'
  old_site    text check (length(old_site) <= 300),
  state       text not null default 'checking'
    check (state in ('checking', 'checked', 'refused', 'importing', 'pictures', 'done', 'cancelled', 'failed')),
  -- how far it has come: posts (or pictures) looked at, and how many there are
  done        integer not null default 0 check (done >= 0),
  total       integer not null default 0 check (total >= 0),
  -- counts by kind, how many findings of each severity, and the first thousand of them
  report      jsonb not null default '{}' check (jsonb_typeof(report) = 'object'),
  started_by  uuid references users (id) on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_started_by on imports (started_by) where started_by is not null;

-- What came from where, so that an import that is run again, or goes on after it was cut off, brings nothing twice.
create table import_items (
  -- the old blog
  source    text not null check (length(source) <= 300),
  -- the thing's name there, with its kind before it: `post:17`
  key       text not null check (length(key) <= 2100),
  entity_id uuid not null,
  -- of what it was there; the same again means that nothing has changed
  hash      text not null,
  -- of a post: its version after the import; a later one was edited here
  version   integer,
  primary key (source, key)
);
create index import_items_entity on import_items (entity_id);

-- Pictures of imported posts that are still to be fetched.
create table import_pictures (
  import_id uuid not null references imports (id) on delete cascade,
  post_id   uuid not null references posts (id) on delete cascade,
  -- as it stands in the content; empty for the featured image
  written   text not null,
  -- where it is: http(s), or a file of the archive
  address   text not null,
  place     text not null,
  primary key (import_id, post_id, written)
);
create index import_pictures_post on import_pictures (post_id);

-- Who wrote a comment on the old blog, where they have no account here.
alter table comments
  add column guest_name text check (length(guest_name) between 1 and 200),
  add constraint comments_guest_or_author check (guest_name is null or author_id is null);
