-- Issues of the newsletter, and what became of each recipient.
create table newsletter_issues (
  id             uuid primary key default gen_random_uuid(),
  kind           text not null check (kind in ('post', 'letter', 'digest')),
  post_id        uuid references posts on delete set null,
  subject        text not null default '' check (length(subject) <= 254),
  preview_text   text not null default '' check (length(preview_text) <= 300),
  -- of a letter: what its author wrote
  content        text not null default '',
  content_format text not null default 'html' check (content_format in ('html', 'markdown')),
  audience       text not null default 'all' check (audience in ('all', 'category')),
  category_id    uuid references categories on delete set null,
  state          text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'canceled', 'sent')),
  -- why it is paused or wasn't sent
  reason         text check (length(reason) <= 1000),
  -- of a scheduled one; null: as soon as its post is published
  scheduled_at   timestamptz,
  -- of a digest: the articles since then
  since          timestamptz,
  -- the mail as it goes out, but for the links of each recipient
  mail           jsonb,
  -- refusals of the mail server in a row that are about all of the issue, and when it goes on
  setbacks       integer not null default 0,
  next_at        timestamptz not null default '-infinity',
  -- refusals in a row that are about the sender
  refused_in_row integer not null default 0,
  -- refusals before that are the owner's business no more
  resumed_at     timestamptz,
  created_by     uuid references users on delete set null,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  -- when its recipients and its mail were fixed
  started_at     timestamptz,
  ended_at       timestamptz,
  check ((started_at is null) = (mail is null))
);
-- Once per post, unless nothing was sent.
create unique index newsletter_issues_post on newsletter_issues (post_id)
  where post_id is not null and (state <> 'canceled' or started_at is not null);
create index newsletter_issues_newest on newsletter_issues (created_at desc, id desc);
create index newsletter_issues_open on newsletter_issues (state) where state in ('scheduled', 'sending');
create index newsletter_issues_category on newsletter_issues (category_id);
create index newsletter_issues_created_by on newsletter_issues (created_by);

create table newsletter_recipients (
  -- part of the Message-ID
  id             uuid primary key default gen_random_uuid(),
  issue_id       uuid not null references newsletter_issues on delete cascade,
  subscriber_id  uuid references subscribers on delete set null,
  email          text not null,
  -- uncertain: the mail server may have the mail; left: before it was sent
  state          text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'refused', 'uncertain', 'left')),
  attempts       integer not null default 0,
  next_at        timestamptz not null default '-infinity',
  -- by whom it is claimed, until when, and since when the mail server may have the mail
  claim          uuid,
  lease_until    timestamptz,
  begun_at       timestamptz,
  first_tried_at timestamptz,
  sent_at        timestamptz,
  -- the server's words, and its enhanced status code (RFC 3463)
  answer         text check (length(answer) <= 500),
  code           text check (code ~ '^[245]\.\d{1,3}\.\d{1,3}$'),
  ended_at       timestamptz,
  -- left by a link of this issue
  left_at        timestamptz,
  -- a bounce that came later was counted
  bounced_at     timestamptz,
  check ((state = 'claimed') = (claim is not null))
);
create unique index newsletter_recipients_once on newsletter_recipients (issue_id, subscriber_id);
create index newsletter_recipients_due on newsletter_recipients (issue_id, next_at, id) where state = 'waiting';
create index newsletter_recipients_claimed on newsletter_recipients (lease_until) where state = 'claimed';
create index newsletter_recipients_state on newsletter_recipients (issue_id, state, ended_at desc, id);
create index newsletter_recipients_subscriber on newsletter_recipients (subscriber_id);

-- Who is erased leaves no address behind; the counts stay.
create function forget_newsletter_recipient() returns trigger language plpgsql as $$
begin
  update newsletter_recipients set email = '', answer = null where subscriber_id = old.id;
  return old;
end $$;
create trigger subscribers_forget_recipient before delete on subscribers
  for each row execute function forget_newsletter_recipient();

-- How many mails were begun in each minute of the last day, for the limits per hour and day.
create table newsletter_minutes (
  minute timestamptz primary key,
  begun  integer not null check (begun >= 0)
);

-- One row. `next_at`: when the next mail may go, for the limit per second.
create table newsletter_upkeep (
  id                 boolean primary key default true check (id),
  next_at            timestamptz not null default '-infinity',
  bounce_secret_hash bytea check (length(bounce_secret_hash) = 32),
  bounce_secret_at   timestamptz,
  -- up to when articles were in a digest
  digest_at          timestamptz
);
insert into newsletter_upkeep default values;
