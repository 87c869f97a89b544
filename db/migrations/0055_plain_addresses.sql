-- Redirects start from a path, or from a plain address of WordPress, such as /?p=17. What else holds a query can't be asked for: it came
-- in an archive and has never led anybody on.
delete from redirects where from_path ~ '[?#]' and from_path !~ '^/\?(p|page_id)=[1-9][0-9]{0,9}$';

alter table redirects add constraint redirects_from_path_or_plain_address
  check (from_path !~ '[?#]' or from_path ~ '^/\?(p|page_id)=[1-9][0-9]{0,9}$');
