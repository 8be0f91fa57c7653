/** Lists second readings as rows: recording, duration, reader, and the possible actions or the agreement. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { SecondReading, SecondView } from '@rhythmdesk/contract/second-readings';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { cellTexts, RowHead, RowList } from '../../../ui/list/row-list.ts';
import { PatientName } from '../badges/patient-name.tsx';
import { secondDeskPath, secondPath } from './second-paths.ts';
import { useSecondActs } from './use-second-acts.ts';

const columns = 'minmax(170px, 1.2fr) minmax(140px, 0.8fr) minmax(170px, 1fr) minmax(180px, auto)';
const Head = styled(RowHead)(({ theme }) => ({
  gridTemplateColumns: columns,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& > :last-child': { textAlign: 'right' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));
const Row = styled('li')(({ theme }) => ({
  ...cellTexts(theme),
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 68,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '&:has(> a)': { '&:hover': { backgroundColor: theme.vars.palette.row.hover } },
  '& .acts': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 },
  '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& .figure b': { fontWeight: 600 },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: '12px 16px',
    '& .acts': { justifyContent: 'flex-start', marginTop: 4 },
    '& .acts .MuiButton-root': { minHeight: 44 },
    '& .figure': { textAlign: 'left' },
  },
}));
/** The whole row links to its agreement. */
const Open = styled(Link)(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
}));

function Recording({ one }: { one: SecondReading }) {
  const format = useFormat();
  const { recording_start, recording_seconds, time_zone } = one;
  return (
    <div>
      {recording_start === null ? '–' : format.instant('date', recording_start, time_zone)}
      <small>{recording_seconds === null ? '–' : format.duration(1000 * recording_seconds)}</small>
    </div>
  );
}

function useStateWords(): (one: SecondReading) => string {
  const { t } = useTranslation('second');
  const { id } = useSessionUser();
  const format = useFormat();
  const whenOf = (at: string | null): string => (at === null ? '–' : format.instant('dayTime', at));
  return ({ state, drawn_at, taken_at, finished_at, reader, may_read }) => {
    if (state === 'finished') return t('state.finished', { when: whenOf(finished_at) });
    if (state === 'waiting') return t('state.waiting', { when: whenOf(drawn_at) });
    if (may_read || reader?.id === id) return t('state.yours', { when: whenOf(taken_at) });
    return t('state.taken', { name: reader?.name ?? '–', when: whenOf(taken_at) });
  };
}

function Acts({ one, acts }: { one: SecondReading; acts: ReturnType<typeof useSecondActs> }) {
  const { t } = useTranslation('second');
  const { hn_id, second_id } = one;
  const back = one.no_reader ? 'let-go' : 'give-back';
  return (
    <div className="acts">
      {one.may_give_back ? (
        <Button
          size="small"
          variant="text"
          disabled={acts.busy}
          aria-label={t(`${back}.name`, { hn_id })}
          onClick={() => acts.giveBack(one)}
        >
          {t(back)}
        </Button>
      ) : null}
      {one.may_read ? (
        <Button
          size="small"
          variant="contained"
          component={Link}
          to={secondDeskPath(second_id)}
          aria-label={t('go-on.name', { hn_id })}
        >
          {t('go-on')}
        </Button>
      ) : null}
      {one.may_take ? (
        <Button
          size="small"
          variant="outlined"
          disabled={acts.busy}
          aria-label={t('take.name', { hn_id })}
          onClick={() => acts.take(one)}
        >
          {t('take')}
        </Button>
      ) : null}
    </div>
  );
}

function Agreement({ one: { kappa, share } }: { one: SecondReading }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  return (
    <div className="figure">
      <b>{kappa === null ? t('kappa.none') : t('kappa', { value: format.number(kappa, 2) })}</b>
      {share === null ? null : <small>{t('same', { share: format.percent(share) })}</small>}
    </div>
  );
}

function Readers({ one: { first_reader, reader } }: { one: SecondReading }) {
  const { t } = useTranslation('second');
  return <>{t('readers', { first: first_reader?.name ?? '–', second: reader?.name ?? '–' })}</>;
}

type RowProps = { one: SecondReading; view: SecondView; acts: ReturnType<typeof useSecondActs> };

function SecondRow({ one, view, acts }: RowProps) {
  const { t } = useTranslation('second');
  const stateOf = useStateWords();
  const { hospital, hn_id } = one;
  const isFinished = view === 'finished';
  return (
    <Row>
      <div>
        <PatientName row={one} />
        <small className="clip">
          <span className="id">{hn_id}</span> ·{' '}
          <span lang={nameLanguage(hospital.name)}>{hospital.name}</span>
        </small>
      </div>
      <Recording one={one} />
      <div>
        {isFinished ? <Readers one={one} /> : stateOf(one)}
        {isFinished ? <small>{stateOf(one)}</small> : null}
        {one.no_reader ? <small>{t('no-reader')}</small> : null}
      </div>
      {isFinished ? <Agreement one={one} /> : <Acts one={one} acts={acts} />}
      {isFinished ? <Open to={secondPath(one.second_id)} aria-label={t('open', { hn_id })} /> : null}
    </Row>
  );
}

export function SecondRows({ items, view }: { items: readonly SecondReading[]; view: SecondView }) {
  const { t } = useTranslation('second');
  const acts = useSecondActs();
  return (
    <>
      <Head aria-hidden="true">
        <span>{t('column.patient')}</span>
        <span>{t('column.recording')}</span>
        <span>{view === 'finished' ? t('column.readers') : t('column.state')}</span>
        <span>{view === 'finished' ? t('column.agreement') : ''}</span>
      </Head>
      <RowList aria-label={t('title')}>
        {items.map((one) => (
          <SecondRow key={one.second_id} one={one} view={view} acts={acts} />
        ))}
      </RowList>
    </>
  );
}
