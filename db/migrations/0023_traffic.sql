-- Looking after what is counted and what isn't: the quarantine's list, the owner's rules, searches, missing pages, redirects.

-- Redirects: addressed by an id like everything else, and announced, so that every instance follows the same ones.
alter table redirects add column id uuid not null unique default gen_random_uuid();
create index redirects_newest on redirects (created_at desc, id desc);
create index redirects_author on redirects (created_by) where created_by is not null;
create trigger redirects_announce after insert or delete or update of from_path, to_path on redirects
  for each statement execute function announce_content();

-- What the owner says of a visitor holds from the next one on.
create trigger analytics_rules_announce after insert or delete or update on analytics_rules
  for each statement execute function announce_content();
create trigger analytics_options_announce after update of retention_months, count_admins on analytics_options
  for each statement execute function announce_content();

-- What a held hit is found by: its words (search terms hold no line break, so none is found across two of them), or its network.
create function rejected_words(user_agent text, path text, referrer text) returns text
  language sql immutable parallel safe as
  $$ select lower(user_agent || E'\n' || path || E'\n' || coalesce(referrer, '')) $$;
create index analytics_rejected_words on analytics_rejected
  using gin (rejected_words(user_agent, path, referrer) gin_trgm_ops) with (gin_pending_list_limit = 256);
create index analytics_rejected_network on analytics_rejected (network, at desc, id desc);

-- The articles whose address is like one that nothing stands at.
create index posts_slug_like on posts using gin (slug gin_trgm_ops) where status = 'published';

-- The terms that are to be looked up next.
create index analytics_searches_due on analytics_searches (looked_up nulls first, term);
