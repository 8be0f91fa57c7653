-- How often the process of a job died under it (platform/jobs/presence.ts). A row goes with the job's end.
CREATE TABLE job_deaths (
  job_id bigint PRIMARY KEY,
  deaths integer NOT NULL,
  last_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
