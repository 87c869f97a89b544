-- Wrong passwords of an account in the hour that began at `began_at`, from wherever they came. Accounts that don't exist are counted alike; nobody's
-- address stands here.
create table sign_in_tries (
  -- SHA-256 of the address as it was typed, in lower case
  account  bytea primary key,
  failures integer not null check (failures >= 0),
  began_at timestamptz not null,
  last_at  timestamptz not null,
  -- when the owner was last told by mail
  told_at  timestamptz
);
create index sign_in_tries_last on sign_in_tries (last_at);

-- Sign-ins and the like of one account within an hour are one entry; this finds it.
create index audit_log_account on audit_log (entity_id, action, at desc) where entity = 'account';
