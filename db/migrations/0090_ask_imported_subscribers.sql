-- Whether those on the list are asked to confirm, instead of being taken over as confirmed.
alter table subscriber_imports add column asks boolean not null default false;
