-- Whether somebody has looked at how a visit that is over was read (several pages without a second's attention are no reader's).
alter table analytics_sessions add column is_judged boolean not null default false;
