-- Views of a case list that a user saved: its address, under a name of their own. A shared one is read by everybody of the
-- sharer's house, or by one role of it, as long as the sharer belongs to the group from which it was shared.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  shared_from bigint,
  shared_role text,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT saved_views_list CHECK (saved_views.list in ('worklist', 'admin_cases', 'institution_cases')),
  CONSTRAINT saved_views_shared CHECK (saved_views.shared_from is not null or saved_views.shared_role is null)
);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_shared_from_user_groups_id_fk FOREIGN KEY (shared_from) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, lower(name));
CREATE INDEX saved_views_shared_from ON saved_views (shared_from) WHERE shared_from IS NOT NULL;
