-- The one-time link with which the owner of a new installation sets it up in a browser. There is one at most.
create table setup_links (
  only_row   boolean primary key default true check (only_row),
  -- SHA-256 of the token in the link, which is stored nowhere
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at    timestamptz
);
