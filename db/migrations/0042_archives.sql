-- Archives bring only what the back office would take.

alter table imports add column take_settings boolean not null default false;

-- A redirect leads from a path of this site to a path of this site, as the form has always asked. What is found in another shape came
-- in an archive: it leads readers to other sites, or ends in an error, so it goes.
create function is_site_path(path text) returns boolean language sql immutable parallel safe as $$
  select path ~ '^/([^/\\]|$)' and path !~ '[\u0001-\u001f\u007f]'
$$;

delete from redirects where not (is_site_path(from_path) and is_site_path(to_path));

alter table redirects
  add constraint redirects_from_this_site check (is_site_path(from_path)),
  add constraint redirects_to_this_site check (is_site_path(to_path));
