-- A phrase of frequent words: its trigrams stand in thousands of headings, itself in few. What tells them apart is where one
-- word meets the next: the last two letters of the one with the first two of the other.

-- The joints between the words of a text in lower case: 'the wide sea' has 'he wi' and 'de se'.
create function joints_of(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct right(words[n], 2) || ' ' || left(words[n + 1], 2)), '{}')
  from generate_series(1, cardinality(words) - 1) n
$$;
create function words_in(body text) returns text[] language sql immutable parallel safe as $$
  select array(select word from regexp_split_to_table(body, '[^[:alnum:]]+') word where word <> '')
$$;
-- Those that every heading with the term in it must have. A term may begin and end within a word: the letters there are as
-- many as it shows, and one alone isn't enough to know a joint by.
create function joints_of_term(term text) returns text[] language sql immutable parallel safe as $$
  select joints_of(w[case when length(w[1]) < 2 then 2 else 1 end : cardinality(w) - case when length(w[cardinality(w)]) < 2 then 1 else 0 end])
  from words_in(term) w
$$;

alter table published_posts add column joints text[] not null default '{}';
drop index published_posts_heading;
update published_posts set joints = joints_of(words_in(heading));
create index published_posts_heading on published_posts using gin (heading gin_trgm_ops, joints) with (fastupdate = off);

create or replace function keep_published_post() returns trigger language plpgsql as $$
declare
  new_heading text := lower(new.title || E'\n' || new.description);
begin
  if new.status <> 'published' then
    delete from published_posts where post_id = new.id;
    return null;
  end if;
  insert into published_posts (post_id, published_at, category_id, featured, heading, joints)
    values (new.id, new.published_at, new.category_id, new.featured, new_heading, joints_of(words_in(new_heading)))
    on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
      featured = excluded.featured, heading = excluded.heading, joints = excluded.joints;
  if tg_op = 'INSERT' or old.status <> 'published'
    or (old.content_text, old.published_at) is distinct from (new.content_text, new.published_at) then
    insert into published_texts (post_id, published_at, words)
      values (new.id, new.published_at, words_of(new.content_text))
      on conflict (post_id) do update set published_at = excluded.published_at, words = excluded.words;
  end if;
  return null;
end $$;
