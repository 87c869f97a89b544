-- no transaction
-- The comments of a guest.
drop index concurrently if exists comments_of_guest;
create index concurrently comments_of_guest on comments (guest_id, status) where guest_id is not null;
alter table comments validate constraint comments_guest;
alter table comments validate constraint comments_one_writer;
