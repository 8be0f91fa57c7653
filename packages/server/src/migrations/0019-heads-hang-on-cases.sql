-- The head of a history is seen with its case, as the history is.
ALTER TABLE case_history_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON case_history_heads USING ((SELECT scope_all('cases')) OR sees_case(case_id));
