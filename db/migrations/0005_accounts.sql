-- Accounts: who signs in, from where, and the keys that sign their access tokens.

alter table users
  add column email_confirmed_at timestamptz,
  add column last_sign_in_at    timestamptz,
  -- what the user may write about themselves; nothing is ever granted by it
  add column user_metadata      jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  add column pending_email      text check (length(pending_email) between 3 and 320);

create table auth_sessions (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id) on delete cascade,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_agent   text,
  address      text,
  ended_at     timestamptz,
  ended_reason text
);
create index auth_sessions_user on auth_sessions (user_id) where ended_at is null;

create table refresh_tokens (
  id         bigint generated always as identity primary key,
  session_id uuid not null references auth_sessions (id) on delete cascade,
  -- SHA-256 of the token; the token itself is never stored
  token_hash bytea not null unique,
  parent_id  bigint references refresh_tokens (id) on delete set null,
  created_at timestamptz not null default now(),
  used_at    timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_parent on refresh_tokens (parent_id);

create table signing_keys (
  kid         text primary key,
  alg         text not null check (alg = 'ES256'),
  public_jwk  jsonb not null,
  private_jwk jsonb not null,
  created_at  timestamptz not null default now(),
  -- still published and accepted, no longer used to sign
  retired_at  timestamptz
);

-- Readers change their names, too, and no public page shows them: only an author's are announced.
drop trigger users_announce on users;
create function announce_author() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id) then
    perform pg_notify('content_changed', tg_table_name);
  end if;
  return null;
end $$;
create trigger users_announce after update of full_name, bio on users
  for each row when (old.full_name is distinct from new.full_name or old.bio is distinct from new.bio)
  execute function announce_author();
