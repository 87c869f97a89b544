-- What nobody may exceed, and what nobody may undercut.

-- Tries counted by rate-limiter-flexible. Nothing here outlives its window, so a crash may lose it: unlogged.
create unlogged table rate_limits (
  key    text primary key,
  points integer not null default 0,
  -- milliseconds since 1970; null: never
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- A site with an active admin keeps one, whoever changes users and however: demotion, deactivation, deletion, plain SQL.
-- The lock comes before any row is touched, so that two admins can't demote each other at the same moment; it makes these
-- rare statements wait for each other, and nobody else.
create function queue_for_admins() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('active admins'));
  return null;
end $$;
create trigger users_queue_for_admins before delete or update of role, is_active on users
  for each statement execute function queue_for_admins();

create function keep_an_admin() returns trigger language plpgsql as $$
begin
  if exists (select from removed where role = 'admin' and is_active)
     and not exists (select from users where role = 'admin' and is_active) then
    raise exception 'the last active admin stays' using errcode = 'SKY01', constraint = 'users_keep_an_admin';
  end if;
  return null;
end $$;
create trigger users_keep_an_admin_updated after update on users
  referencing old table as removed for each statement execute function keep_an_admin();
create trigger users_keep_an_admin_deleted after delete on users
  referencing old table as removed for each statement execute function keep_an_admin();
