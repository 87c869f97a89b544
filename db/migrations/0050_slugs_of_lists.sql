-- Categories and tags keep the slugs they had, so that lists and feeds at an old address lead to the new one.

create table tag_slugs (
  slug       text primary key,
  tag_id     uuid not null references tags (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index tag_slugs_tag on tag_slugs (tag_id);

-- A category has no foreign key here: while it is in the trash, its row is gone and its slugs stay.
create table category_slugs (
  slug        text primary key,
  category_id uuid not null,
  created_at  timestamptz not null default now()
);
create index category_slugs_category on category_slugs (category_id);

-- The category that took over the posts of one that was deleted. Restoring that one takes the row away.
create table category_heirs (
  category_id uuid primary key,
  heir_id     uuid not null
);
create index category_heirs_heir on category_heirs (heir_id);

create function keep_tag_slug() returns trigger language plpgsql as $$
begin
  insert into tag_slugs (slug, tag_id) values (old.slug, old.id)
    on conflict (slug) do update set tag_id = excluded.tag_id, created_at = now();
  delete from tag_slugs where slug = new.slug and tag_id = new.id;
  return null;
end $$;
create trigger tags_keep_slug after update of slug on tags
  for each row when (old.slug is distinct from new.slug) execute function keep_tag_slug();

create function keep_category_slug() returns trigger language plpgsql as $$
begin
  insert into category_slugs (slug, category_id) values (old.slug, old.id)
    on conflict (slug) do update set category_id = excluded.category_id, created_at = now();
  delete from category_slugs where slug = new.slug and category_id = new.id;
  return null;
end $$;
create trigger categories_keep_slug after update of slug on categories
  for each row when (old.slug is distinct from new.slug) execute function keep_category_slug();

-- Into the trash …
create function pass_category_slug_on() returns trigger language plpgsql as $$
begin
  insert into category_slugs (slug, category_id) values (new.slug, new.id)
    on conflict (slug) do update set category_id = excluded.category_id, created_at = now();
  if new.moved_to is not null then
    insert into category_heirs (category_id, heir_id) values (new.id, new.moved_to);
  end if;
  return null;
end $$;
create trigger trashed_categories_pass_slug_on after insert on trashed_categories
  for each row execute function pass_category_slug_on();

-- … and out of it.
create function take_category_slug_back() returns trigger language plpgsql as $$
begin
  delete from category_heirs where category_id = new.id;
  delete from category_slugs where slug = new.slug and category_id = new.id;
  return null;
end $$;
create trigger categories_take_slug_back after insert on categories
  for each row execute function take_category_slug_back();

-- A category and those that took its place, one after another.
create function category_line(first uuid) returns setof uuid language sql stable as $$
  with recursive line (id) as (
    select first
    union
    select h.heir_id from line l join category_heirs h on h.category_id = l.id
  )
  select id from line
$$;

-- The category that an old slug leads to; null when that one is deleted.
create function category_of_old_slug(wanted text) returns uuid language sql stable as $$
  select c.id from category_slugs s cross join category_line(s.category_id) l (id) join categories c on c.id = l.id
  where s.slug = wanted
$$;

-- Slugs that neither lead anywhere nor will once something comes back from the trash are forgotten.
create function forget_category_slugs() returns trigger language plpgsql as $$
begin
  delete from category_slugs where category_id in (
    select id from (select category_id from category_slugs union select category_id from category_heirs) known (id)
    where not exists (select from category_line(known.id) l (id) where l.id in (select id from categories union all select id from trashed_categories)));
  delete from category_heirs where not exists (
    select from category_line(category_id) l (id) where l.id in (select id from categories union all select id from trashed_categories));
  return null;
end $$;
create trigger trashed_categories_forget_slugs after delete on trashed_categories
  for each statement execute function forget_category_slugs();
create trigger categories_forget_slugs after delete on categories
  for each statement execute function forget_category_slugs();

-- What is in the trash by now was put there in this order.
insert into category_slugs (slug, category_id)
  select distinct on (slug) slug, id from trashed_categories order by slug, trashed_at desc;
insert into category_heirs (category_id, heir_id) select id, moved_to from trashed_categories where moved_to is not null;

create trigger category_slugs_announce after insert or delete or update on category_slugs
  for each statement execute function announce_content();
create trigger tag_slugs_announce after insert or delete or update on tag_slugs
  for each statement execute function announce_content();
