-- What posts that an import replaced were like before, so that they get it back when the import is undone.
create table import_updates (
  import_id   uuid not null references imports (id) on delete cascade,
  post_id     uuid not null references posts (id) on delete cascade,
  -- what the post said
  revision_id uuid not null references post_revisions (id) on delete cascade,
  -- what no revision holds: author, dates and options
  options     jsonb not null check (jsonb_typeof(options) = 'object'),
  -- of the item, as in import_items
  hash        text not null,
  primary key (import_id, post_id)
);
create index import_updates_post on import_updates (post_id);
create index import_updates_revision on import_updates (revision_id);

create index imports_source on imports (source) where source is not null;
