-- no transaction
-- Meanwhile comments can be written and changed, but not deleted. The trigger keeps those that are written.
insert into comment_texts (comment_id, words) select id, words from comments for key share on conflict do nothing;

drop index concurrently if exists comment_texts_words;
create index concurrently comment_texts_words on comment_texts using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);
drop index concurrently if exists comment_texts_letters;
create index concurrently comment_texts_letters on comment_texts using gin (letters_of(words)) with (gin_pending_list_limit = 256);
-- As for the other indexes of letters (migration 39).
alter index comment_texts_letters alter column 1 set statistics 0;

-- An earlier release that still serves finds comments without them, more slowly.
drop index concurrently if exists comments_words;
drop index concurrently if exists comments_letters;
