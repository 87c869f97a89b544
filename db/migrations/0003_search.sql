-- Published articles as they are listed and searched, apart from `posts`: views and likes rewrite rows there all day, which
-- would keep index-only scans from being index-only. These rows change only when an author publishes.

create table published_posts (
  post_id      uuid primary key references posts (id) on delete cascade,
  published_at timestamptz not null,
  category_id  uuid,
  featured     boolean not null,
  -- title and description in lower case, a line each; search terms hold no line break, so none is found across the two
  heading      text not null
);

-- Newest first; the id breaks ties so that pages never overlap.
create index published_posts_newest on published_posts (published_at desc, post_id desc);
create index published_posts_in_category on published_posts (category_id, published_at desc, post_id desc);
create index published_posts_featured on published_posts (published_at desc, post_id desc) where featured;
create index published_posts_heading on published_posts using gin (heading gin_trgm_ops) with (fastupdate = off);

-- The bodies' words stand in a table of their own: the headings stay small enough to be read by the thousand.
create table published_texts (
  post_id      uuid primary key references published_posts (post_id) on delete cascade,
  published_at timestamptz not null,
  words        tsvector not null
);
-- Not compressed: reading one takes half as long.
alter table published_texts alter column words set storage external;
create index published_texts_newest on published_texts (published_at desc, post_id desc);
create index published_texts_words on published_texts using gin (words) with (fastupdate = off);

-- The different words of a text, lower case. Hyphens, dots and the like part words, as they do in a search term; the
-- cut keeps the longest of texts below what a tsvector holds.
create function words_of(body text) returns tsvector language sql immutable parallel safe as $$
  select strip(to_tsvector('simple', translate(left(body, 200000), '-/.@_:+''’', '         ')))
$$;

create function keep_published_post() returns trigger language plpgsql as $$
begin
  if new.status <> 'published' then
    delete from published_posts where post_id = new.id;
    return null;
  end if;
  insert into published_posts (post_id, published_at, category_id, featured, heading)
    values (new.id, new.published_at, new.category_id, new.featured, lower(new.title || E'\n' || new.description))
    on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
      featured = excluded.featured, heading = excluded.heading;
  if tg_op = 'INSERT' or old.status <> 'published'
    or (old.content_text, old.published_at) is distinct from (new.content_text, new.published_at) then
    insert into published_texts (post_id, published_at, words)
      values (new.id, new.published_at, words_of(new.content_text))
      on conflict (post_id) do update set published_at = excluded.published_at, words = excluded.words;
  end if;
  return null;
end $$;
create trigger posts_keep_published after insert or update of
  title, description, content_text, category_id, status, featured, published_at on posts
  for each row execute function keep_published_post();
