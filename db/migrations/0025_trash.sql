-- The trash: what admins delete stays for a while and can come back. Meanwhile it is nowhere else: it has a status of its own,
-- which everything that asks for another one passes over.

alter table posts
  drop constraint posts_status_check,
  add constraint posts_status_check check (status in ('draft', 'published', 'archived', 'trashed')),
  add column trashed_at     timestamptz,
  add column trashed_by     uuid references users (id) on delete set null,
  -- what it was and where it stood; its address is free for others meanwhile
  add column trashed_status text check (trashed_status in ('draft', 'published', 'archived')),
  add column trashed_slug   text,
  add constraint posts_trashed_is_known check (
    case when status = 'trashed' then num_nulls(trashed_at, trashed_status, trashed_slug) = 0
    else num_nonnulls(trashed_at, trashed_by, trashed_status, trashed_slug) = 0 end);
create index posts_trashed on posts (trashed_at desc, id) where status = 'trashed';
create index posts_trashed_by on posts (trashed_by) where trashed_by is not null;

-- Into the trash and out of it, an article doesn't change its address: it lends it.
create or replace function keep_slug() returns trigger language plpgsql as $$
begin
  if 'trashed' not in (old.status, new.status) then
    insert into post_slugs (slug, post_id) values (old.slug, old.id)
      on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  delete from post_slugs where slug = new.slug and post_id = new.id;
  return null;
end $$;

-- Who comes back unchanged is the version that editors have open.
create or replace function grow_post_version() returns trigger language plpgsql as $$
begin
  if new.status <> 'trashed' and (old.status <> 'trashed' or new.slug <> old.trashed_slug) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace function keep_post_catalog() returns trigger language plpgsql as $$
begin
  if new.status = 'trashed' then
    delete from post_catalog where post_id = new.id;
    return null;
  end if;
  insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
    values (new.id, new.status, new.category_id, new.created_at, new.updated_at, new.published_at,
      lower(new.title || E'\n' || new.slug))
    on conflict (post_id) do update set status = excluded.status, category_id = excluded.category_id,
      created_at = excluded.created_at, updated_at = excluded.updated_at, published_at = excluded.published_at,
      heading = excluded.heading;
  return null;
end $$;

-- Links to tags stay, so that whoever comes back has its tags as they are called by then; they don't count.
alter table posts_tags add column is_trashed boolean not null default false;
create or replace function date_post_tag() returns trigger language plpgsql as $$
begin
  select case when status = 'published' then published_at end, status = 'trashed' into new.published_at, new.is_trashed
  from posts where id = new.post_id for share;
  new.is_trashed := coalesce(new.is_trashed, false);
  return new;
end $$;
create or replace function date_post_tags() returns trigger language plpgsql as $$
declare
  public_since timestamptz := case when new.status = 'published' then new.published_at end;
  put_away     boolean := new.status = 'trashed';
begin
  update posts_tags set published_at = public_since, is_trashed = put_away
  where post_id = new.id and (published_at, is_trashed) is distinct from (public_since, put_away);
  return null;
end $$;
create or replace function count_post_tags() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in execute
    'select tag_id, sum(n)::integer as n, sum(dated)::integer as dated from ('
    || concat_ws(' union all ',
      case when tg_op <> 'DELETE' then
        'select tag_id, (not is_trashed)::integer as n, (published_at is not null)::integer as dated from added' end,
      case when tg_op <> 'INSERT' then
        'select tag_id, -(not is_trashed)::integer as n, -(published_at is not null)::integer as dated from removed' end)
    || ') c group by tag_id having sum(n) <> 0 or sum(dated) <> 0 order by tag_id'
  loop
    update tags set published_count = published_count + change.dated, linked_count = linked_count + change.n
    where id = change.tag_id;
  end loop;
  return null;
end $$;

alter table comments
  drop constraint comments_status_check,
  add constraint comments_status_check check (status in ('pending', 'approved', 'rejected', 'trashed')),
  add column trashed_at        timestamptz,
  add column trashed_by        uuid references users (id) on delete set null,
  add column trashed_status    text check (trashed_status in ('pending', 'approved', 'rejected')),
  -- the comment that a reply went along with; and whether it was the article
  add column trashed_with      uuid references comments (id) on delete set null,
  add column trashed_with_post boolean not null default false,
  add constraint comments_trashed_is_known check (
    case when status = 'trashed' then num_nulls(trashed_at, trashed_status) = 0
    else num_nonnulls(trashed_at, trashed_by, trashed_status, trashed_with) = 0 and not trashed_with_post end);
create index comments_trashed on comments (trashed_at desc, id) where status = 'trashed';
create index comments_trashed_with on comments (trashed_with) where trashed_with is not null;
create index comments_trashed_by on comments (trashed_by) where trashed_by is not null;
-- The lists of the back office show what isn't in the trash.
drop index comments_newest;
create index comments_newest on comments (created_at desc, id desc) where status <> 'trashed';
drop index comments_spam;
create index comments_spam on comments (created_at desc, id desc) where is_spam and status <> 'trashed';

-- An article takes its comments along, and brings them back as they were.
create function move_comments_of_trashed() returns trigger language plpgsql as $$
begin
  if new.status = 'trashed' then
    update comments set status = 'trashed', trashed_status = status, trashed_at = new.trashed_at, trashed_by = new.trashed_by,
      trashed_with_post = true
    where post_id = new.id and status <> 'trashed';
  else
    update comments set status = trashed_status, trashed_status = null, trashed_at = null, trashed_by = null,
      trashed_with_post = false
    where post_id = new.id and trashed_with_post;
  end if;
  return null;
end $$;
create trigger posts_move_comments after update of status on posts
  for each row when ((old.status = 'trashed') <> (new.status = 'trashed')) execute function move_comments_of_trashed();

-- A category in the trash, and the articles that were in it.
create table trashed_categories (
  id          uuid primary key,
  name        text not null,
  slug        text not null,
  description text not null,
  color       text not null,
  created_at  timestamptz not null,
  trashed_at  timestamptz not null,
  trashed_by  uuid references users (id) on delete set null,
  -- where its articles went; null: they were in none from then on
  moved_to    uuid references categories (id) on delete set null
);
create index trashed_categories_newest on trashed_categories (trashed_at desc, id);
create index trashed_categories_by on trashed_categories (trashed_by);
create index trashed_categories_moved_to on trashed_categories (moved_to);
create table trashed_category_posts (
  category_id uuid not null references trashed_categories (id) on delete cascade,
  post_id     uuid not null references posts (id) on delete cascade,
  primary key (category_id, post_id)
);
create index trashed_category_posts_post on trashed_category_posts (post_id);
