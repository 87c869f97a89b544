-- What is to happen to a post by itself at a time: that it is published, or that its waiting changes are.
create table post_schedules (
  post_id           uuid primary key references posts (id) on delete cascade,
  kind              text not null check (kind in ('publish', 'update')),
  at                timestamptz not null,
  -- an update leaves the post where it is in time
  keep_published_at boolean not null default false,
  set_by            uuid references users (id) on delete set null,
  created_at        timestamptz not null default now(),
  -- what went wrong, and when it is tried again; with failed_at it isn't any more
  attempts          integer not null default 0,
  next_at           timestamptz not null,
  failure           text,
  failed_at         timestamptz
);
create index post_schedules_due on post_schedules (next_at, post_id) where failed_at is null;
create index post_schedules_at on post_schedules (at, post_id);
create index post_schedules_set_by on post_schedules (set_by);

-- A plan is about the post as it stands: published, archived or withdrawn by hand it has none any more. Neither has an update
-- whose changes were saved or discarded.
create function end_post_schedule() returns trigger language plpgsql as $$
begin
  delete from post_schedules where post_id = new.id;
  return null;
end $$;
create trigger posts_end_schedule after update of status on posts
  for each row when (old.status is distinct from new.status) execute function end_post_schedule();
create function end_update_schedule() returns trigger language plpgsql as $$
begin
  delete from post_schedules where post_id = old.post_id and kind = 'update';
  return null;
end $$;
create trigger post_edits_end_schedule after delete on post_edits
  for each row when (old.post_id is not null) execute function end_update_schedule();
