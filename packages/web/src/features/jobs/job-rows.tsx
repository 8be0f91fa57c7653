/**
 * Lists failed jobs as a table, and as cards for phones: the job, its recording, the reason and the time of the
 * failure.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { GivenUpJob } from '@rhythmdesk/contract/jobs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Card, Cards } from '../../ui/list/row-cards.ts';

export type JobRowsProps = {
  readonly jobs: readonly GivenUpJob[];
  readonly nowMs: number;
  readonly busy: boolean;
  readonly onAgain: (id: number) => void;
};

const Table = styled(ListTable)(({ theme }) => ({
  '& td': { whiteSpace: 'normal' },
  '& .why': { minWidth: 220 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 16, textAlign: 'right' },
  [theme.breakpoints.down('lg')]: { '& td, & th': { padding: '0 8px' } },
}));

const Recording = styled('span')({
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.small,
  whiteSpace: 'nowrap',
});
const CaseLink = styled(Link)(({ theme }) => ({
  display: 'inline-block',
  padding: '3px 0',
  color: theme.vars.palette.primary.main,
}));

/** Shows the recording's number, as a link to its case if there is one. */
function OfRecording({ job: { case_id, hn_id } }: { job: GivenUpJob }) {
  if (hn_id === null) return <span>–</span>;
  if (case_id === null) return <Recording>{hn_id}</Recording>;
  return (
    <CaseLink to={`/detail/${String(case_id)}`}>
      <Recording>{hn_id}</Recording>
    </CaseLink>
  );
}

function Again({ job, busy, onAgain }: Pick<JobRowsProps, 'busy' | 'onAgain'> & { job: GivenUpJob }) {
  const { t } = useTranslation('jobs');
  const what = [t(`job.${job.job}`), job.hn_id ?? ''].join(' ').trim();
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={busy}
      aria-label={t('again-what', { what })}
      onClick={() => onAgain(job.id)}
    >
      {t('again')}
    </Button>
  );
}

export function JobTable({ jobs, nowMs, ...again }: JobRowsProps) {
  const { t } = useTranslation('jobs');
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.job')}</th>
          <th scope="col">{t('column.recording')}</th>
          <th scope="col">{t('column.fault')}</th>
          <th scope="col" className="number">
            {t('column.attempts')}
          </th>
          <th scope="col">{t('column.failed_at')}</th>
          <th scope="col">{t('column.again')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <td className="strong">{t(`job.${job.job}`)}</td>
            <td>
              <OfRecording job={job} />
            </td>
            <td className="why">{t(`fault.${job.fault}`)}</td>
            <td className="number">{format.number(job.attempts)}</td>
            <td title={format.relative(job.failed_at, nowMs)}>{format.moment(job.failed_at, nowMs)}</td>
            <td>
              <Again job={job} {...again} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function JobCards({ jobs, nowMs, ...again }: JobRowsProps) {
  const { t } = useTranslation('jobs');
  const format = useFormat();
  return (
    <Cards>
      {jobs.map((job) => (
        <Card tinted={false} key={job.id}>
          <span className="line">
            <b>{t(`job.${job.job}`)}</b>
            <span className="quiet">{format.moment(job.failed_at, nowMs)}</span>
          </span>
          <span>{t(`fault.${job.fault}`)}</span>
          <span className="line quiet">
            <span>
              <OfRecording job={job} /> · {t('attempts', { count: job.attempts })}
            </span>
            <Again job={job} {...again} />
          </span>
        </Card>
      ))}
    </Cards>
  );
}
