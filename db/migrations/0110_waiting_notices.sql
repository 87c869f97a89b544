-- The comment that a notification says waits for approval. While one of the last mail's still waits, further ones wait for a daily mail.
-- safe: a small table; notifications are kept for 30 days
alter table admin_notices add column waiting_comment_id uuid references comments on delete cascade;
-- safe: a small table, as above
create index admin_notices_comment on admin_notices (waiting_comment_id) where waiting_comment_id is not null;
-- safe: a small table, as above
create index admin_notices_other on admin_notices (id) where mailed_at is null and waiting_comment_id is null;
