-- concurrently
-- What a search for a name reads through where it is found in too many cases to fetch each: with nothing but the
-- hospital and the name beside the date, a period is read in two thirds of the time that `cases_in_period` takes.
DROP INDEX CONCURRENTLY IF EXISTS cases_names_in_period;
CREATE INDEX CONCURRENTLY cases_names_in_period ON cases (listed_at) INCLUDE (hospital_id, search_names);
