-- Users as the back office manages them, and what admins are told by mail.

-- Since when an account that an admin made waits for its owner, who has neither chosen a password nor signed in yet; null: it
-- doesn't wait. Until then nothing but the invitation opens it.
alter table users add column invited_at timestamptz;

-- The lists: by whatever they are sorted, and the few that a filter picks out of many.
create index users_newest on users (created_at desc, id);
create index users_by_name on users (lower(coalesce(full_name, '')), id);
create index users_by_email on users (lower(email), id);
create index users_by_sign_in on users (last_sign_in_at desc nulls last, id);
create index users_admins on users (created_at desc, id) where role = 'admin';
create index users_inactive on users (created_at desc, id) where not is_active;
create index users_invited on users (created_at desc, id) where invited_at is not null;
create index users_search_email on users using gin (lower(email) gin_trgm_ops);
create index users_search_name on users using gin (lower(coalesce(full_name, '')) gin_trgm_ops);

-- What the daily cleaning looks for.
create index auth_sessions_ended on auth_sessions (ended_at) where ended_at is not null;
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- What happened that an admin wants to hear of, until it has gone into a mail.
create table admin_notices (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('comment', 'user', 'failed_job')),
  title      text not null,
  text       text not null,
  -- where to look at it, on this site
  path       text not null check (path like '/%'),
  created_at timestamptz not null default now(),
  mailed_at  timestamptz
);
create index admin_notices_waiting on admin_notices (id) where mailed_at is null;
create index admin_notices_mailed on admin_notices (mailed_at) where mailed_at is not null;

-- Who hasn't accepted the invitation yet can't run the site: an invited admin is none that would be left.
create or replace function keep_an_admin() returns trigger language plpgsql as $$
begin
  if exists (select from removed where role = 'admin' and is_active and invited_at is null)
     and not exists (select from users where role = 'admin' and is_active and invited_at is null) then
    raise exception 'the last active admin stays' using errcode = 'SKY01', constraint = 'users_keep_an_admin';
  end if;
  return null;
end $$;
