-- What the rolled-up figures need beside the visits themselves.

-- The raw records begin here, once old ones have been given up; what was rolled up of the time before stays as it is.
alter table analytics_options add column raw_from timestamptz;

-- With these, what a source, a country or a page had on a day is told without its records.
alter table analytics_values
  add column engaged_seconds  bigint not null default 0,
  add column completed        integer not null default 0,
  add column duration_seconds bigint not null default 0;
alter table analytics_pages
  add column completed        integer not null default 0,
  add column duration_seconds bigint not null default 0;

create index likes_created on likes (created_at);
create index analytics_pages_path on analytics_pages (path_id, is_month, starts_on);

-- A like or comment that begins or ceases to count marks the moment when it was made. The arguments say which column leads
-- to the article, and which rows count. Many of one quarter of an hour leave one mark: no timezone's day begins within one.
create function mark_reactions() returns trigger language plpgsql as $$
declare
  added   text := format('select created_at, %I as post from added where %s', tg_argv[0], tg_argv[1]);
  removed text := format('select created_at, %I as post from removed where %s', tg_argv[0], tg_argv[1]);
begin
  execute 'insert into analytics_marks (at) select min(created_at) from ('
    || case tg_op
      when 'INSERT' then added
      when 'DELETE' then removed
      else format('(%1$s except all %2$s) union all (%2$s except all %1$s)', added, removed)
    end
    || ') changed group by date_bin(''15 minutes'', created_at, ''epoch'')';
  return null;
end $$;

create trigger article_likes_mark_added after insert on article_likes
  referencing new table as added for each statement execute function mark_reactions('article_id', 'is_liked');
create trigger article_likes_mark_changed after update on article_likes
  referencing old table as removed new table as added for each statement execute function mark_reactions('article_id', 'is_liked');
create trigger article_likes_mark_removed after delete on article_likes
  referencing old table as removed for each statement execute function mark_reactions('article_id', 'is_liked');

create trigger likes_mark_added after insert on likes
  referencing new table as added for each statement execute function mark_reactions('post_id', 'true');
create trigger likes_mark_changed after update on likes
  referencing old table as removed new table as added for each statement execute function mark_reactions('post_id', 'true');
create trigger likes_mark_removed after delete on likes
  referencing old table as removed for each statement execute function mark_reactions('post_id', 'true');

create trigger comments_mark_added after insert on comments
  referencing new table as added for each statement execute function mark_reactions('post_id', 'status = ''approved''');
create trigger comments_mark_changed after update on comments
  referencing old table as removed new table as added for each statement execute function mark_reactions('post_id', 'status = ''approved''');
create trigger comments_mark_removed after delete on comments
  referencing old table as removed for each statement execute function mark_reactions('post_id', 'status = ''approved''');

-- An address that becomes another article's takes its views along. (Nobody's it becomes with its article, whose figures go
-- by themselves.) A day is marked at its noon, which no change of clocks moves.
create function mark_moved_path() returns trigger language plpgsql as $$
begin
  insert into analytics_marks (at)
  select (p.starts_on + time '12:00') at time zone coalesce(o.rolled_timezone, 'UTC')
  from analytics_pages p cross join analytics_options o
  where p.path_id = new.id and not p.is_month;
  return null;
end $$;
create trigger analytics_paths_moved after update of post_id on analytics_paths
  for each row when (new.post_id is not null and new.post_id is distinct from old.post_id) execute function mark_moved_path();
