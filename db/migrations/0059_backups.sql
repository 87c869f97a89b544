-- Backups of this site: those that are kept, those that are being made, and attempts that failed. The files are elsewhere.
create table backups (
  id             uuid primary key default gen_random_uuid(),
  -- the file's name in its place
  name           text not null check (length(name) between 1 and 200),
  place          text not null check (place in ('disk', 'external')),
  kind           text not null check (kind in ('scheduled', 'manual', 'before_upgrade')),
  state          text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  requested_by   uuid references users (id) on delete set null,
  created_at     timestamptz not null default now(),
  begun_at       timestamptz,
  ended_at       timestamptz,
  -- how far it has come: rows and files written, and how many there are
  done           bigint not null default 0 check (done >= 0),
  total          bigint not null default 0 check (total >= 0),
  bytes          bigint check (bytes >= 0),
  -- of the whole file; missing where a file was found that something else wrote
  sha256         text check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count      bigint check (row_count >= 0),
  file_count     bigint check (file_count >= 0),
  is_encrypted   boolean not null default false,
  error          text,
  -- the drill: the backup restored into a scratch database and compared
  proof          text not null default 'none' check (proof in ('none', 'wanted', 'running', 'proven', 'broken')),
  proof_tried_at timestamptz,
  proof_error    text,
  unique (place, name)
);
create index backups_created on backups (created_at desc, id desc);
-- One at a time.
create unique index backups_at_work on backups ((true)) where state in ('waiting', 'running');

-- When and where backups are made by themselves.
create table backup_schedule (
  is_only   boolean primary key default true check (is_only),
  automatic boolean not null default true,
  -- in the site's time zone
  hour      smallint not null default 3 check (hour between 0 and 23),
  -- missing until somebody chooses
  place     text check (place in ('disk', 'external')),
  -- what was due before isn't made up for
  changed_at timestamptz not null default now(),
  began_at  timestamptz not null default now(),
  version   integer not null default 1 check (version > 0)
);
insert into backup_schedule default values;
