-- What a post said before: a snapshot for each stretch of editing, with how much of it was new and gone.
create table post_revisions (
  id            uuid primary key default gen_random_uuid(),
  post_id       uuid not null references posts (id) on delete cascade,
  -- the order in which they were written
  position      bigint generated always as identity,
  author_id     uuid references users (id) on delete set null,
  kind          text not null check (kind in
    ('earlier', 'created', 'updated', 'autosaved', 'published', 'scheduled', 'unpublished', 'archived', 'restored')),
  -- given by somebody; such a revision is kept for ever
  name          text check (length(name) between 1 and 100),
  -- when the stretch of editing began, and when what it holds was saved
  began_at      timestamptz not null,
  created_at    timestamptz not null,
  -- readers could see it
  was_public    boolean not null,
  title         text not null,
  status        text not null,
  snapshot      jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  -- the plain text, that the next one's words are counted against
  content_text  text not null,
  words_added   integer not null check (words_added >= 0),
  words_removed integer not null check (words_removed >= 0)
);
create index post_revisions_newest on post_revisions (post_id, position desc);
create index post_revisions_author on post_revisions (author_id) where author_id is not null;
