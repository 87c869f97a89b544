-- With them, programs do what their owner may do, within the scopes. A token itself is nowhere: only its hash and its end are kept.
create table api_tokens (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references users on delete cascade,
  name           text not null check (length(name) between 1 and 100),
  scopes         text[] not null check (cardinality(scopes) > 0),
  -- SHA-256
  hash           bytea not null unique check (length(hash) = 32),
  -- its last characters, by which its owner recognizes it
  ending         text not null check (length(ending) = 4),
  -- whether it was made in a session with the second step
  has_code       boolean not null,
  created_at     timestamptz not null,
  -- null: never
  expires_at     timestamptz,
  last_used_at   timestamptz,
  -- shortened
  last_used_from text
);
create index api_tokens_of_user on api_tokens (user_id, created_at desc, id);
