-- Comments: the conversation under articles, and what moderates it.

-- Whether somebody is mailed when their comment is answered.
alter table users add column reply_notices boolean not null default true;

alter table comments
  -- the very comment that is answered; `parent_id` is the one that begins its thread, for there is one level of replies
  add column reply_to_id uuid references comments (id) on delete set null,
  -- stays when the comment that it answers goes away
  add column is_reply    boolean not null default false,
  -- why it was taken for spam
  add column spam_reason text check (spam_reason in ('too_many_links', 'hidden_field', 'too_fast', 'marked_by_admin')),
  -- when its author last changed what it says
  add column edited_at   timestamptz,
  -- when the mail to the answered author was written
  add column notified_at timestamptz,
  add column is_demo     boolean not null default false,
  -- what it says in lower case, to be searched
  add column words       text generated always as (lower(content)) stored,
  -- Whoever deletes a comment deletes nobody else's words: replies stay.
  drop constraint comments_parent_id_fkey,
  add constraint comments_parent_id_fkey foreign key (parent_id) references comments (id) on delete set null;
update comments set is_reply = true, reply_to_id = parent_id where parent_id is not null;

-- A reply stands under the same article, and under a comment that is no reply itself.
create function check_comment_parent() returns trigger language plpgsql as $$
begin
  if not exists (select from comments where id = new.parent_id and post_id = new.post_id and parent_id is null) then
    raise exception 'a reply belongs under a first-level comment of the same article'
      using errcode = '23514', constraint = 'comments_one_level';
  end if;
  return new;
end $$;
create trigger comments_one_level before insert on comments
  for each row when (new.parent_id is not null) execute function check_comment_parent();

-- The public counter as before, once per statement instead of once per row: bulk moderation changes hundreds at a time.
-- Articles are counted in the order of their ids, so that two statements can't wait for each other.
drop trigger comments_count on comments;
drop function count_approved_comment();
create function count_approved_comments() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in execute
    'select post_id, sum(n)::integer as n from ('
    || concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select post_id, 1 as n from added where status = ''approved''' end,
      case when tg_op <> 'INSERT' then 'select post_id, -1 as n from removed where status = ''approved''' end)
    || ') c group by post_id having sum(n) <> 0 order by post_id'
  loop
    update posts set comments_count = comments_count + change.n where id = change.post_id;
  end loop;
  return null;
end $$;
create trigger comments_count_added after insert on comments
  referencing new table as added for each statement execute function count_approved_comments();
create trigger comments_count_changed after update on comments
  referencing old table as removed new table as added for each statement execute function count_approved_comments();
create trigger comments_count_removed after delete on comments
  referencing old table as removed for each statement execute function count_approved_comments();

-- What a published article's page shows of comments is announced when it changes; what waits for approval is nobody's news.
create function announce_comments() returns trigger language plpgsql as $$
declare
  visible boolean;
begin
  if tg_op = 'INSERT' then
    select exists (select from added c join posts p on p.id = c.post_id
      where c.status = 'approved' and p.status = 'published') into visible;
  elsif tg_op = 'DELETE' then
    select exists (select from removed c join posts p on p.id = c.post_id
      where c.status = 'approved' and p.status = 'published') into visible;
  else
    select exists (select from removed o join added n using (id) join posts p on p.id = n.post_id
      where p.status = 'published' and (o.status = 'approved' or n.status = 'approved')
        and (o.status, o.content, o.author_id, o.parent_id, o.edited_at)
          is distinct from (n.status, n.content, n.author_id, n.parent_id, n.edited_at)) into visible;
  end if;
  if visible then
    perform pg_notify('content_changed', tg_table_name);
  end if;
  return null;
end $$;
create trigger comments_announce_added after insert on comments
  referencing new table as added for each statement execute function announce_comments();
create trigger comments_announce_changed after update on comments
  referencing old table as removed new table as added for each statement execute function announce_comments();
create trigger comments_announce_removed after delete on comments
  referencing old table as removed for each statement execute function announce_comments();

-- A name is also shown beside its owner's comments.
create or replace function announce_author() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id)
    or exists (select from comments where author_id = new.id and status = 'approved') then
    perform pg_notify('content_changed', tg_table_name);
  end if;
  return null;
end $$;

-- What readers object to; each reader once per comment. Settled when an admin has decided.
create table comment_reports (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id    uuid not null references users (id) on delete cascade,
  reason     text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (comment_id, user_id)
);
create index comment_reports_open on comment_reports (comment_id) where settled_at is null;
create index comment_reports_user on comment_reports (user_id);

-- What signs the links that work without signing in, and the forms' tickets. Each database has its own.
create table link_secrets (
  purpose text primary key,
  secret  text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into link_secrets (purpose) values ('comment form'), ('reply notices');

-- Where whoever gets a message can put an end to its kind, with one click in the mail program.
alter table outbox add column unsubscribe text;

-- The lists of the back office: newest first, by status, spam; and search in what was written.
create index comments_newest on comments (created_at desc, id desc);
create index comments_by_status on comments (status, created_at desc, id desc) include (is_spam);
create index comments_spam on comments (created_at desc, id desc) where is_spam;
create index comments_words on comments using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
-- All comments of an article or of a person; the article's own index holds approved ones only.
create index comments_of_post on comments (post_id, author_id);
create index comments_reply_to on comments (reply_to_id) where reply_to_id is not null;
