/** Shows one dropped file before it is sent: its contents and patient, or why it cannot be sent and what to do. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { priorities } from '@rhythmdesk/domain/case/status';
import { ArrowClockwiseIcon, WarningCircleIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { useNow } from '../../../ui/use-now.ts';
import { CoverageBar } from '../../../trace/panels/coverage-bar.tsx';
import { PreviewStrip } from '../../../trace/panels/preview-strip.tsx';
import type { CheckResult, Preview, Coverage } from '../check/check-result.ts';
import { Choice, FileTicks } from './card-parts.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { acceptedFiles } from '../convert/source.ts';
import { changeCard, removeCards, replaceFile } from './batch.ts';
import { CardBody, CardFrame, CardHead } from './card-frame.tsx';
import { ConversionFields } from './conversion-fields.tsx';
import { ConversionLines } from './conversion-lines.tsx';
import { KnownPatient, MissingFields, PatientLine } from './patient-field.tsx';
import { RecordingFacts, WeakLeads, type SeenFacts } from './recording-facts.tsx';
import { useRefusalWords } from './refusal-words.ts';
import type { Hospital, Prepared, TakenBy } from './use-prepared.ts';
import { hnIdOf, type Refusal } from './verdict.ts';

type Seen = {
  readonly facts: SeenFacts;
  readonly coverage: Coverage | null;
  readonly preview: Preview | null;
};

/**
 * Returns what the page shows of a recording before it is sent: from its zip, or from the file that becomes one. Pure.
 */
function seenOf({ verdict }: Pick<Prepared, 'verdict'>): Seen | null {
  if (verdict.kind === 'checked' || verdict.kind === 'signal') {
    const { facts, coverage, preview } = verdict.result;
    return facts && { facts, coverage, preview };
  }
  if (verdict.kind !== 'asks' && verdict.kind !== 'making') return null;
  const { surveyed, start_ms } = verdict;
  const { coverage, preview } = surveyed;
  return {
    facts: { ...surveyed, start_ms },
    coverage,
    preview: preview && { ...preview, start_ms: (start_ms ?? 0) + preview.start_ms },
  };
}

const Paper = styled('div')(({ theme }) => ({
  height: 86,
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  backgroundColor: theme.vars.palette.ecg.paper,
}));
const Inputs = styled('div')({ display: 'flex', gap: 8, flexWrap: 'wrap' });
const Why = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  padding: '10px 12px',
  color: theme.vars.palette.error.main,
  backgroundColor: theme.vars.palette.error.tint,
  '& svg': { flex: 'none', marginTop: 2 },
  '& strong': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
}));

type TraceProps = {
  readonly preview: Preview | null;
  readonly sampling_hz: number;
  readonly hospital: Hospital | null;
};

function Trace({ preview, sampling_hz, hospital }: TraceProps) {
  if (preview === null) return <Paper />;
  return (
    <Paper>
      <PreviewStrip {...preview} sampling_hz={sampling_hz} time_zone={hospital?.time_zone ?? 'UTC'} />
    </Paper>
  );
}

type Several = { readonly hospitals: readonly Hospital[] };

function HospitalChoice({ prepared, hospitals }: { prepared: Prepared } & Several) {
  const { t } = useTranslation('uploads');
  if (hospitals.length < 2) return null;
  return (
    <Choice
      label={t('hospital')}
      value={prepared.hospital?.id ?? ''}
      placeholder={t('hospital.choose')}
      options={hospitals.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={(hospital_id) => changeCard(prepared.card.id, { hospital_id })}
      width="100%"
    />
  );
}

function Whose({ prepared, nextId }: { prepared: Prepared; nextId: number | null }) {
  const { t } = useTranslation('uploads');
  const words = useWords();
  const { card, waiting } = prepared;
  const known = waiting && {
    name: personName(waiting.patient_first_name, waiting.patient_last_name) || waiting.hn_id,
  };
  return (
    <Inputs>
      {known ? <KnownPatient text={t('attaches', known)} /> : <PatientLine card={card} nextId={nextId} />}
      {waiting ? null : (
        <Choice
          label={t('priority')}
          value={card.priority}
          options={priorities.map((value) => ({ value, label: words.priority(value) }))}
          onChoose={(priority) => changeCard(card.id, { priority })}
          width={112}
        />
      )}
    </Inputs>
  );
}

/** Shows the readable facts of a recording: from its zip, or before there is one from the survey of the source. */
function Readable({ prepared, hospitals, nextId }: UploadCardProps) {
  const { card, hospital, verdict } = prepared;
  const seen = seenOf(prepared);
  if (seen === null) return null;
  const { facts, coverage, preview } = seen;
  const gaps = coverage?.gaps ?? [];
  return (
    <>
      <Trace preview={preview} sampling_hz={facts.sampling_hz} hospital={hospital} />
      <CardBody>
        {coverage ? <CoverageBar gaps={gaps} share={coverage.share} durationMs={facts.duration_ms} /> : null}
        <RecordingFacts facts={facts} coverage={coverage} hospital={hospital} />
        <WeakLeads facts={facts} coverage={coverage} />
        {card.conversion?.surveyed ? <ConversionLines surveyed={card.conversion.surveyed} /> : null}
        <HospitalChoice prepared={prepared} hospitals={hospitals} />
        {card.conversion ? <ConversionFields prepared={prepared} conversion={card.conversion} /> : null}
        <Whose prepared={prepared} nextId={nextId} />
        {prepared.waiting === null ? <MissingFields patient={card.patient} /> : null}
      </CardBody>
      {verdict.kind === 'checked' || verdict.kind === 'signal' ? (
        <FileTicks files={verdict.result.files} />
      ) : null}
    </>
  );
}

/** A zip that could not be opened does not reveal which files it lacks. */
const isOpened = ({ files }: CheckResult): boolean =>
  Object.values(files).some((state) => state !== 'missing');

/** Shows when and by whom the conflicting recording was uploaded; its case opens in another tab. */
function TakenWords({ taken }: { taken: TakenBy }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const now = useNow();
  const time = format.moment(Date.parse(taken.created_at), now);
  return t('taken-by', { time, name: taken.created_by.name });
}

function Refused({ prepared, refusal, hospitals }: { prepared: Prepared; refusal: Refusal } & Several) {
  const { t } = useTranslation('uploads');
  const wordsOf = useRefusalWords();
  const { card, hospital, taken } = prepared;
  const result = card.result === 'broken' ? null : card.result;
  const words = wordsOf(refusal, result, hnIdOf(card) ?? '');
  return (
    <>
      <Why role="alert">
        <WarningCircleIcon size={16} weight="fill" aria-hidden="true" />
        <div>
          <strong>{words.why}</strong>
          {words.counted} {refusal.reason === 'hn-taken' && taken ? <TakenWords taken={taken} /> : words.todo}
        </div>
      </Why>
      <CardBody>
        {result?.facts ? (
          <RecordingFacts facts={result.facts} coverage={result.coverage} hospital={hospital} />
        ) : null}
        {refusal.reason === 'hn-taken' ? <HospitalChoice prepared={prepared} hospitals={hospitals} /> : null}
        <Inputs sx={{ marginTop: 'auto' }}>
          <FilePicker
            label={t(card.conversion ? 'replace.file' : 'replace')}
            accept={acceptedFiles}
            icon={<ArrowClockwiseIcon size={16} aria-hidden="true" />}
            multiple
            onFiles={(files) => void replaceFile(card.id, files)}
          />
          {refusal.reason === 'hn-taken' && taken ? (
            <Button component={Link} to={`/detail/${String(taken.case_id)}`}>
              {t('open-that-case')}
            </Button>
          ) : null}
          <Button variant="text" onClick={() => removeCards([card.id])}>
            {t('remove')}
          </Button>
        </Inputs>
      </CardBody>
      {result !== null && isOpened(result) ? <FileTicks files={result.files} /> : null}
    </>
  );
}

/** Reserves the space of the four files, so that the card does not grow once they are known. */
const TicksToBe = styled('div')(({ theme }) => ({
  height: 33,
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
}));

function Checking() {
  return (
    <>
      <Paper />
      <CardBody aria-busy="true">
        <Skeleton variant="rounded" height={12} />
        <Skeleton variant="rounded" height={34} />
        <Skeleton variant="rounded" height={32} />
      </CardBody>
      <TicksToBe />
    </>
  );
}

type UploadCardProps = { prepared: Prepared; nextId: number | null } & Several;

export function UploadCard({ prepared, hospitals, nextId }: UploadCardProps) {
  const { card, verdict } = prepared;
  return (
    <CardFrame className={verdict.kind} aria-label={hnIdOf(card) ?? card.file.name}>
      <CardHead card={card} verdict={verdict} />
      {verdict.kind === 'checking' ? <Checking /> : null}
      {verdict.kind === 'refused' ? (
        <Refused prepared={prepared} refusal={verdict.refusal} hospitals={hospitals} />
      ) : null}
      {verdict.kind === 'checking' || verdict.kind === 'refused' ? null : (
        <Readable prepared={prepared} hospitals={hospitals} nextId={nextId} />
      )}
    </CardFrame>
  );
}
