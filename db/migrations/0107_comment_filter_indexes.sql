-- no transaction
-- What the filter has to learn or unlearn, and what is alike among comments that wait.
drop index concurrently if exists comments_unlearned;
create index concurrently comments_unlearned on comments (id) where learned_as is distinct from decided_as;
drop index concurrently if exists comments_text_key;
create index concurrently comments_text_key on comments (text_key, created_at) where text_key is not null;
drop index concurrently if exists comments_hosts;
create index concurrently comments_hosts on comments using gin (hosts) where hosts is not null;
drop index concurrently if exists comments_waiting_author;
create index concurrently comments_waiting_author on comments (author_id) where status = 'pending' or is_spam;
