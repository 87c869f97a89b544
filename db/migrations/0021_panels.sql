-- What the panels of visits tell beside the figures: up to when everything is rolled up, and what happened on a day.

-- When a mark was set; `at` is the moment whose day it marks.
alter table analytics_marks add column marked_at timestamptz not null default now();

create index posts_first_published on posts (first_published_at) where first_published_at is not null;
-- Entries of edits that say how much of the text is new or gone, in percent.
create index audit_log_rewritten on audit_log (at) where after ? 'rewritten_percent';
create index outbox_sent on outbox (sent_at) where sent_at is not null;
