-- The weekly digest of the newsletter.
-- safe: 0.7.0 reads it of digests only, and makes none
alter table newsletter_issues drop column since;
-- of a digest: what may be in it; each recipient gets some of them, fixed with the recipients
alter table newsletter_issues add column articles uuid[] not null default '{}';
alter table newsletter_recipients add column articles uuid[];

-- When the next digest is due, worked out from the day, hour and time zone in `digest_plan`. Held: it waits for its owner, because the site was restored.
alter table newsletter_upkeep
  add column digest_next_at timestamptz,
  add column digest_plan    text,
  add column digest_held    boolean not null default false;
