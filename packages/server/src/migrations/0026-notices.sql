-- Notices are written in the product: a text a language, drafts, a version, how far they go, and who has read them.
ALTER TABLE notices
  ADD COLUMN version integer DEFAULT 1 NOT NULL,
  ADD COLUMN tech_center_id bigint,
  ADD COLUMN network_group_id bigint,
  ADD COLUMN draft boolean DEFAULT false NOT NULL,
  ADD COLUMN updated_at timestamp (3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE notices ADD CONSTRAINT notices_tech_center_id_user_groups_id_fk FOREIGN KEY (tech_center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE notices ADD CONSTRAINT notices_network_group_id_user_groups_id_fk FOREIGN KEY (network_group_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;

CREATE TABLE notice_texts (
  notice_id bigint NOT NULL,
  language text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  CONSTRAINT notice_texts_notice_id_language_pk PRIMARY KEY (notice_id, language),
  CONSTRAINT notice_texts_language CHECK (notice_texts.language in ('en', 'ja', 'ko', 'zh'))
);
ALTER TABLE notice_texts ADD CONSTRAINT notice_texts_notice_id_notices_id_fk FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE cascade ON UPDATE no action;

-- What stands in a notice so far was its only text.
INSERT INTO notice_texts (notice_id, language, title, content) SELECT id, 'en', title, content FROM notices;
ALTER TABLE notices DROP COLUMN title, DROP COLUMN content;

CREATE TABLE notice_reads (
  notice_id bigint NOT NULL,
  user_id bigint NOT NULL,
  read_at timestamp (3) with time zone NOT NULL,
  closed_at timestamp (3) with time zone,
  hidden_until timestamp (3) with time zone,
  CONSTRAINT notice_reads_notice_id_user_id_pk PRIMARY KEY (notice_id, user_id)
);
ALTER TABLE notice_reads ADD CONSTRAINT notice_reads_notice_id_notices_id_fk FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE cascade ON UPDATE no action;
ALTER TABLE notice_reads ADD CONSTRAINT notice_reads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX notice_reads_user ON notice_reads (user_id);
