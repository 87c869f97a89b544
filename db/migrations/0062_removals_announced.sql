-- Copies of pages from before a change are shown while the database is away. What was taken away must not be in them, so that is announced
-- in addition to the change itself.
create function announce_removal() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', 'removed');
  return null;
end $$;

create trigger posts_announce_unpublished after update of status on posts
  for each row when (old.status = 'published' and new.status <> 'published') execute function announce_removal();
create trigger posts_announce_deleted after delete on posts
  for each row when (old.status = 'published') execute function announce_removal();
create trigger comments_announce_hidden after update of status, content on comments
  for each row when (old.status = 'approved' and (new.status <> 'approved' or new.content <> old.content))
  execute function announce_removal();
create trigger comments_announce_deleted after delete on comments
  for each row when (old.status = 'approved') execute function announce_removal();
