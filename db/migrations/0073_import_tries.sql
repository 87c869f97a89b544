-- How many processes in a row have begun to work on an import and ended before they were done with it.
-- safe: a constant default
alter table imports add column tries smallint not null default 0;
