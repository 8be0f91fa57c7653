/** Writes out the boxes of the first page: critical findings, and findings that the reading does not list. */
import { isNamedPause } from '@rhythmdesk/ecg/rhythm/pauses';
import { instantOf, type Source } from './page-tables.ts';
import { fill, filled } from './report-forms.ts';

/** Lists rule, time, duration and rate of each critical finding, and its review by a person. */
export function criticalParts({ document, words, forms }: Source): (readonly [string, string])[] {
  return document.critical.map((finding) => {
    const at = finding.acknowledged_at;
    const judged = fill(words.critical_states[finding.state], {
      name: finding.acknowledged_name ?? '',
      time: at === null ? '' : forms.minute(Date.parse(at)),
    });
    const time = forms.moment(instantOf(document, finding.start_sample));
    const rate = finding.bpm === null ? null : forms.bpm(finding.bpm);
    const { seconds } = finding;
    const lasting = seconds < 60 ? forms.seconds(1000 * seconds) : forms.length(seconds);
    const { rule, kind } = finding;
    const named = isNamedPause(kind) ? words.rhythms[kind] : words.critical_rules[rule];
    const what = filled([named, time, lasting, rate]);
    return [what, judged];
  });
}

/**
 * Returns the kinds of findings that the reading lists only in part and the chief's statement about them; null if all
 * are listed.
 */
export function leftOutParts({ document, words, forms }: Source) {
  const { figures, left_out_statement: said } = document;
  if (figures.left_out.length === 0) return null;
  const kinds = figures.left_out.map(({ kind, found, listed }) =>
    fill(words.left_out.kind, {
      kind: words.rhythms[kind],
      found: forms.count(found),
      listed: forms.count(listed),
    }),
  );
  if (said === null) return { kinds, words: [], by: words.left_out.unstated };
  const stated = { name: said.by.name, time: forms.minute(Date.parse(said.stated_at)) };
  return { kinds, words: said.words.split(/\r?\n/), by: fill(words.left_out.stated, stated) };
}
