-- Lists of users say how many articles and comments each has. Where one author wrote every article, PostgreSQL takes
-- everybody for such an author and would read the whole table for each; with the status at hand it never has to.
create index posts_of_author on posts (author_id, status);
drop index posts_author;

create index comments_of_author on comments (author_id, status);
drop index comments_author;
