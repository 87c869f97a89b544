-- Links that show a post before it is published to whoever has one, and what those people note down.
create table post_previews (
  id         uuid primary key default gen_random_uuid(),
  post_id    uuid not null references posts (id) on delete cascade,
  -- SHA-256 of what stands in the link, which is nowhere kept
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  may_note   boolean not null
);
create index post_previews_post on post_previews (post_id, created_at desc);
create index post_previews_creator on post_previews (created_by) where created_by is not null;

create table post_preview_notes (
  id          uuid primary key default gen_random_uuid(),
  post_id     uuid not null references posts (id) on delete cascade,
  -- stays when the link is tidied up
  preview_id  uuid references post_previews (id) on delete set null,
  author_name text not null check (length(author_name) between 1 and 80),
  content     text not null check (length(content) between 1 and 2000),
  -- the passage that it is about
  quote       text not null default '' check (length(quote) <= 300),
  created_at  timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users (id) on delete set null
);
create index post_preview_notes_post on post_preview_notes (post_id, created_at desc, id desc);
create index post_preview_notes_preview on post_preview_notes (preview_id) where preview_id is not null;
create index post_preview_notes_resolver on post_preview_notes (resolved_by) where resolved_by is not null;
