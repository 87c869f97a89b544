-- The other hosts whose pictures a post has in its text. Articles show a link in place of such a picture, so the owner is told. It is
-- kept when a content is written, so that the dashboard reads a few narrow rows.
create table post_picture_hosts (
  post_id uuid not null references posts (id) on delete cascade,
  host    text not null check (length(host) <= 255),
  primary key (post_id, host)
);

-- Takes linear time, whatever the text: no pattern reads beyond the next mark of its kind. Code of Markdown is left out.
create function picture_hosts(content text, format text) returns setof text language sql immutable parallel safe as $$
  with writing as (
    select case when format = 'markdown' and strpos(content, '`') > 0
      then regexp_replace(regexp_replace(content, '(^|\n) {0,3}```.*?\n {0,3}```', '', 'g'), '`[^`\n]*`', '', 'g')
      else content end as plain
  )
  select distinct lower(left(found[1], 255)) from (
    select regexp_matches(plain, '<img[^<>]*\ssrc\s*=\s*["'']?\s*(?:https?:)?//([^/"''\s<>?#\\]+)', 'gi') as found
      from writing where plain ~* '<img'
    union all
    select regexp_matches(plain, '!\[[^][]*\]\(\s*<?(?:https?:)?//([^/)\s<>?#\\]+)', 'gi')
      from writing where format = 'markdown' and strpos(plain, '![') > 0
  ) pictures
$$;

create function keep_picture_hosts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from post_picture_hosts where post_id = new.id;
  end if;
  insert into post_picture_hosts (post_id, host) select new.id, host from picture_hosts(new.content, new.content_format) host;
  return null;
end $$;
create trigger posts_keep_picture_hosts after insert or update of content, content_format on posts
  for each row execute function keep_picture_hosts();

insert into post_picture_hosts (post_id, host)
  select p.id, host from posts p, picture_hosts(p.content, p.content_format) host;
