-- A post's language, unless it is the site's, and its translations: the posts of one group, each in another language. Posts of a group name
-- their language, so that a change of the site's language leaves groups as they are.
-- safe: the columns are new, so the check finds nothing but nulls
alter table posts add column language text check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?$'), add column translation_group uuid;
-- safe: both indexes are empty, and reading the rows for them takes less than a second
create unique index posts_translations on posts (translation_group, language) where translation_group is not null and status <> 'trashed';
-- safe: as the one before
create index posts_language on posts (language) where language is not null;

-- Joining a group says nothing new about a post: its version stays.
create function name_post_language() returns trigger language plpgsql as $$
begin
  if new.translation_group is not null and new.language is null then
    if tg_op = 'UPDATE' then
      new.language := old.language;
    end if;
    if new.language is null then
      select coalesce(value ->> 'language', 'en') into new.language from settings;
    end if;
  end if;
  return new;
end $$;
create trigger posts_name_language before insert or update of language, translation_group on posts
  for each row execute function name_post_language();

create or replace function watch_post_columns() returns void language plpgsql as $$
declare
  bookkeeping constant text[] := array['id', 'content_text', 'created_at', 'updated_at', 'first_published_at', 'version', 'is_demo',
    'views_count', 'likes_count', 'comments_count', 'trashed_at', 'trashed_by', 'trashed_slug', 'trashed_status'];
  watched text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content_html', 'headings', 'reading_time', 'author_id', 'comments_open', 'listed',
      'translation_group']);
  drop trigger posts_version on posts;
  execute format('create trigger posts_version before update of %s on posts
    for each row execute function grow_post_version()', watched);

  select string_agg(quote_ident(attname), ', ' order by attnum) into watched from pg_attribute
  where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped
    and attname <> all (bookkeeping || array['content', 'content_format']);
  drop trigger posts_announce on posts;
  execute format('create trigger posts_announce after insert or delete or update of %s on posts
    for each statement execute function announce_content()', watched);
end $$;
select watch_post_columns();
