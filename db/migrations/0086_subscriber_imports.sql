-- The list of subscribers that was uploaded last, and what would come of each of its lines. Lines that are taken over are deleted.
create table subscriber_imports (
  id          uuid primary key default gen_random_uuid(),
  name        text not null check (length(name) <= 300),
  source      text not null check (length(source) <= 40),
  state       text not null default 'checked' check (state in ('checked', 'running', 'done')),
  statement   text not null default '' check (length(statement) <= 1500),
  -- outcome → lines
  counts      jsonb not null default '{}',
  -- lines that are dealt with, and subscribers that they became
  done        integer not null default 0 check (done >= 0),
  added       integer not null default 0 check (added >= 0),
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);

create table subscriber_import_rows (
  import_id uuid not null references subscriber_imports on delete cascade,
  -- of all files together
  n         integer not null,
  -- in an archive
  file      text not null default '',
  line      integer not null,
  typed     text not null,
  -- null: it isn't an address
  email     text,
  outcome   text not null,
  signed_up date,
  primary key (import_id, n)
);
create index subscriber_import_rows_outcome on subscriber_import_rows (import_id, outcome, n);
