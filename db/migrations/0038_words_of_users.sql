-- What users are found by: address and name in lower case, a line each. A search for one or two letters, which no index of
-- letter groups knows, reads all of them, and turned both into lower case for every user each time.
alter table users add column words text not null generated always as (lower(email) || E'\n' || lower(coalesce(full_name, ''))) stored;
drop index users_search_email;
drop index users_search_name;
create index users_words on users using gin (words gin_trgm_ops);
