-- Editing a post asks for a title and a slug and nothing more (specification, section 5); what else a new post has to keep to
-- is checked when it is created.
alter table posts
  drop constraint posts_title_check,
  add constraint posts_title_check check (length(title) between 1 and 1000),
  drop constraint posts_slug_check,
  add constraint posts_slug_check check (slug ~ '^[a-z0-9-]{1,254}$');
