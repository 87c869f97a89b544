-- no transaction
-- The articles of an author, newest first.
drop index concurrently if exists posts_articles_of_author;
create index concurrently posts_articles_of_author on posts (author_id, published_at desc, id desc) where status = 'published' and listed;
