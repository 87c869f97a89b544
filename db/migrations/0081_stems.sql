-- Searches know the stems of words in a post's language: "walked" finds "walking". What a post is found by stands in one column, as before: the
-- words of its title, description and text, and those of its tags with `#` before them, which change apart from the text. Stems stand with the site's
-- words, once for all posts: a search looks up all words with a stem.

create extension if not exists pg_trgm;

-- The dictionaries of PostgreSQL, also those that later releases have. Other languages have no stems.
create function search_config(language text) returns regconfig language sql stable parallel safe as $$
  select coalesce((
    select c.oid::regconfig from pg_ts_config c
    where c.cfgnamespace = 'pg_catalog'::regnamespace and c.cfgname = case split_part(language, '-', 1)
      when 'ar' then 'arabic' when 'ca' then 'catalan' when 'da' then 'danish' when 'de' then 'german' when 'el' then 'greek'
      when 'en' then 'english' when 'es' then 'spanish' when 'et' then 'estonian' when 'eu' then 'basque' when 'fi' then 'finnish'
      when 'fr' then 'french' when 'ga' then 'irish' when 'hi' then 'hindi' when 'hu' then 'hungarian' when 'hy' then 'armenian'
      when 'id' then 'indonesian' when 'it' then 'italian' when 'lt' then 'lithuanian' when 'nb' then 'norwegian' when 'ne' then 'nepali'
      when 'nl' then 'dutch' when 'pl' then 'polish' when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian'
      when 'sr' then 'serbian' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish' when 'yi' then 'yiddish' end
  ), 'pg_catalog.simple'::regconfig)
$$;

create function site_language() returns text language sql stable parallel safe as $$
  select coalesce((select value ->> 'language' from settings), 'en')
$$;

-- The site's, and those of posts with a language of their own.
create function search_languages() returns text[] language sql stable as $$
  with recursive own (language) as (
    select min(language) from posts where language is not null
    union all
    select (select min(p.language) from posts p where p.language > own.language) from own where own.language is not null
  )
  select array[site_language()] || array(select language from own where language <> site_language())
$$;

-- The stems of a text, folded. Dictionaries know accents, and readers leave them out: a text with accents has the stems of both.
create function stems_of(config regconfig, body text) returns text[] language plpgsql stable parallel safe as $$
declare
  plain text := regexp_replace(body, '[-/.@_:+''’]', ' ', 'g');
  stems text[];
begin
  if config = 'pg_catalog.simple'::regconfig then
    return '{}';
  end if;
  stems := tsvector_to_array(to_tsvector(config, plain));
  if octet_length(plain) = length(plain) then
    return stems;
  end if;
  return string_to_array(fold_text(array_to_string(stems, E'\n')), E'\n') || tsvector_to_array(to_tsvector(config, fold_text(plain)));
end $$;

-- Of one of the site's words: null without a stem.
create function stem_of(config regconfig, word text) returns text language sql stable parallel safe as $$
  select case when config <> 'pg_catalog.simple'::regconfig then fold_text((tsvector_to_array(to_tsvector(config, word)))[1]) end
$$;

-- Korean has spaces between phrases, and no dictionary: two syllables in a row find what stands within a phrase.
create function syllable_pairs_of(body text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct a || b), '{}')
  from regexp_matches(body, '[\uac00-\ud7a3]{2,}', 'g') run,
    unnest(string_to_array(run[1], null), string_to_array(substr(run[1], 2), null)) pair (a, b)
  where b is not null
$$;

-- A tsvector has a greatest size. A text that fills it isn't found by its tags or its pairs of syllables.
create function joined(words tsvector, others text[]) returns tsvector language plpgsql immutable parallel safe as $$
begin
  return words || array_to_tsvector(others);
exception when program_limit_exceeded then
  return words;
end $$;

create function search_words_of(body text, tags text[]) returns tsvector language sql immutable parallel safe as $$
  select joined(words_of(body), tags || case when body ~ '[\uac00-\ud7a3]{2}' then syllable_pairs_of(left(body, 60000)) else '{}' end)
$$;

create function search_tags_of(post uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct '#' || word), '{}')
  from posts_tags pt join tags t on t.id = pt.tag_id, unnest(tsvector_to_array(words_of(t.name))) word
  where pt.post_id = post
$$;

-- By what finds are ranked: title above description above tags.
create function search_ranks_of(title text, description text, tags text[]) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', array_to_string(tsvector_to_array(words_of(title)), ' ')), 'A')
    || setweight(to_tsvector('simple', array_to_string(tsvector_to_array(words_of(description)), ' ')), 'B')
    || setweight(to_tsvector('simple', replace(array_to_string(tags, ' '), '#', '')), 'C')
$$;

-- `language`: the one under which the site's words count those of the post. `follows_site`: it is the site's. What is stored already has none, and
-- the server that starts first rebuilds it.
alter table published_texts add column language text not null default '', add column follows_site boolean not null default true,
  add column ranks tsvector not null default '';
alter table published_texts alter column ranks set storage main;
-- safe: the same new value in every row, so that 100 000 of them take less than a tenth of a second
create index published_texts_language on published_texts (language) where follows_site;

-- The site's words, with the number of articles that have each. Typing mistakes are corrected to one of them.
create table site_words (
  word     text collate "C",
  language text    not null,
  posts    integer not null,
  stem     text collate "C",
  primary key (word, language)
) with (fillfactor = 80);
create index site_words_stem on site_words (stem);
create index site_words_backwards on site_words (reverse(word) collate "C");
create index site_words_parts on site_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Letters in a row of scripts without spaces aren't words, nor are pairs of Korean syllables. The ranges are those of `letter_groups_of`.
create function is_site_word(word text) returns boolean language sql immutable strict parallel safe as $$
  select length(word) between 2 and 30 and (octet_length(word) = length(word)
    or word !~ '[\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|^[\uac00-\ud7a3]{2}$')
$$;

-- What a statement changes in them, until its last trigger adds it up: empty between statements.
create table site_word_changes (
  language text    not null,
  words    text[]  not null,
  step     integer not null
);

create function plain_words(words tsvector) returns text[] language sql immutable parallel safe as $$
  select array(select distinct ltrim(word, '#') from unnest(tsvector_to_array(words)) word)
$$;

-- A saved text has few words that it didn't have before.
create function note_site_words() returns trigger language plpgsql as $$
declare
  before text[] := case when tg_op = 'INSERT' or old.language = '' then '{}' else plain_words(old.words) end;
  after  text[] := case when tg_op = 'DELETE' or new.language = '' then '{}' else plain_words(new.words) end;
  kept   text[] := '{}';
begin
  if tg_op = 'UPDATE' and new.language = old.language then
    kept := array(select unnest(before) intersect select unnest(after));
  end if;
  insert into site_word_changes (language, words, step)
    select language, array(select unnest(words) except select unnest(kept)), step
    from (values (old.language, before, -1), (new.language, after, 1)) change (language, words, step)
    where cardinality(words) > cardinality(kept);
  return null;
end $$;
create trigger published_texts_note_words after insert or delete or update of words, language on published_texts
  for each row execute function note_site_words();

-- In the order of words, so that two transactions never wait for each other.
create function settle_site_words() returns void language plpgsql as $$
begin
  if not exists (select from site_word_changes) then
    return;
  end if;
  insert into site_words (word, language, posts, stem)
    select c.word, c.language, c.step, stem_of(l.config, c.word)
    from (
      select word, language, sum(step) as step from site_word_changes, unnest(words) word
      where is_site_word(word) group by word, language having sum(step) <> 0
    ) c
    join (select language, search_config(language) as config from (select distinct language from site_word_changes) one) l using (language)
    order by c.word collate "C", c.language
    on conflict (word, language) do update set posts = site_words.posts + excluded.posts;
  -- By an array, so that the planner never reads all words.
  delete from site_words where posts <= 0
    and word = any(array(select unnest(words) collate "C" from site_word_changes where step < 0));
  delete from site_word_changes;
end $$;

create or replace function settle_search() returns trigger language plpgsql as $$
begin
  perform settle_site_words();
  perform gin_clean_pending_list('published_posts_heading'), gin_clean_pending_list('published_texts_words'),
    gin_clean_pending_list('post_catalog_words'), gin_clean_pending_list('post_catalog_letters');
  return null;
end $$;
create function settle_deleted_words() returns trigger language plpgsql as $$
begin
  perform settle_site_words();
  return null;
end $$;
-- Posts are deleted from here by their foreign keys, after all triggers of the statement.
create trigger published_texts_settle_words after delete on published_texts for each statement execute function settle_deleted_words();

create function keep_published_text(post posts) returns void language plpgsql as $$
declare
  tags text[];
begin
  -- Waits for whoever changes the post's tags at the same time.
  perform from published_texts s where s.post_id = post.id for update;
  tags := search_tags_of(post.id);
  insert into published_texts (post_id, published_at, language, follows_site, words, ranks)
    values (post.id, post.published_at, coalesce(post.language, site_language()), post.language is null,
      search_words_of(concat_ws(E'\n', post.title, post.description, post.content_text), tags),
      search_ranks_of(post.title, post.description, tags))
    on conflict (post_id) do update set published_at = excluded.published_at, language = excluded.language, follows_site = excluded.follows_site, words = excluded.words,
      ranks = excluded.ranks;
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
    or (old.title, old.description, old.content_text, old.published_at, old.language)
      is distinct from (new.title, new.description, new.content_text, new.published_at, new.language) then
    perform keep_published_text(new);
  end if;
  return null;
end $$;

create or replace trigger posts_keep_published after insert or update of
  title, description, content_text, reading_time, category_id, status, kind, listed, featured, published_at, language on posts
  for each row execute function keep_published_post();
create or replace trigger posts_settle_search after insert or update of
  title, slug, description, content_text, reading_time, category_id, status, kind, listed, featured, created_at, updated_at, published_at, language
  on posts for each statement execute function settle_search();

-- Tags come after the post, and change without it.
create function keep_tags_of(among uuid[]) returns void language sql as $$
  -- Only then are the tags read, so that none of two transactions misses what the other one changed.
  select from published_texts where post_id = any(among) order by post_id for update;
  update published_texts s
    set words = joined(ts_delete(s.words, o.tags), n.tags), ranks = search_ranks_of(p.title, p.description, n.tags)
    from posts p, lateral search_tags_of(p.id) n (tags), lateral (
      select array(select w from published_texts t, unnest(tsvector_to_array(t.words)) w where t.post_id = p.id and w like '#%') as tags) o
    where s.post_id = p.id and p.id = any(among) and o.tags is distinct from n.tags;
  select settle_site_words();
$$;
create function keep_tags_of_changed() returns trigger language plpgsql as $$
begin
  perform keep_tags_of(array(select distinct post_id from changed));
  return null;
end $$;
create trigger posts_tags_keep_added after insert on posts_tags
  referencing new table as changed for each statement execute function keep_tags_of_changed();
create trigger posts_tags_keep_removed after delete on posts_tags
  referencing old table as changed for each statement execute function keep_tags_of_changed();
create function keep_renamed_tag() returns trigger language plpgsql as $$
begin
  perform keep_tags_of(array(select post_id from posts_tags where tag_id = new.id));
  return null;
end $$;
create trigger tags_keep_renamed after update of name on tags
  for each row when (old.name is distinct from new.name) execute function keep_renamed_tag();

-- After an upgrade, and after the site's language has changed: rebuilds up to `most` articles with stems of another one. The number of them.
create function rebuild_search(most integer) returns integer language plpgsql as $$
declare
  wanted text := site_language();
  post   posts;
  done   integer := 0;
begin
  for post in
    select p.* from published_texts s join posts p on p.id = s.post_id
    where s.follows_site and (s.language < wanted or s.language > wanted) limit most for update of s skip locked
  loop
    perform keep_published_text(post);
    done := done + 1;
  end loop;
  perform settle_site_words();
  return done;
end $$;

-- The words of the site that have one of the stems, the most frequent first.
create function search_forms(languages text[], stems text[]) returns text[] language sql stable as $$
  select array(
    select word from site_words where stem = any(stems) and language = any(languages)
    group by word order by sum(posts) desc, word limit 60)
$$;

-- What a reader asks for: `languages`, the site's first; `words` folded, `typed` as they were written. The site's stop words count only if there are no others; they and single letters
-- are looked up as they are, other words also as beginnings. `forms`: the site's words with the same stem. `part`: what an article has that knows
-- the word; the others: what its ranks have if it stands in the title, the description or a tag.
create function search_parts(languages text[], words text[], typed text[])
returns table (n integer, word text, stems text[], forms text[], part tsquery, in_title tsquery, in_description tsquery, in_tags tsquery)
language plpgsql stable as $$
declare
  config    regconfig := search_config(languages[1]);
  has_stems boolean := config <> 'pg_catalog.simple'::regconfig;
  only_stop boolean := not exists (
    select from unnest(words, typed) w (word, typed)
    where length(w.word) > 1 and (not has_stems or stems_of(config, w.typed) <> '{}'));
  is_stop   boolean;
  is_whole  boolean;
  form      text;
  ranked    text;
begin
  for n in 1 .. cardinality(words) loop
    word := words[n];
    is_stop := has_stems and stems_of(config, typed[n]) = '{}';
    if is_stop and not only_stop then
      continue;
    end if;
    stems := case when is_stop then '{}' else array(
      select distinct s from unnest(languages) l, unnest(stems_of(search_config(l), typed[n]) || stems_of(search_config(l), word)) s
      where s <> '') end;
    forms := search_forms(languages, stems);
    is_whole := is_stop or length(word) = 1;
    part := case when is_whole then format('%L | %L', word, '#' || word)::tsquery
      else to_tsquery('simple', word || ':*') || format('%L:*', '#' || word)::tsquery end;
    ranked := format(case when is_whole then '%L:@' else '%L:*@' end, word);
    foreach form in array forms loop
      if is_whole or not starts_with(form, word) then
        part := part || format('%L | %L', form, '#' || form)::tsquery;
        ranked := ranked || format(' | %L:@', form);
      end if;
    end loop;
    in_title := translate(ranked, '@', 'A')::tsquery;
    in_description := translate(ranked, '@', 'B')::tsquery;
    in_tags := translate(ranked, '@', 'C')::tsquery;
    if word ~ '^[\uac00-\ud7a3]{3,}$' then
      part := part || (select string_agg(format('%L', pair), ' & ') from unnest(syllable_pairs_of(word)) pair)::tsquery;
    end if;
    return next;
  end loop;
end $$;
