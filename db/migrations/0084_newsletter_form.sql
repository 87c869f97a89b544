-- Signs the time at which a form of the newsletter was shown.
insert into link_secrets (purpose) values ('newsletter form');
