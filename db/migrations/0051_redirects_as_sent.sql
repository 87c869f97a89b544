-- Addresses are sent percent-encoded. What is stored in another form came in an archive: it can't be sent at all, so each visit ended in an error.
create or replace function is_site_path(path text) returns boolean language sql immutable parallel safe as $$
  select path ~ '^/([^/\\]|$)' and path ~ '^[\u0021-\u007e]+$'
$$;

delete from redirects where not (is_site_path(from_path) and is_site_path(to_path));
