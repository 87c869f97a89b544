-- People who comment without an account. A row begins when somebody has confirmed the email address by a mailed link.
create table guests (
  id            uuid primary key default gen_random_uuid(),
  email         text not null check (length(email) between 3 and 320),
  name          text not null check (length(name) between 1 and 200),
  -- a cookie or a mailed link of an earlier version no longer works
  version       integer not null default 1,
  reply_notices boolean not null default true,
  created_at    timestamptz not null,
  -- the last time
  confirmed_at  timestamptz not null
);
create unique index guests_email on guests (lower(email));

-- The guest who wrote it; guest_name is the name that is shown.
alter table comments add column guest_id uuid;
alter table comments
  add constraint comments_guest foreign key (guest_id) references guests on delete set null not valid,
  add constraint comments_one_writer check (guest_id is null or author_id is null) not valid;

-- Comments whose email address hasn't been confirmed. Nobody reads them except those who have the link.
create table unconfirmed_comments (
  id           uuid primary key default gen_random_uuid(),
  link_key     text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  email        text not null check (length(email) between 3 and 320),
  name         text not null check (length(name) between 1 and 200),
  post_id      uuid not null references posts on delete cascade,
  -- without a reference: the comment may be gone when this one is confirmed, which is an error then
  reply_to_id  uuid,
  content      text not null,
  -- signs of spam: of the hidden field, and ms that the form was open (null: unknown)
  hidden_field text not null,
  filled_in    bigint,
  created_at   timestamptz not null
);
create index unconfirmed_comments_email on unconfirmed_comments (lower(email));
create index unconfirmed_comments_post on unconfirmed_comments (post_id);
create index unconfirmed_comments_age on unconfirmed_comments (created_at);

insert into link_secrets (purpose) values ('guest browser'), ('guest link');
