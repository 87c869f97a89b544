-- The pages of authors. A profile comes into being with a user's first published article; until then there is nothing to show.
create table author_profiles (
  user_id    uuid primary key references users on delete cascade,
  -- of its feeds: the user's own id isn't public
  id         uuid not null unique default gen_random_uuid(),
  slug       text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  has_page   boolean not null default true,
  picture    text,
  -- a picture in use can't be deleted
  picture_id uuid generated always as (media_id(picture)) stored references media,
  links      jsonb not null default '[]'
);
create index author_profiles_picture on author_profiles (picture_id) where picture_id is not null;

-- Former slugs lead on.
create table author_slugs (
  slug    text primary key,
  user_id uuid not null references author_profiles on delete cascade
);
create index author_slugs_user on author_slugs (user_id);

create trigger author_profiles_announce after insert or update or delete on author_profiles
  for each statement execute function announce_content();

create function show_author_picture() returns trigger language plpgsql as $$
begin
  update media set trashed_at = null, trashed_by = null where id = media_id(new.picture) and trashed_at is not null;
  return null;
end $$;
create trigger author_profiles_show_picture after insert or update of picture on author_profiles
  for each row when (new.picture is not null) execute function show_author_picture();

-- In lists: without any, an author has no page.
create function author_has_articles(who uuid) returns boolean language sql stable as $$
  select exists (select from posts p join published_posts d on d.post_id = p.id and not d.shadowed
    where p.author_id = who and p.status = 'published' and p.listed)
$$;

-- The slug is the wanted one or made from the name, with a number if it is taken. Without either, there is none.
create function create_author_profile(who uuid, wanted text default null) returns void language plpgsql as $$
declare
  name      text := (select full_name from users where id = who);
  stem      text := left(btrim(regexp_replace(fold_text(coalesce(wanted, name, '')), '[^a-z0-9]+', '-', 'g'), '-'), 90);
  candidate text;
  n         integer := 1;
begin
  if coalesce(wanted, name, '') = '' then
    return;
  end if;
  stem := coalesce(nullif(btrim(stem, '-'), ''), 'author');
  while not exists (select from author_profiles where user_id = who) loop
    candidate := stem || case when n > 1 then '-' || n else '' end;
    if not exists (select from author_slugs where slug = candidate) then
      insert into author_profiles (user_id, slug) values (who, candidate) on conflict do nothing;
    end if;
    n := n + 1;
  end loop;
end $$;

create function keep_author_profile() returns trigger language plpgsql as $$
begin
  perform create_author_profile(new.author_id);
  return null;
end $$;
create trigger posts_keep_author_profile after insert or update of author_id, status on posts
  for each row when (new.author_id is not null and new.status = 'published') execute function keep_author_profile();

create function keep_profile_of_named() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id and status = 'published') then
    perform create_author_profile(new.id);
  end if;
  return null;
end $$;
create trigger users_keep_author_profile after update of full_name on users
  for each row when (coalesce(old.full_name, '') = '' and new.full_name <> '') execute function keep_profile_of_named();

select create_author_profile(author_id) from (select distinct author_id from posts where status = 'published' and author_id is not null) writers;
