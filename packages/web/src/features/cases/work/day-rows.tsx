/**
 * Lists the cases of the user's day, grouped by what to do with them: one line each; a returned case also shows by whom
 * and why.
 */
import { styled } from '@mui/material/styles';
import { dayGroups, type DayCase, type DayGroup } from '@rhythmdesk/contract/work';
import { ArrowBendDownRightIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { TrendSparkline } from '../../../trace/panels/trend-sparkline.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { PatientName } from '../badges/patient-name.tsx';
import { casePath } from '../model/list-trail.ts';
import { useStepWords } from '../page/step-words.tsx';
import { stepMark } from './use-focus-steps.ts';

const Head = styled('h2')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: '6px 16px',
  fontSize: textSize.small,
  lineHeight: '18px',
  fontWeight: 600,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  '& span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));
const Rows = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&:has(a:focus-visible)': { backgroundColor: theme.vars.palette.row.selected },
}));
const Line = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '148px minmax(166px, 1.1fr) minmax(132px, .8fr) 108px 116px minmax(120px, 2fr) 124px',
  alignItems: 'center',
  gap: 10,
  minHeight: 36,
  padding: '2px 16px',
  '& > *': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > :last-child': { textAlign: 'right' },
  // Two whole lines at most.
  '& > .next': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    lineHeight: '16px',
    whiteSpace: 'normal',
  },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: '1fr auto',
    gap: '2px 10px',
    padding: '8px 16px',
    '& > .recording': { display: 'none' },
    '& > .next, & > :last-child': { gridColumn: '1 / -1', textAlign: 'left' },
  },
}));
/** The whole row is the link. */
const Id = styled(Link)(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
}));
const Quiet = styled('span')(({ theme }) => ({
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  whiteSpace: 'nowrap',
}));
const Back = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: '0 16px 8px 30px',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  '& svg': { flex: 'none', marginTop: 2 },
  '& strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& q': { quotes: 'none', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
}));

function NextStep({ row }: { row: DayCase }) {
  const { t } = useTranslation('actions');
  const said = useStepWords(row);
  const { next_step: step } = row;
  if (said === null) return <>{step.kind === 'act' ? t('step', { action: t(`name.${step.action}`) }) : ''}</>;
  return <>{said.head === undefined ? said.words : `${said.head} · ${said.words}`}</>;
}

/** Shows who returned the case, when and why. */
function HandedBack({ handback }: Pick<DayCase, 'handback'>) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const nowMs = useNow();
  if (handback === null) return null;
  const { action, by, at, comment } = handback;
  return (
    <Back>
      <ArrowBendDownRightIcon size={14} aria-hidden="true" />
      <span>
        <strong>{t(`back.${action}`, { name: by?.name ?? '', when: format.moment(at, nowMs) })}</strong>{' '}
        <q lang={nameLanguage(comment)}>{comment}</q>
      </span>
    </Back>
  );
}

function DayRow({ row }: { row: DayCase }) {
  const { t: word } = useTranslation('words');
  return (
    <Row>
      <Line>
        <span>
          <Id to={casePath(row.case_id)} {...stepMark}>
            {row.hn_id}
          </Id>{' '}
          {row.priority === 'urgent' ? <UrgentTag label={word('priority.urgent')} /> : null}
        </span>
        <PatientName row={row} />
        <Quiet lang={nameLanguage(row.hospital.name)}>{row.hospital.name}</Quiet>
        <span className="recording">
          {row.sparkline === null ? null : <TrendSparkline bytes={row.sparkline} />}
        </span>
        <span>
          <CaseStatusChip row={row} />
        </span>
        <Quiet className="next">
          <NextStep row={row} />
        </Quiet>
        <span>
          <CaseTimeLeft row={row} />
        </span>
      </Line>
      {row.group === 'returned' ? <HandedBack handback={row.handback} /> : null}
    </Row>
  );
}

function Group({ group, rows }: { group: DayGroup; rows: readonly DayCase[] }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Head id={id}>
        {t(`group.${group}`)} <span>{format.number(rows.length)}</span>
      </Head>
      <Rows>
        {rows.map((row) => (
          <DayRow key={row.case_id} row={row} />
        ))}
      </Rows>
    </section>
  );
}

export function DayRows({ items }: { items: readonly DayCase[] }) {
  return dayGroups.map((group) => (
    <Group key={group} group={group} rows={items.filter((item) => item.group === group)} />
  ));
}
