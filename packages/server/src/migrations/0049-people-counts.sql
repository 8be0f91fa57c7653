-- Counting users and institutions reads an index of a few pages: equal keys stand in it once. The indexes of the lists are as
-- large as their sorted columns, so that a count of everything read the tables themselves.
create index users_flags on users (flag) where deleted_at is null;
create index user_groups_types on user_groups (type) where deleted_at is null;
