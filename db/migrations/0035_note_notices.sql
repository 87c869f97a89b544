-- A note on a preview is news for whoever writes the post.
alter table admin_notices
  drop constraint admin_notices_kind_check,
  add constraint admin_notices_kind_check check (kind in ('comment', 'user', 'note', 'failed_job'));
