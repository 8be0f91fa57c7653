/**
 * Lists the largest differences between two readings; each links to its place in the recording, for users who may read
 * it.
 */
import { styled } from '@mui/material/styles';
import type { KeptAgreement, SecondDetail } from '@rhythmdesk/contract/second-readings';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useFindingName } from '../analysis/use-finding-name.ts';
import { deskPath } from '../model/list-trail.ts';

const List = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 16px',
    minHeight: 32,
    padding: '6px 0',
    borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& li > :first-of-type': { flex: 'none', minWidth: 132, fontVariantNumeric: 'tabular-nums' },
  '& a': { color: theme.vars.palette.primary.main, textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  [theme.breakpoints.down('md')]: { '& li': { padding: '10px 0' } },
}));

type Difference = KeptAgreement['differences'][number];
type Placed = { readonly one: Difference; readonly detail: SecondDetail };

/** Returns the wall-clock time of a difference; null if it is not known. */
function instantOf({ one, detail: { sampling_hz, recording_start } }: Placed): number | null {
  if (sampling_hz === null || recording_start === null) return null;
  return Math.round(Date.parse(recording_start) + (1000 * one.start_sample) / sampling_hz);
}

function useDifferenceWords(): (placed: Placed) => string {
  const { t } = useTranslation('second');
  const nameOf = useFindingName();
  const format = useFormat();
  return ({ one, detail: { sampling_hz } }) => {
    if (one.of === 'beats') {
      const letter = (name: typeof one.first): string =>
        name === null ? t('beats.none') : beatLabels[name].letter;
      return t('difference.beats', {
        count: one.beats,
        first: letter(one.first),
        second: letter(one.second),
      });
    }
    const seconds = sampling_hz === null ? 0 : (one.end_sample - one.start_sample) / sampling_hz;
    return t(`difference.${one.side}`, {
      kind: nameOf(one.kind),
      length: format.length(seconds),
    });
  };
}

function DifferencePlace(placed: Placed) {
  const { t } = useTranslation('second');
  const { user_role } = useSessionUser();
  const format = useFormat();
  const { case_id, time_zone } = placed.detail;
  const at = instantOf(placed);
  if (at === null) return <span>–</span>;
  const time = t('difference.go', { time: format.instant('second', at, time_zone) });
  const day = format.instant('weekday', at, time_zone);
  if (!hasPage(user_role.role_key, '/review/{case_id}')) return <span title={day}>{time}</span>;
  return (
    <Link to={deskPath(case_id)} search={{ at: new Date(at).toISOString() }} title={day}>
      {time}
    </Link>
  );
}

type ListProps = {
  readonly differences: KeptAgreement['differences'];
  readonly detail: SecondDetail;
};

export function DifferenceList({ differences, detail }: ListProps) {
  const { t } = useTranslation('second');
  const wordsOf = useDifferenceWords();
  return (
    <section aria-label={t('differences.title')}>
      <h2>{t('differences.title')}</h2>
      {differences.length === 0 ? <p>{t('differences.none')}</p> : null}
      <List>
        {differences.map((one, index) => (
          <li key={index}>
            <DifferencePlace one={one} detail={detail} />
            <span>{wordsOf({ one, detail })}</span>
          </li>
        ))}
      </List>
    </section>
  );
}
