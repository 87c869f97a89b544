-- Mail: what is to be sent, and the one-time codes that go with it.

create table one_time_tokens (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id) on delete cascade,
  kind       text not null check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change')),
  -- the mailbox that the code went to
  email      text not null,
  -- SHA-256, salted with the id for the six digits; neither is ever stored as it is
  code_hash  bytea not null,
  link_hash  bytea not null unique,
  -- wrong codes so far
  attempts   integer not null default 0 check (attempts >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  -- the newest replaces the one before
  unique (user_id, kind)
);
create index one_time_tokens_email on one_time_tokens (lower(email));
create index users_pending_email on users (lower(pending_email)) where pending_email is not null;

create table outbox (
  id              uuid primary key default gen_random_uuid(),
  recipient       text not null,
  kind            text not null,
  subject         text not null,
  body_text       text not null,
  body_html       text not null,
  -- what the message is about, for whoever reads the outbox instead of a mailbox; gone once a mail server has the message
  link            text,
  code            text,
  created_at      timestamptz not null default now(),
  sent_at         timestamptz,
  attempts        integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  -- after this it would tell nobody anything: nothing is tried any more
  useful_until    timestamptz not null,
  given_up_at     timestamptz,
  last_error      text
);
create index outbox_waiting on outbox (next_attempt_at) where sent_at is null and given_up_at is null;
create index outbox_newest on outbox (created_at desc);
