-- Searches find words however their letters are written: é as e, ё as е, ß as ss, ’ as ', full-width and composed letters as plain ones.
-- app/platform/fold-text.ts folds what is searched for by the same rule.
create function fold_text(body text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(body) = length(body) then lower(body) else normalize(translate(
    replace(replace(replace(replace(lower(regexp_replace(
      normalize(translate(body, '’‘ʼ´′“”„‐‑–—', '''''''''''"""----'), NFKD), '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðıħς', 'olddihσ'), NFC) end
$$;

-- What a text is found by: in lower case, as the release before searches for it, then folded, if that is another text. Terms contain no line
-- break, so none is found across the two.
create function searchable(body text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(body) = length(body) or fold_text(body) = lower(body) then lower(body)
    else lower(body) || E'\n' || fold_text(body) end
$$;

-- Scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) have no words to look up. They are found by two letters in a
-- row, and in long texts also by three. The ranges are those of UNSPACED in app/platform/fold-text.ts.
create function letter_groups_of(body text, longest integer) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct letters), '{}')
  from regexp_matches(body, '[\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{2,}', 'g') run,
    unnest(string_to_array(run[1], null), string_to_array(substr(run[1], 2), null), string_to_array(substr(run[1], 3), null)) at (a, b, c),
    unnest(array[a || b, case when longest > 2 then a || b || c end]) letters
  where letters is not null
$$;

-- A text with too many different words for a tsvector is found by those that it was found by before.
create or replace function words_of(body text) returns tsvector language plpgsql immutable strict as $$
declare
  plain tsvector := strip(to_tsvector('simple', regexp_replace(left(body, 200000), '[-/.@_:+''’]', ' ', 'g')));
  folded text;
begin
  if octet_length(body) = length(body) then
    return plain;
  end if;
  folded := fold_text(left(body, 200000));
  return plain
    || strip(to_tsvector('simple', regexp_replace(folded, '[-/.@_:+''\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]', ' ', 'g')))
    || array_to_tsvector(letter_groups_of(left(folded, 60000), 3));
exception when program_limit_exceeded then
  return plain;
end $$;

create or replace function keep_published_post() returns trigger language plpgsql as $$
declare
  new_heading text := searchable(new.title || E'\n' || new.description);
begin
  if new.status <> 'published' or not new.listed then
    delete from published_posts where post_id = new.id;
    return null;
  end if;
  insert into published_posts (post_id, published_at, category_id, featured, heading, joints, reading_time)
    values (new.id, new.published_at, new.category_id, new.featured, new_heading,
      joints_of(words_in(new_heading)) || letter_groups_of(new_heading, 2), new.reading_time)
    on conflict (post_id) do update set published_at = excluded.published_at, category_id = excluded.category_id,
      featured = excluded.featured, heading = excluded.heading, joints = excluded.joints, reading_time = excluded.reading_time;
  if tg_op = 'INSERT' or old.status <> 'published' or not old.listed
    or (old.content_text, old.published_at) is distinct from (new.content_text, new.published_at) then
    insert into published_texts (post_id, published_at, words)
      values (new.id, new.published_at, words_of(new.content_text))
      on conflict (post_id) do update set published_at = excluded.published_at, words = excluded.words;
  end if;
  return null;
end $$;

create or replace function keep_post_catalog() returns trigger language plpgsql as $$
begin
  if new.status = 'trashed' or new.kind = 'page' then
    delete from post_catalog where post_id = new.id;
    return null;
  end if;
  insert into post_catalog (post_id, status, category_id, created_at, updated_at, published_at, heading)
    values (new.id, new.status, new.category_id, new.created_at, new.updated_at, new.published_at,
      searchable(new.title || E'\n' || new.slug))
    on conflict (post_id) do update set status = excluded.status, category_id = excluded.category_id,
      created_at = excluded.created_at, updated_at = excluded.updated_at, published_at = excluded.published_at,
      heading = excluded.heading;
  return null;
end $$;

-- What users, comments and media are found by was a generated column, whose expression can't be changed. Nobody writes it but its trigger.
alter table users alter column words drop expression, alter column words set default '';
alter table comments alter column words drop expression;
alter table media alter column words drop expression, alter column words set default '';
create function keep_words_of_user() returns trigger language plpgsql as $$
begin
  new.words := searchable(new.email || E'\n' || coalesce(new.full_name, ''));
  return new;
end $$;
create trigger users_keep_words before insert or update of email, full_name on users
  for each row execute function keep_words_of_user();
create function keep_words_of_comment() returns trigger language plpgsql as $$
begin
  new.words := searchable(new.content);
  return new;
end $$;
create trigger comments_keep_words before insert or update of content on comments
  for each row execute function keep_words_of_comment();
create function keep_words_of_media() returns trigger language plpgsql as $$
begin
  new.words := searchable(new.name || E'\n' || new.alt);
  return new;
end $$;
create trigger media_keep_words before insert or update of name, alt on media
  for each row execute function keep_words_of_media();

-- What is stored already, where it has other letters than plain ones.
update published_posts s set heading = searchable(p.title || E'\n' || p.description),
    joints = joints_of(words_in(searchable(p.title || E'\n' || p.description))) || letter_groups_of(lower(p.title || E'\n' || p.description), 2)
  from posts p where p.id = s.post_id and octet_length(s.heading) > length(s.heading);
update published_texts s set words = words_of(p.content_text)
  from posts p where p.id = s.post_id and octet_length(p.content_text) > length(p.content_text);
update post_catalog s set heading = searchable(p.title || E'\n' || p.slug)
  from posts p where p.id = s.post_id and octet_length(s.heading) > length(s.heading);
update users set words = searchable(email || E'\n' || coalesce(full_name, '')) where octet_length(words) > length(words);
update comments set words = searchable(content) where octet_length(words) > length(words);
update media set words = searchable(name || E'\n' || alt) where octet_length(words) > length(words);

-- Tags whose letters are composed in another way look alike. They get one spelling, and twins become one tag.
do $$
declare
  tag  record;
  twin uuid;
begin
  for tag in select id, name, slug from tags where (name, slug) is distinct from (normalize(name), normalize(slug)) order by slug loop
    select id into twin from tags where slug = normalize(tag.slug) and id <> tag.id;
    update posts set version = version + 1 where id in (select post_id from posts_tags where tag_id = tag.id);
    if twin is null then
      update tags set name = normalize(tag.name), slug = normalize(tag.slug) where id = tag.id;
    else
      insert into posts_tags (post_id, tag_id) select post_id, twin from posts_tags where tag_id = tag.id on conflict do nothing;
      update tag_slugs set tag_id = twin where tag_id = tag.id;
      insert into tag_slugs (slug, tag_id) values (tag.slug, twin) on conflict (slug) do update set tag_id = excluded.tag_id;
      delete from posts_tags where tag_id = tag.id;
      delete from tags where id = tag.id;
    end if;
  end loop;
end $$;
