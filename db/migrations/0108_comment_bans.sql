-- Users and guests who may not comment, edit, report or like for a while, or for good. One for each; ended ones are deleted after a while.
create table comment_bans (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid unique references users on delete cascade,
  guest_id   uuid unique references guests on delete cascade,
  reason     text not null check (length(reason) <= 500),
  -- null: for good
  ends_at    timestamptz,
  banned_by  uuid references users on delete set null,
  created_at timestamptz not null,
  check (num_nonnulls(user_id, guest_id) = 1)
);
create index comment_bans_banned_by on comment_bans (banned_by) where banned_by is not null;
create index comment_bans_newest on comment_bans (created_at desc, id);
