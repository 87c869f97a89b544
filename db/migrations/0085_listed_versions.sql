-- Of an article's versions in several languages, lists show one: that in the site's language, or else the oldest. The others are `shadowed`: readers open
-- and find them, and no list, counter or tag has them. `language`: the one that a post names; null: the site's.
alter table published_posts add column language text, add column shadowed boolean not null default false;

-- Lists in their order, without looking at the rows.
drop index published_posts_newest;
-- safe: 100 000 rows take less than a second, and lists are read in the meantime
create index published_posts_newest on published_posts (published_at desc, post_id desc) include (shadowed, language);
drop index published_posts_in_category;
-- safe: as the one before
create index published_posts_in_category on published_posts (category_id, published_at desc, post_id desc) include (shadowed);
-- safe: it is empty, because no row has a language yet
create index published_posts_in_language on published_posts (language, published_at desc, post_id desc) where language is not null;
-- safe: it is empty, because no row is shadowed yet
create index published_posts_shadowed on published_posts (post_id) where shadowed;

-- Listed articles: in all, per category, and per tag by the dates of its links. They follow `published_posts`, however a row comes and goes.
create or replace function count_published_post() returns trigger language plpgsql as $$
declare
  was_listed boolean := tg_op <> 'INSERT' and not old.shadowed;
  is_listed  boolean := tg_op <> 'DELETE' and not new.shadowed;
begin
  -- First: of two statements that change several articles, one waits for the other.
  if was_listed <> is_listed then
    update site_counts set count = count + case when is_listed then 1 else -1 end where name = 'published';
  end if;
  if was_listed and (not is_listed or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count - 1 where id = old.category_id;
  end if;
  if is_listed and (not was_listed or old.category_id is distinct from new.category_id) then
    update categories set published_count = published_count + 1 where id = new.category_id;
  end if;
  return case when tg_op = 'DELETE' then old end;
end $$;
drop trigger posts_count on posts;
create trigger published_posts_count after insert or update of category_id, shadowed on published_posts
  for each row execute function count_published_post();
-- Before the post's text goes, which who changes tags locks after them.
create trigger published_posts_count_off before delete on published_posts
  for each row execute function count_published_post();

create function date_tags_of_published() returns trigger language plpgsql as $$
declare
  listed_since timestamptz := case when tg_op <> 'DELETE' and not new.shadowed then new.published_at end;
begin
  update posts_tags set published_at = listed_since
  where post_id = case when tg_op = 'DELETE' then old.post_id else new.post_id end and published_at is distinct from listed_since;
  return case when tg_op = 'DELETE' then old end;
end $$;
create trigger published_posts_date_tags after insert or update of published_at, shadowed on published_posts
  for each row execute function date_tags_of_published();
create trigger published_posts_undate_tags before delete on published_posts
  for each row execute function date_tags_of_published();

create or replace function date_post_tags() returns trigger language plpgsql as $$
begin
  update posts_tags set is_trashed = (new.status = 'trashed')
  where post_id = new.id and is_trashed <> (new.status = 'trashed');
  return null;
end $$;
drop trigger posts_date_tags on posts;
create trigger posts_date_tags after update of status on posts
  for each row when (old.status is distinct from new.status) execute function date_post_tags();

-- Both locks, so that a new link waits for whatever is changing its date.
create or replace function date_post_tag() returns trigger language plpgsql as $$
begin
  select status = 'trashed' into new.is_trashed from posts where id = new.post_id for share;
  new.is_trashed := coalesce(new.is_trashed, false);
  select case when not shadowed then published_at end into new.published_at from published_posts where post_id = new.post_id for share;
  return new;
end $$;

-- One transaction at a time changes groups. It locks all that it may change before it changes anything, in the order in which new links lock theirs.
create function lock_versions(among uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('translation_group'));
  perform from published_posts d join posts p on p.id = d.post_id where p.translation_group = any(among) order by d.post_id for update of d;
  perform from posts_tags t join posts p on p.id = t.post_id where p.translation_group = any(among) order by t.post_id, t.tag_id for update of t;
  perform from site_counts where name = 'published' for no key update;
  perform from tags where id in (
    select t.tag_id from posts_tags t join posts p on p.id = t.post_id where p.translation_group = any(among)
  ) order by id for no key update;
end $$;

create function choose_listed_versions(among uuid[]) returns void language sql as $$
  update published_posts d set shadowed = v.place > 1
  from (
    select p.id, row_number() over (partition by p.translation_group order by p.language = site_language() desc, p.created_at, p.id) as place
    from posts p join published_posts l on l.post_id = p.id
    where p.translation_group = any(among)
  ) v
  where d.post_id = v.id and d.shadowed <> (v.place > 1)
$$;

create or replace function keep_published_post() returns trigger language plpgsql as $$
declare
  is_shown    boolean := new.status = 'published' and new.listed;
  new_heading text := searchable(new.title || E'\n' || new.description);
  groups      uuid[] := array_remove(array[new.translation_group, case when tg_op = 'UPDATE' then old.translation_group end], null);
begin
  if groups <> '{}' then
    perform lock_versions(groups);
  end if;
  -- Whoever changes a tag's links locks them before texts.
  perform from posts_tags where post_id = new.id order by tag_id for update;
  if not is_shown then
    delete from published_posts where post_id = new.id;
  else
    -- A version that comes to a group is shadowed until it is chosen.
    insert into published_posts (post_id, published_at, category_id, featured, heading, joints, reading_time, language, shadowed)
      values (new.id, new.published_at, new.category_id, new.featured, new_heading,
        joints_of(words_in(new_heading)) || letter_groups_of(new_heading, 2), new.reading_time, new.language, new.translation_group is not null)
      on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
        featured = excluded.featured, heading = excluded.heading, joints = excluded.joints, reading_time = excluded.reading_time,
        language = excluded.language, shadowed = excluded.shadowed and published_posts.shadowed;
  end if;
  if groups <> '{}' then
    perform choose_listed_versions(groups);
  end if;
  -- Last, for the same reason.
  if is_shown and (tg_op = 'INSERT' or old.status <> 'published' or not old.listed
    or (old.title, old.description, old.content_text, old.published_at, old.language)
      is distinct from (new.title, new.description, new.content_text, new.published_at, new.language)) then
    perform keep_published_text(new);
  end if;
  return null;
end $$;

-- A post that joins a group may get its language by that.
create or replace trigger posts_keep_published after insert or update of
  title, description, content_text, reading_time, category_id, status, kind, listed, featured, published_at, language, translation_group on posts
  for each row execute function keep_published_post();
create or replace trigger posts_settle_search after insert or update of
  title, slug, description, content_text, reading_time, category_id, status, kind, listed, featured, created_at, updated_at, published_at, language,
  translation_group on posts for each statement execute function settle_search();

create function choose_after_delete() returns trigger language plpgsql as $$
begin
  perform lock_versions(array[old.translation_group]);
  perform choose_listed_versions(array[old.translation_group]);
  return null;
end $$;
create trigger posts_choose_version after delete on posts
  for each row when (old.translation_group is not null) execute function choose_after_delete();

create function choose_in_new_language() returns trigger language plpgsql as $$
declare
  groups uuid[] := array(select distinct translation_group from posts where translation_group is not null);
begin
  perform lock_versions(groups);
  perform choose_listed_versions(groups);
  return null;
end $$;
create trigger settings_choose_versions after update of value on settings
  for each row when (old.value ->> 'language' is distinct from new.value ->> 'language') execute function choose_in_new_language();

update published_posts d set language = p.language from posts p where p.id = d.post_id and p.language is not null;
select choose_listed_versions(array(select distinct translation_group from posts where translation_group is not null));
