-- What the provings of all chains came to: the histories of cases, the audit log, and their anchors. An administrator asks
-- for one, or the night begins it; the job that proves fills in the rest of its row once.
CREATE TABLE chain_proofs (
  proof_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_at timestamp (3) with time zone NOT NULL,
  begun_at timestamp (3) with time zone,
  ended_at timestamp (3) with time zone,
  cases bigint,
  history_rows bigint,
  audit_rows bigint,
  anchors integer,
  anchored_at timestamp (3) with time zone,
  fault_count integer,
  -- The first of them.
  faults jsonb,
  CHECK ((ended_at IS NULL) = (faults IS NULL))
);
CREATE TRIGGER chain_proofs_kept BEFORE UPDATE OR DELETE ON chain_proofs FOR EACH ROW EXECUTE FUNCTION
  refuse_other_change('again:begun_at', 'ended_at', 'cases', 'history_rows', 'audit_rows', 'anchors', 'anchored_at',
    'fault_count', 'faults');
