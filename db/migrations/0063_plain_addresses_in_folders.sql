-- WordPress's plain addresses also stand in the folder of a blog: /blog?p=17. Rows from before keep the stricter rule that they were
-- checked by.
alter table redirects drop constraint redirects_from_path_or_plain_address;
alter table redirects add constraint redirects_from_path_or_plain_address
  check (from_path !~ '[?#]' or from_path ~ '^/[^?#]*\?(p|page_id)=[1-9][0-9]{0,9}$') not valid;
