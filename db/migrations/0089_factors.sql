-- Two-step sign-in: what a user proves after the password. Passkeys will have a table of their own.
create table mfa_factors (
  id                 uuid primary key,
  user_id            uuid not null references users on delete cascade,
  factor_type        text not null check (factor_type in ('totp', 'recovery_code')),
  friendly_name      text not null check (length(friendly_name) <= 100),
  status             text not null check (status in ('unverified', 'verified')),
  -- AES-256-GCM with the id as additional data, under a key that follows from `link_secrets`: nonce, tag, text
  secret             bytea check ((factor_type = 'totp') = (secret is not null)),
  -- number of 30 seconds since 1970: a code of it or of an earlier one doesn't work again
  last_step          bigint not null default 0,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  last_challenged_at timestamptz
);
create unique index mfa_factors_name on mfa_factors (user_id, friendly_name);
create unique index mfa_factors_recovery on mfa_factors (user_id) where factor_type = 'recovery_code';
insert into link_secrets (purpose) values ('factors');

create table mfa_challenges (
  id         uuid primary key default gen_random_uuid(),
  factor_id  uuid not null references mfa_factors on delete cascade,
  session_id uuid not null references auth_sessions on delete cascade,
  created_at timestamptz not null,
  used_at    timestamptz
);
create index mfa_challenges_factor on mfa_challenges (factor_id, created_at);
create index mfa_challenges_session on mfa_challenges (session_id);

create table mfa_recovery_codes (
  factor_id uuid not null references mfa_factors on delete cascade,
  -- SHA-256 of the factor's id and 80 random bits
  code_hash bytea not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (factor_id, code_hash)
);

-- The factor that raised the session to aal2, and when the session's user last proved to be the account's owner.
alter table auth_sessions
  add column factor_id     uuid,
  add column factor_method text,
  add column factor_at     timestamptz,
  add column proved_at     timestamptz;
