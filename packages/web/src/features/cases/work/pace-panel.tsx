/** Shows the user's own pace: cases and hours of recording finished on each working day, against their own median. */
import { styled } from '@mui/material/styles';
import type { Day } from '@rhythmdesk/contract/work';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Section } from '../../../ui/panel.tsx';
import type { ListLink } from './list-link.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '2px 0 2px 10px', fontWeight: 400, textAlign: 'right', whiteSpace: 'nowrap' },
  '& tr > th:first-of-type': { paddingLeft: 0, textAlign: 'left', color: theme.vars.palette.text.secondary },
  '& thead th, & tfoot': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& .today > *': { fontWeight: 600 },
  '& a': { color: 'inherit' },
  '& .bar': { width: '50%' },
}));
const Track = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'block',
  height: 8,
  borderRadius: 2,
  backgroundColor: theme.vars.palette.surface.s3,
  '& > i': {
    position: 'absolute',
    inset: '0 auto 0 0',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& > b': {
    position: 'absolute',
    top: -3,
    bottom: -3,
    width: 2,
    marginLeft: -1,
    backgroundColor: theme.vars.palette.text.primary,
  },
}));
const Note = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

const percent = (value: number, of: number): string => `${String(of === 0 ? 0 : (100 * value) / of)}%`;

type PacePanelProps = { pace: Day['pace']; today: string; linkTo: (day: string) => ListLink };

function PaceRow({
  each,
  most,
  median,
  isToday,
  link,
}: {
  each: Day['pace']['days'][number];
  most: number;
  median: number;
  isToday: boolean;
  link: ListLink;
}) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { day, cases, minutes } = each;
  return (
    <tr className={isToday ? 'today' : undefined}>
      <th scope="row">{isToday ? t('pace.today') : format.instant('weekday', `${day}T00:00:00Z`, 'UTC')}</th>
      <td className="bar" aria-hidden="true">
        <Track>
          <i style={{ width: percent(cases, most) }} />
          <b style={{ left: percent(median, most) }} />
        </Track>
      </td>
      <td>
        {cases === 0 ? (
          format.number(0)
        ) : (
          <Link to={link.to} search={link.search}>
            {format.number(cases)}
          </Link>
        )}
      </td>
      <td>{t('hours', { hours: format.number(minutes / 60, 1) })}</td>
    </tr>
  );
}

export function PacePanel({ pace, today, linkTo }: PacePanelProps) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { days, median_cases, median_minutes } = pace;
  const most = Math.max(median_cases, ...days.map(({ cases }) => cases));
  return (
    <Section title={t('pace')}>
      <Table aria-label={t('pace')}>
        <thead>
          <tr>
            <th scope="col">{t('pace.day')}</th>
            <td aria-hidden="true" />
            <th scope="col">{t('pace.cases')}</th>
            <th scope="col">{t('pace.hours')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((each) => (
            <PaceRow
              key={each.day}
              each={each}
              most={most}
              median={median_cases}
              isToday={each.day === today}
              link={linkTo(each.day)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('pace.median')}</th>
            <td aria-hidden="true" />
            <td>{format.number(median_cases)}</td>
            <td>{t('hours', { hours: format.number(median_minutes / 60, 1) })}</td>
          </tr>
        </tfoot>
      </Table>
      <Note>{t('pace.note')}</Note>
    </Section>
  );
}
