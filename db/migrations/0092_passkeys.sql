-- Passkeys: key pairs of which the site knows the public half.
create table passkeys (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE
  public_key    bytea not null,
  counter       bigint not null,
  -- random, the same for all passkeys of an account: what the device stores in place of the email address
  user_handle   bytea not null,
  -- the host that it was made for, and the only one where it works
  rp_id         text not null,
  transports    text[] not null default '{}',
  friendly_name text not null check (length(friendly_name) <= 100),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- Each works once, for one purpose; one to add a passkey works for one session.
create table passkey_challenges (
  id          uuid primary key default gen_random_uuid(),
  purpose     text not null check (purpose in ('registration', 'authentication')),
  session_id  uuid references auth_sessions on delete cascade,
  challenge   bytea not null,
  user_handle bytea,
  created_at  timestamptz not null,
  check ((purpose = 'registration') = (session_id is not null and user_handle is not null))
);
create index passkey_challenges_created on passkey_challenges (created_at);
create index passkey_challenges_session on passkey_challenges (session_id);

-- The passkey that began the session, as long as it exists: it counts as a second step.
-- safe: the column is new and empty, so the check is one quick pass over the sessions
alter table auth_sessions add column passkey_id uuid references passkeys on delete set null;
-- safe: no session has a passkey yet, so the index is made in one quick pass
create index auth_sessions_passkey on auth_sessions (passkey_id) where passkey_id is not null;
