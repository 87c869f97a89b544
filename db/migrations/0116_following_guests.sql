-- Guests follow threads, too. One follower for each row.
-- safe: the table is a release old and small; nothing needs its key, because rows are found by the unique constraints below
alter table followed_threads
  drop constraint followed_threads_pkey,
  alter column user_id drop not null,
  add column id uuid primary key default gen_random_uuid(),
  add column guest_id uuid references guests on delete cascade,
  add constraint followed_threads_follower check (num_nonnulls(user_id, guest_id) = 1),
  add constraint followed_threads_of_user unique (post_id, user_id),
  add constraint followed_threads_of_guest unique (post_id, guest_id);
-- safe: no guest follows a thread yet
create index followed_threads_guest on followed_threads (guest_id) where guest_id is not null;

-- Guests who only follow threads have no name.
alter table guests drop constraint guests_name_check;
-- safe: the table is a release old and small
alter table guests add constraint guests_name_check check (length(name) <= 200);

-- Without content somebody wants to follow the comments, and not to write one.
alter table unconfirmed_comments drop constraint unconfirmed_comments_name_check;
-- safe: at most the comments of three days
alter table unconfirmed_comments add constraint unconfirmed_comments_name_check check (length(name) <= 200);
-- safe: earlier releases refuse to confirm such a row, which works again on an instance of this release
alter table unconfirmed_comments alter column content drop not null;
