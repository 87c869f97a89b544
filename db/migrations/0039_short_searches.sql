-- Searches in comments for one or two letters. An index of letter groups knows three and more, so that such a search read every
-- comment, every user and every heading. This one knows which single letters and which pairs of neighbours a text has: a text
-- holds such a term just when it is one of them.

-- 'larks' has l, a, r, k, s, la, ar, rk and ks, whatever kind of characters they are; the text is in lower case already. Twice
-- the same is no matter to an index. Its cost is that of reading such a text letter by letter, and keeps the planner from it.
create function letters_of(words text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
  select coalesce(array_agg(letter) || array_agg(letter || coalesce(next, '')), '{}')
  from unnest(string_to_array(words, null), string_to_array(substr(words, 2), null)) pair (letter, next)
$$;

-- What is new waits in a list that each search reads as well, so that it is kept short.
create index users_letters on users using gin (letters_of(words)) with (gin_pending_list_limit = 256);
create index comments_letters on comments using gin (letters_of(words)) with (gin_pending_list_limit = 256);
create index post_catalog_letters on post_catalog using gin (letters_of(heading));

-- Without statistics any such term is taken for rare, and the index is asked. With them, the planner found out of a pair that
-- almost all have, and took every text to letters instead; gathering them did the same for tens of thousands of texts.
alter index users_letters alter column 1 set statistics 0;
alter index comments_letters alter column 1 set statistics 0;
alter index post_catalog_letters alter column 1 set statistics 0;

-- As the catalogue's other index for searches, it takes a statement's entries in one go.
create or replace function settle_search() returns trigger language plpgsql as $$
begin
  perform gin_clean_pending_list('published_posts_heading'), gin_clean_pending_list('published_texts_words'),
    gin_clean_pending_list('post_catalog_words'), gin_clean_pending_list('post_catalog_letters');
  return null;
end $$;
