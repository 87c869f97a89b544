-- Files of the library that aren't pictures: recordings, videos and downloads. Their files are beside those of the pictures.
-- safe: earlier releases only read pictures of rows that have both sizes, and list the others without them
alter table media alter column width drop not null;
-- safe: as above
alter table media alter column height drop not null;
-- What the stored file is called, which is the end of its address; null for pictures.
-- safe: the column is new and empty in every row
alter table media add column file_name text check (file_name ~ '^[a-z0-9][a-z0-9-]{0,79}\.[a-z0-9]{2,5}$');
-- safe: it is replaced below
alter table media drop constraint media_format_check;
-- safe: a library is small
alter table media add constraint media_format_check check (
  case when file_name is null then format in ('jpg', 'png', 'webp') and width is not null and height is not null
  else width is null and height is null and file_name like '%.' || format end);
