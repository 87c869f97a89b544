-- What the last decision of a person says about a comment; null: nobody has decided, or the decision says neither.
alter table comments add column decided_as text;
alter table comments add constraint comments_decided_as check (decided_as in ('good', 'spam')) not valid;
