-- Further authors of a post, in their order after the first, who is posts.author_id.
create table post_coauthors (
  post_id  uuid not null references posts on delete cascade,
  user_id  uuid not null references users on delete cascade,
  position integer not null,
  primary key (post_id, user_id)
);
create index post_coauthors_user on post_coauthors (user_id, post_id);

create function announce_coauthors() returns trigger language plpgsql as $$
begin
  perform tell_content_changed('posts');
  return null;
end $$;
create trigger post_coauthors_announce after insert or update or delete on post_coauthors
  for each statement execute function announce_coauthors();

-- Nobody is an author twice, and without the first author the next one moves up.
create function keep_coauthors() returns trigger language plpgsql as $$
declare
  next uuid;
begin
  if new.author_id is not null then
    delete from post_coauthors where post_id = new.id and user_id = new.author_id;
    return null;
  end if;
  select user_id into next from post_coauthors where post_id = new.id order by position limit 1;
  if next is not null then
    update posts set author_id = next where id = new.id;
  end if;
  return null;
end $$;
create trigger posts_keep_coauthors after update of author_id on posts
  for each row when (old.author_id is distinct from new.author_id) execute function keep_coauthors();

-- Of all authors that have a name, the first one first.
create function author_names(post uuid) returns text[] language sql stable as $$
  select array(
    select u.full_name from (
      select author_id as user_id, -1 as position from posts where id = post
      union all select user_id, position from post_coauthors where post_id = post
    ) a join users u on u.id = a.user_id where u.full_name <> '' order by a.position
  )
$$;

create or replace function author_has_articles(who uuid) returns boolean language sql stable as $$
  select exists (select from posts p join published_posts d on d.post_id = p.id and not d.shadowed
    where p.author_id = who and p.status = 'published' and p.listed)
  or exists (select from post_coauthors o join published_posts d on d.post_id = o.post_id and not d.shadowed where o.user_id = who)
$$;

create or replace function keep_author_profile() returns trigger language plpgsql as $$
begin
  if new.author_id is not null then
    perform create_author_profile(new.author_id);
  end if;
  perform create_author_profile(user_id) from post_coauthors where post_id = new.id order by position;
  return null;
end $$;
create or replace trigger posts_keep_author_profile after insert or update of author_id, status on posts
  for each row when (new.status = 'published') execute function keep_author_profile();

create function keep_profile_of_coauthor() returns trigger language plpgsql as $$
begin
  if exists (select from posts where id = new.post_id and status = 'published') then
    perform create_author_profile(new.user_id);
  end if;
  return null;
end $$;
create trigger post_coauthors_keep_profile after insert on post_coauthors
  for each row execute function keep_profile_of_coauthor();

create or replace function keep_profile_of_named() returns trigger language plpgsql as $$
begin
  if exists (select from posts where author_id = new.id and status = 'published')
    or exists (select from post_coauthors o join posts p on p.id = o.post_id where o.user_id = new.id and p.status = 'published') then
    perform create_author_profile(new.id);
  end if;
  return null;
end $$;
