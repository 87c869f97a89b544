-- What came back later: no such mailbox, a mailbox that can't take it at the moment, or a reader who called it spam.
-- safe: the column is empty, so a hundred thousand rows are looked at in milliseconds
alter table newsletter_recipients add column bounce_kind text check (bounce_kind in ('hard', 'soft', 'complaint'));
-- Those before, by what they did to the subscription.
update newsletter_recipients r set bounce_kind = case s.suppressed_for when 'complaint' then 'complaint' when 'hard bounce' then 'hard' else 'soft' end
from newsletter_recipients o left join subscribers s on s.id = o.subscriber_id
where r.id = o.id and r.bounced_at is not null;
