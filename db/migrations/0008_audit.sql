-- Who changed what in the back office, with what stood there before and after.
create table audit_log (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  actor_id    uuid references users (id) on delete set null,
  -- the address at that time, so that the entry outlives the account
  actor_email text not null,
  -- verb in the past: created, updated, deleted, published, merged …
  action      text not null check (length(action) between 1 and 60),
  -- noun: post, category, tag, user, comment, settings, media, mail …
  entity      text not null check (length(entity) between 1 and 60),
  entity_id   text,
  -- what it was called at that time
  label       text not null default '' check (length(label) <= 300),
  before      jsonb,
  after       jsonb
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_entity on audit_log (entity, at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
