/** Lists the findings of the board as rows, each with its strip, the time left and its current step. */
import { styled } from '@mui/material/styles';
import type { CriticalFinding } from '@rhythmdesk/contract/critical';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { TimeLeft } from '../../../ui/badges/time-left.tsx';
import { cellTexts, RowHead, RowList } from '../../../ui/list/row-list.ts';
import { useTimeToDeadline } from '../badges/critical-tag.tsx';
import { PatientName } from '../badges/patient-name.tsx';
import { FindingStrip } from './place-strip.tsx';
import { StepBars } from './step-bars.tsx';
import { useCriticalWords, useStepWords } from '../badges/use-critical-words.ts';

const columns = 'minmax(150px, 1.1fr) minmax(130px, 1fr) 268px minmax(112px, auto) 144px';
const Head = styled(RowHead)(({ theme }) => ({
  gridTemplateColumns: columns,
  '& :nth-of-type(4)': { textAlign: 'right' },
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));
const Row = styled('li')(({ theme }) => ({
  ...cellTexts(theme),
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: 16,
  minHeight: 102,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  borderLeft: '3px solid transparent',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[data-chosen]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.row.selected,
  },
  '& .due': { textAlign: 'right' },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '6px 12px',
    '& .strip': { gridColumn: '1 / -1', maxWidth: 420 },
    '& .finding': { gridRow: 1, gridColumn: 1 },
    '& .due': { gridRow: 1, gridColumn: 2 },
  },
}));
/** The whole row is the button. */
const Choose = styled('button')(({ theme }) => ({
  padding: 0,
  border: 0,
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  background: 'none',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
}));

function Deadline({ finding }: { finding: CriticalFinding }) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const timeTo = useTimeToDeadline();
  const { due_at, ended_at, deadline_minutes } = finding;
  const rule = <small>{t('deadline.rule', { minutes: deadline_minutes })}</small>;
  if (ended_at !== null) {
    return (
      <div className="due">
        <TimeLeft kind="done" label={format.instant('dayTime', ended_at)} />
        {rule}
      </div>
    );
  }
  const { over, soon, words } = timeTo(due_at);
  return (
    <div className="due">
      <TimeLeft
        kind={over ? 'over' : soon ? 'soon' : 'later'}
        label={words}
        title={format.instant('dateTime', due_at)}
      />
      {rule}
    </div>
  );
}

type RowProps = { finding: CriticalFinding; chosen: boolean; onChoose: (finding_id: number) => void };

function FindingRow({ finding, chosen, onChoose }: RowProps) {
  const { t } = useTranslation('critical');
  const wordsOf = useCriticalWords();
  const stepOf = useStepWords();
  const timeTo = useTimeToDeadline();
  const { title, figure, at } = wordsOf(finding);
  const { step, note } = stepOf(finding);
  const late = finding.ended_at === null && timeTo(finding.due_at).over;
  const { hospital, hn_id, finding_id, steps } = finding;
  return (
    <Row data-chosen={chosen ? '' : undefined}>
      <div>
        <PatientName row={finding} />
        <small className="clip" lang={nameLanguage(hospital.name)}>
          {hospital.name}
        </small>
        <span className="id">{hn_id}</span>
      </div>
      <div className="finding">
        <Choose type="button" aria-pressed={chosen} onClick={() => onChoose(finding_id)}>
          {title}
        </Choose>
        <small>{figure}</small>
        <small>{at}</small>
      </div>
      <div className="strip">
        <FindingStrip finding={finding} height={58} mmPerMv={20} leads={1} label={title} />
      </div>
      <Deadline finding={finding} />
      <div>
        <StepBars steps={steps} late={late} label={t('steps', { done: steps, all: 5 })} />
        <small style={{ fontWeight: 600, marginTop: 4 }}>{step}</small>
        <small className="clip">{note}</small>
      </div>
    </Row>
  );
}

export type CriticalRowsProps = {
  items: readonly CriticalFinding[];
  chosen: number | undefined;
  onChoose: (finding_id: number) => void;
};

export function CriticalRows({ items, chosen, onChoose }: CriticalRowsProps) {
  const { t } = useTranslation('critical');
  return (
    <>
      <Head aria-hidden="true">
        <span>{t('column.patient')}</span>
        <span>{t('column.finding')}</span>
        <span>{t('column.strip')}</span>
        <span>{t('column.deadline')}</span>
        <span>{t('column.step')}</span>
      </Head>
      <RowList aria-label={t('title')}>
        {items.map((finding) => (
          <FindingRow
            key={finding.finding_id}
            finding={finding}
            chosen={finding.finding_id === chosen}
            onChoose={onChoose}
          />
        ))}
      </RowList>
    </>
  );
}
