-- What the database keeps true by itself: counters, slug history, and the announcement of changed content.

-- Likes: the counter equals the rows with is_liked, whoever writes them.
create function count_article_like() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op = 'INSERT' then 0 else old.is_liked::integer end;
  after  integer := case when tg_op = 'DELETE' then 0 else new.is_liked::integer end;
begin
  if after <> before then
    update posts set likes_count = likes_count + after - before
    where id = case when tg_op = 'DELETE' then old.article_id else new.article_id end;
  end if;
  return null;
end $$;
create trigger article_likes_count after insert or delete or update of is_liked on article_likes
  for each row execute function count_article_like();

-- Views: many rows may come in one statement.
create function count_post_views_added() returns trigger language plpgsql as $$
begin
  update posts p set views_count = p.views_count + v.n
  from (select post_id, count(*)::integer as n from added group by post_id order by post_id) v where p.id = v.post_id;
  return null;
end $$;
create trigger post_views_added after insert on post_views
  referencing new table as added for each statement execute function count_post_views_added();

-- Comments: the public counter counts the approved ones.
create function count_approved_comment() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op = 'INSERT' then 0 else (old.status = 'approved')::integer end;
  after  integer := case when tg_op = 'DELETE' then 0 else (new.status = 'approved')::integer end;
begin
  if after <> before then
    update posts set comments_count = comments_count + after - before
    where id = case when tg_op = 'DELETE' then old.post_id else new.post_id end;
  end if;
  return null;
end $$;
create trigger comments_count after insert or delete or update of status on comments
  for each row execute function count_approved_comment();

-- Published articles: in all and per category.
create function count_published_post() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_public  boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if was_public and (not is_public or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count - 1 where id = old.category_id;
  end if;
  if is_public and (not was_public or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count + 1 where id = new.category_id;
  end if;
  if was_public <> is_public then
    update site_counts set count = count + case when is_public then 1 else -1 end where name = 'published';
  end if;
  return null;
end $$;
create trigger posts_count after insert or delete or update of status, category_id on posts
  for each row execute function count_published_post();

-- A post's links to tags carry its date of publication. The lock makes a new link wait for a publication under way.
create function date_post_tag() returns trigger language plpgsql as $$
begin
  select case when status = 'published' then published_at end into new.published_at
  from posts where id = new.post_id for share;
  return new;
end $$;
create trigger posts_tags_date before insert on posts_tags for each row execute function date_post_tag();
create function date_post_tags() returns trigger language plpgsql as $$
declare
  public_since timestamptz := case when new.status = 'published' then new.published_at end;
begin
  update posts_tags set published_at = public_since where post_id = new.id and published_at is distinct from public_since;
  return null;
end $$;
create trigger posts_date_tags after update of status, published_at on posts
  for each row execute function date_post_tags();

-- Published articles per tag: the dated links. Tags are locked in the order of their ids, so that two posts with the same
-- tags can't wait for each other.
create function count_post_tags() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in execute
    'select tag_id, sum(n)::integer as n from ('
    || concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select tag_id, 1 as n from added where published_at is not null' end,
      case when tg_op <> 'INSERT' then 'select tag_id, -1 as n from removed where published_at is not null' end)
    || ') c group by tag_id having sum(n) <> 0 order by tag_id'
  loop
    update tags set published_count = published_count + change.n where id = change.tag_id;
  end loop;
  return null;
end $$;
create trigger posts_tags_count_added after insert on posts_tags
  referencing new table as added for each statement execute function count_post_tags();
create trigger posts_tags_count_changed after update on posts_tags
  referencing old table as removed new table as added for each statement execute function count_post_tags();
create trigger posts_tags_count_removed after delete on posts_tags
  referencing old table as removed for each statement execute function count_post_tags();

-- Slug history: the slug that a post gives up stays its address, until another post takes it.
create function keep_slug() returns trigger language plpgsql as $$
begin
  insert into post_slugs (slug, post_id) values (old.slug, old.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  delete from post_slugs where slug = new.slug and post_id = new.id;
  return null;
end $$;
create trigger posts_keep_slug after update of slug on posts
  for each row when (old.slug is distinct from new.slug) execute function keep_slug();

-- The first publication stays, however often a post is published again.
create function keep_first_publication() returns trigger language plpgsql as $$
begin
  if new.status = 'published' and new.first_published_at is null then
    new.first_published_at := new.published_at;
  end if;
  return new;
end $$;
create trigger posts_first_publication before insert or update of status, published_at on posts
  for each row execute function keep_first_publication();

-- Whatever a public page shows is announced when it changes, so that every instance drops its copies.
-- Counters are left out on purpose: a page may be a minute behind them.
create function announce_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;
create trigger posts_announce after insert or delete or update of
  title, slug, description, excerpt, content_html, headings, reading_time, featured_image, category_id, author_id,
  status, featured, published_at on posts
  for each statement execute function announce_content();
create trigger categories_announce after insert or delete or update of name, slug, description, color on categories
  for each statement execute function announce_content();
create trigger tags_announce after insert or delete or update of name, slug on tags
  for each statement execute function announce_content();
create trigger posts_tags_announce after insert or delete on posts_tags
  for each statement execute function announce_content();
create trigger users_announce after delete or update of full_name, bio on users
  for each statement execute function announce_content();
create trigger settings_announce after insert or delete or update on settings
  for each statement execute function announce_content();
