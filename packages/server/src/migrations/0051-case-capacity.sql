-- How many open cases somebody who reads should have in hand at most; what is shared out is dealt by it. 0 is dealt none.
ALTER TABLE users
  ADD COLUMN case_capacity integer DEFAULT 8 NOT NULL,
  ADD CONSTRAINT users_case_capacity CHECK (case_capacity BETWEEN 0 AND 200);
