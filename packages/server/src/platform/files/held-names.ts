/** Lists which stored files the rows of the database name. */

/**
 * Selects every name in a living row with its case, in the columns `name` and `case_id`. A name may occur more than
 * once.
 */
export const heldNamesQuery = `
  select sha256 as name, case_id from case_files where purged_at is null
  union all select trace_sha256, case_id from recordings where purged_at is null
  union all select jsonb_array_elements_text(pyramid->'level_sha256'), case_id from recordings
    where purged_at is null
  union all select beats_sha256, case_id from analyses where beats_sha256 is not null
  union all select extra->>'sha256', null from uploads u, jsonb_array_elements(u.metadata->'extra_files') extra
    where u.state in ('receiving', 'checking')`;
