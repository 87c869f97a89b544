-- Comments can be closed for one post; what has been written stays.
alter table posts add column comments_open boolean not null default true;

drop trigger posts_announce on posts;
create trigger posts_announce after insert or delete or update of
  title, slug, description, excerpt, content_html, headings, reading_time, featured_image, featured_image_alt, category_id,
  author_id, status, featured, published_at, comments_open on posts
  for each statement execute function announce_content();
