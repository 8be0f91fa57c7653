/**
 * Shows the report of the current reading as the server renders it, updated after each saved edit. The old pages are
 * shown until the new ones arrive. The language is the user's until another one is chosen.
 */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../platform/client/api.ts';
import { bytesOf } from '../../../../platform/client/file-body.ts';
import { ApiError } from '../../../../platform/client/api-error.ts';
import { asLanguage, languageNames } from '../../../../platform/texts/languages.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { spokenOnly } from '../../../../ui/spoken-only.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { reportKeys } from './report-keys.ts';
import { casePath } from '../../model/list-trail.ts';
import { FullDisclosureButton } from '../../page/full-disclosure-button.tsx';
import { useMakeReport } from '../../page/make-report.ts';
import { useSaver } from '../../model/use-save.ts';
import { PdfViewer } from '../../pdf/pdf-viewer.tsx';
import {
  chosenLanguageOf,
  type DeskOfReport,
  madeToHandOnOf,
  useReportLanguage,
  useReportWish,
  useSavedSequence,
} from './report-standing.ts';

const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  backgroundColor: theme.vars.palette.surface.s3,
}));
/** The tab shows the same word. */
const Title = styled('h2')(spokenOnly);
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

type PreviewedCase = Pick<
  CaseDetail,
  | 'case_id'
  | 'version'
  | 'hn_id'
  | 'hospital_language'
  | 'confirmed_date'
  | 'can_edit_reading'
  | 'report_versions'
  | 'report_behind'
  | 'recording'
>;
/** The report, or the page in plain words for the patient. */
const paperKinds = ['report', 'patient'] as const;
type PaperKind = (typeof paperKinds)[number];

type PreviewQuery = Pick<PreviewedCase, 'case_id' | 'version'> & {
  readonly language: Language;
  readonly kind: PaperKind;
  readonly sequence: number;
};

/** Each state of the reading has pages of its own; a response that a later edit made outdated is not awaited. */
function usePages({ case_id, version, language, kind, sequence }: PreviewQuery) {
  return useQuery({
    queryKey: ['report-preview', case_id, kind, language, version, sequence],
    queryFn: async ({ signal }) => {
      const answer =
        kind === 'report'
          ? await api.download('reportPreview', { case_id, language }, { signal })
          : await api.download('patientPage', { case_id, language, of: 'reading' }, { signal });
      return bytesOf(answer);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

type HeadProps = {
  readonly desk: DeskOfReport;
  readonly detail: PreviewedCase;
  readonly language: Language;
  readonly kind: PaperKind;
  readonly onKind: (next: PaperKind) => void;
  readonly onLanguage: (next: Language) => void;
  readonly isBehind: boolean;
  /** True if there is nothing to render. */
  readonly isMissing: boolean;
};

type MakeProps = Pick<HeadProps, 'desk' | 'detail' | 'language' | 'isBehind'>;

/**
 * Makes the next version from the current reading. If the conclusion is not saved yet, a press saves it at once. If the
 * pages are not up to date, a press waits for them, so that users see what the version contains. The button is never disabled, because that would take the focus away from it.
 */
function MakeVersion({ desk, detail, language, isBehind: arePagesBehind }: MakeProps) {
  const { t } = useTranslation('report');
  const handsOn = useRef(false);
  const { busy, make } = useMakeReport(detail, () => madeToHandOnOf(desk).set(handsOn.current));
  const isPressed = useRef(false);
  const saver = useSaver();
  const isUnsaved = useSyncExternalStore(saver.log.onChange, () => saver.log.state().waiting > 0);
  const isBehind = isUnsaved || arePagesBehind;
  const go = (): void => {
    isPressed.current = isBehind;
    if (isUnsaved) void saver.settle();
    if (!busy && !isBehind) void make(language);
  };
  const press = (): void => {
    handsOn.current = false;
    go();
  };
  const onFollowed = useEffectEvent(() => {
    if (isPressed.current) go();
  });
  useEffect(() => {
    if (!isBehind) onFollowed();
  }, [isBehind]);
  useReportWish(desk, 'version', press);
  useReportWish(desk, 'handing-on', () => {
    handsOn.current = true;
    go();
  });
  useDeskCommands(reportKeys, { 'make-version': { once: true, run: press } }, 'page');
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-disabled={busy || isBehind}
      sx={{ fontSize: textSize.body, '&[aria-disabled="true"]': { opacity: 0.6 } }}
      onClick={press}
    >
      {t('make')}
      <KeyCap name={reportKeys['make-version'].keys[0]} command="make-version" />
    </Button>
  );
}

/** Returns the version that was made from the reading and conclusion as they are now; undefined if there is none. */
const savedVersion = ({ report_versions, report_behind }: PreviewedCase) =>
  report_behind ? undefined : report_versions.find(({ current, source }) => current && source === 'reading');

function Head({ desk, detail, language, kind, onKind, onLanguage, isBehind, isMissing }: HeadProps) {
  const { t } = useTranslation('report');
  const saved = savedVersion(detail);
  const standing = saved === undefined ? t('as-it-stands') : t('made', { version: saved.report_version });
  const state = isMissing ? null : isBehind ? t('following') : standing;
  return (
    <>
      <Title>{t('title')}</Title>
      <Select
        size="small"
        value={kind}
        inputProps={{ 'aria-label': t('paper') }}
        sx={{ fontSize: textSize.body }}
        onChange={({ target }) => onKind(paperKinds.find((one) => one === target.value) ?? kind)}
      >
        {paperKinds.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`paper.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <Select
        size="small"
        value={language}
        inputProps={{ 'aria-label': t('language') }}
        sx={{ fontSize: textSize.body }}
        onChange={({ target }) => onLanguage(asLanguage(target.value) ?? language)}
      >
        {languages.map((one) => (
          <MenuItem key={one} value={one} lang={languageNames[one].tag}>
            {languageNames[one].name}
          </MenuItem>
        ))}
      </Select>
      {isMissing ? null : <FullDisclosureButton detail={detail} language={language} />}
      <Quiet role="status" title={state ?? undefined}>
        {state}
      </Quiet>
      {detail.can_edit_reading && kind === 'report' && !isMissing ? (
        <MakeVersion {...{ desk, detail, language, isBehind }} />
      ) : null}
    </>
  );
}

type NoPagesProps = {
  readonly error: Error;
  readonly isMissing: boolean;
  readonly onRetry: () => void;
  readonly case_id: number;
};

/** Whose case it is, and who may take it or assign it, is decided on the case page. */
function NoPages({ error, isMissing, onRetry, case_id }: NoPagesProps) {
  const { t } = useTranslation('report');
  if (isMissing && error instanceof ApiError) return <EmptyState title={error.detail} />;
  return (
    <ErrorState {...{ error, onRetry }} instead={<Link to={casePath(case_id)}>{t('open-case')}</Link>} />
  );
}

type PreviewProps = { readonly desk: DeskOfReport; readonly detail: PreviewedCase };

export function ReportPreview({ desk, detail }: PreviewProps) {
  const language = useReportLanguage(desk, detail);
  const [kind, setKind] = useState<PaperKind>('report');
  const sequence = useSavedSequence();
  const { data, error, refetch, isPlaceholderData } = usePages({ ...detail, language, kind, sequence });
  const { case_id } = detail;
  const isMissing = error instanceof ApiError && error.status === 416;
  const head = (
    <Head
      {...{ desk, detail, language, kind }}
      onKind={setKind}
      onLanguage={chosenLanguageOf(desk).set}
      isBehind={isPlaceholderData || (data === undefined && error === null)}
      isMissing={isMissing}
    />
  );
  const bytes = error === null ? data : undefined;
  return (
    <Frame>
      <PdfViewer
        {...{ bytes, head }}
        filename={`${detail.hn_id}-${kind}-preview.pdf`}
        instead={
          error === null ? undefined : (
            <NoPages {...{ error, isMissing, case_id }} onRetry={() => void refetch()} />
          )
        }
      />
    </Frame>
  );
}
