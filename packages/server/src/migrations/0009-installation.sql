-- One id that the database shares with the folders of its installation (platform/files/installation.ts).
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  installation_id uuid NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
