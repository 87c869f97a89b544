-- Attention of each view, so that reading a page again in the same visit adds up while a repeated or overtaken word changes
-- nothing: the greatest value counts of each view, and a record holds their sum. Kept no longer than a visit can go on.
create table analytics_attention (
  visit   bigint not null,
  path_id integer not null,
  -- a random number that the page chose; 0 for pages that name none, as those did that were open before
  view    bigint not null check (view >= 0),
  seconds smallint not null check (seconds > 0),
  primary key (visit, path_id, view)
);
insert into analytics_attention (visit, path_id, view, seconds)
select distinct r.visit, r.path_id, 0, r.engaged_seconds
from analytics_records r join analytics_sessions s on s.visit = r.visit
where r.engaged_seconds > 0;

-- Seconds of attention of all views of a page in a visit.
create function attention_on(of_visit bigint, of_path integer) returns smallint language sql stable parallel safe as
  $$ select least(coalesce(sum(seconds), 0), 32767)::smallint from analytics_attention where visit = of_visit and path_id = of_path $$;

-- Attention as a list of views: [{"view": 7, "seconds": 30}].
alter type counted_page drop attribute engaged_seconds, add attribute attention jsonb;

-- As before (migration 40), but that attention is kept by view.
create or replace function count_stretches(stretches jsonb, pause interval, longest interval, skew interval) returns uuid[]
language plpgsql as $$
declare
  done counted_page[];
  ended_visits bigint[];
  ended_after integer[];
  ended_by_reader boolean[];
  late uuid[];
begin
  with incoming as materialized (
    select *, visit_started_at(visit) as started_at
    from jsonb_to_recordset(stretches) as row (session uuid, visit bigint, visitor bigint, origin_id integer, agent_id integer,
      place_id integer, network cidr, is_authenticated boolean, last_ms bigint, has_left boolean, has_view boolean, is_demo boolean,
      pages jsonb)
  ), before as materialized (
    select s.session_id, s.visit, s.last_at, s.ended_at,
      i.started_at - s.last_at <= pause and i.started_at - visit_started_at(s.visit) <= longest as goes_on
    from analytics_sessions s join incoming i on i.session = s.session_id
  ), moved as (
    insert into analytics_sessions as s (session_id, visit, visitor, origin_id, agent_id, place_id, network, is_authenticated,
      last_at, ended_at)
    select i.session, i.visit, i.visitor, i.origin_id, i.agent_id, i.place_id, i.network, i.is_authenticated,
      to_timestamp(i.last_ms / 1000::float8), case when i.has_left then to_timestamp(i.last_ms / 1000::float8) end
    from incoming i left join before b on b.session_id = i.session
    where i.has_view or b.goes_on order by i.session
    on conflict (session_id) do update set (visit, visitor, origin_id, agent_id, place_id, network, is_authenticated, last_at,
      ended_at, is_judged) = (
        select (case when goes_on then s.visit else excluded.visit end),
          (case when goes_on then s.visitor else excluded.visitor end),
          (case when goes_on then s.origin_id else excluded.origin_id end),
          (case when goes_on then s.agent_id else excluded.agent_id end),
          (case when goes_on then s.place_id else excluded.place_id end),
          (case when goes_on then s.network else excluded.network end),
          excluded.is_authenticated or (s.is_authenticated and goes_on),
          greatest(s.last_at, excluded.last_at),
          case when excluded.ended_at is not null and goes_on then greatest(s.last_at, excluded.ended_at) else excluded.ended_at end,
          false
        from (select visit_started_at(excluded.visit) - s.last_at <= pause
          and visit_started_at(excluded.visit) - visit_started_at(s.visit) <= longest) as rule (goes_on))
    where visit_started_at(excluded.visit) >= visit_started_at(s.visit) - skew
    returning s.session_id, s.visit, s.visitor, s.origin_id, s.agent_id, s.place_id, s.network, s.is_authenticated
  ), known as materialized (
    -- Older than what is known of its session, a stretch was a visit of its own.
    select i.session, i.has_left, i.is_demo, i.pages, b.visit as was, b.last_at as was_last_at, b.ended_at as was_ended_at,
      -- A page that nobody has touched for a while tells when it was last read, which may be before another page's last word.
      case when m.visit = b.visit then greatest(i.last_ms, floor(extract(epoch from b.last_at) * 1000)::bigint) else i.last_ms end
        as last_ms,
      m.visit is null and not i.has_view as is_late, coalesce(m.visit, i.visit) as visit, coalesce(m.visitor, i.visitor) as visitor,
      coalesce(m.origin_id, i.origin_id) as origin_id, coalesce(m.agent_id, i.agent_id) as agent_id,
      coalesce(m.place_id, i.place_id) as place_id, case when m.visit is null then i.network else m.network end as network,
      coalesce(m.is_authenticated, i.is_authenticated) as is_authenticated
    from incoming i left join moved m on m.session_id = i.session
      left join before b on b.session_id = i.session and m.visit is not null
  ), marked as (
    insert into analytics_marks (at)
    select min(at) from (
      select visit_started_at(visit) from known where not is_late union
      select visit_started_at(was) from known where was is not null
    ) as touched (at) group by floor(extract(epoch from at) / 900)
  ), ended as (
    select visit, seconds_of_visit(visit, last_ms) as after, true as by_reader from known where not is_late and has_left
    union all
    select visit, null, false from known where not has_left and visit = was and was_ended_at is not null
    union all
    -- Nobody had ended the one before yet: it did so with its last sign of life.
    select was, greatest(0, round(extract(epoch from was_last_at - visit_started_at(was))))::integer, false
    from known where visit <> was and was_ended_at is null
  )
  select
    (select array_agg(row (k.visit, k.visitor, p.path_id, k.origin_id, k.agent_id, k.place_id, seconds_of_visit(k.visit, p.first_ms),
        seconds_of_visit(k.visit, p.last_ms), case when k.has_left then seconds_of_visit(k.visit, k.last_ms) end,
        least(p.views, 32767), p.scroll, k.is_authenticated, not k.has_left, k.is_demo, k.network, p.attention)::counted_page)
      from known k cross join lateral jsonb_to_recordset(k.pages) as p (path_id integer, first_ms bigint, last_ms bigint,
        views integer, attention jsonb, scroll smallint)
      where not k.is_late),
    (select array_agg(visit) from ended), (select array_agg(after) from ended), (select array_agg(by_reader) from ended),
    (select array_agg(session) from known where is_late)
  into done, ended_visits, ended_after, ended_by_reader, late;

  -- The session's row is locked since it was moved: nobody else writes to this visit until the end of the transaction.
  insert into analytics_attention as a (visit, path_id, view, seconds)
  select d.visit, d.path_id, v.view, v.seconds
  from unnest(done) d cross join lateral jsonb_to_recordset(d.attention) as v (view bigint, seconds smallint)
  order by d.visit, d.path_id, v.view
  on conflict (visit, path_id, view) do update set seconds = excluded.seconds where a.seconds < excluded.seconds;

  insert into analytics_records as r (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds,
    ended_seconds, views, engaged_seconds, scroll_depth, is_authenticated, is_bounce, is_demo, network)
  select visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds, views,
    attention_on(visit, path_id), scroll_depth, is_authenticated, is_bounce, is_demo, network
  from unnest(done) where views > 0 order by visit, path_id
  on conflict (visit, path_id) do update set
    views = least(r.views::integer + excluded.views, 32767),
    last_seconds = greatest(r.last_seconds, excluded.last_seconds),
    ended_seconds = excluded.ended_seconds,
    engaged_seconds = greatest(r.engaged_seconds, excluded.engaged_seconds),
    scroll_depth = greatest(r.scroll_depth, excluded.scroll_depth),
    is_authenticated = r.is_authenticated or excluded.is_authenticated,
    is_bounce = r.is_bounce and excluded.is_bounce;

  -- Signs of life on pages that were opened before.
  update analytics_records r set
    last_seconds = greatest(r.last_seconds, d.last_seconds),
    engaged_seconds = greatest(r.engaged_seconds, attention_on(d.visit, d.path_id)),
    scroll_depth = greatest(r.scroll_depth, d.scroll_depth),
    is_authenticated = r.is_authenticated or d.is_authenticated
  from unnest(done) d where d.views = 0 and r.visit = d.visit and r.path_id = d.path_id;

  update analytics_records r set ended_seconds = e.after, is_bounce = r.is_bounce and not e.by_reader
  from unnest(ended_visits, ended_after, ended_by_reader) as e (visit, after, by_reader)
  where r.visit = e.visit;
  return coalesce(late, '{}');
end $$;
