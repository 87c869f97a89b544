-- WordPress's plain addresses also name categories and authors: /?cat=3, /?author=1.
-- safe: it is replaced below by one that allows more
alter table redirects drop constraint redirects_from_path_or_plain_address;
-- safe: earlier releases read these rows, and never follow them
alter table redirects add constraint redirects_from_path_or_plain_address
  check (from_path !~ '[?#]' or from_path ~ '^/[^?#]*\?(p|page_id|cat|author)=[1-9][0-9]{0,9}$') not valid;
