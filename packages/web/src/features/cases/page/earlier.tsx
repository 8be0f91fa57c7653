/** Links to earlier recordings of the same patient. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { casePath } from '../model/list-trail.ts';
import { Section } from '../../../ui/panel.tsx';
import { PartShown } from '../../../ui/list/part-shown.tsx';

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& a': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 8,
    minHeight: 24,
    alignItems: 'center',
    margin: '0 -6px',
    padding: '0 6px',
    borderRadius: 4,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '& code': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& span': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

export function Earlier({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  if (detail.earlier.length === 0) return null;
  return (
    <Section title={t('earlier')}>
      <List>
        {detail.earlier.map(({ case_id, hn_id, recording_start, recording_seconds, af_share }) => {
          const said = [
            recording_start === null ? '' : format.instant('date', recording_start, detail.time_zone),
            recording_seconds === null ? '' : format.duration(recording_seconds * 1000),
            af_share === null ? '' : t('earlier.af', { share: format.percent(af_share) }),
          ];
          return (
            <li key={case_id}>
              <Link to={casePath(case_id)}>
                <code>{hn_id}</code>
                <span>{said.filter(Boolean).join(' · ')}</span>
              </Link>
            </li>
          );
        })}
      </List>
      <PartShown shown={detail.earlier.length} total={detail.earlier_total} />
    </Section>
  );
}
