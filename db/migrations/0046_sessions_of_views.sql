-- The reader's session stands beside a view only as long as it takes to count an article once in half an hour; then the view
-- stays, and nobody can tell any more whose it was.
update post_views set session_id = null where session_id is not null and viewed_at < now() - interval '30 minutes';
create index post_views_with_session on post_views (viewed_at) where session_id is not null;
