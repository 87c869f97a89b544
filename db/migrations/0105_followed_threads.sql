-- Who gets an email about each new comment on an article, without commenting.
create table followed_threads (
  user_id     uuid not null references users (id) on delete cascade,
  post_id     uuid not null references posts (id) on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index followed_threads_user on followed_threads (user_id, followed_at desc);
insert into link_secrets (purpose) values ('followed threads');

-- Followers hear of a comment once. What was there before is old news.
alter table comments add column followers_mailed_at timestamptz default now();
-- safe: the column is new, and may be null
alter table comments alter column followers_mailed_at drop default;
