-- Articles are counted as viewed where visits are: `seen` lists what sessions opened, as [{"slug": …, "session": …, "at": …}].
-- A session that opens an article again within `pause` counts once. Each one is looked at by a statement of its own, which sees
-- what another process has stored while this one waited for the session's visit. In the order of ids, so that two never deadlock.
create function count_article_views(seen jsonb, pause interval) returns void language plpgsql as $$
declare
  opened record;
begin
  for opened in
    select p.id, o.session, o.at
    from jsonb_to_recordset(seen) o(slug text, session text, at timestamptz) join posts p on p.slug = o.slug and p.status = 'published'
    order by p.id, o.at
  loop
    insert into post_views (post_id, session_id, viewed_at)
    select opened.id, opened.session, opened.at
    where not exists (
      select from post_views where post_id = opened.id and session_id = opened.session
        and viewed_at > opened.at - pause and viewed_at < opened.at + pause
    );
  end loop;
end $$;
