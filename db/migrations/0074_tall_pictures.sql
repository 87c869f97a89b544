-- Tall pictures keep their width, up to the height that WebP has.
-- safe: it is replaced below by a wider one
alter table media drop constraint media_height_check;
-- safe: a library is small
alter table media add constraint media_height_check check (height between 1 and 16383);
