/**
 * Shows the head of an open PDF: its name, for a report its versions, and for the assignee the ways to the next
 * version.
 */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CaseDetail, ReportVersion } from '@rhythmdesk/contract/cases';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CaretDownIcon, DeviceMobileIcon, PulseIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useMakeReport } from './make-report.ts';
import { DicomButton } from './dicom-button.tsx';
import { HealthLinkButton } from './health-link-button.tsx';
import { FullDisclosureButton } from './full-disclosure-button.tsx';
import { PatientPageButton } from './patient-page-button.tsx';
import { PdfPicker } from './pdf-picker.tsx';
import { ReplacedVersion } from './replaced-version.tsx';
import { SignatureMark } from './signature-mark.tsx';
import { currentVersion, type ShownDocument } from './shown-document.ts';
import { caseQuery, filesQuery } from '../model/use-case.ts';
import { useSaver } from '../model/use-save.ts';

const Title = styled('h2')({
  flex: 'none',
  margin: 0,
  maxWidth: '100%',
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 600,
  overflowWrap: 'anywhere',
});
const Choices = styled('div')({ display: 'flex', flex: 'none', gap: 6, justifyContent: 'center' });
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 400 }));

type ReportActionsProps = {
  detail: CaseDetail;
  quiet?: boolean;
  onAdded: (newest: number | undefined) => void;
};

/** Makes the device's report the next version; `device` is absent if there is none or it is already current. */
function useAdopt(detail: CaseDetail, afterAdopting: () => void) {
  const saver = useSaver();
  const { case_id } = detail;
  const [busy, setBusy] = useState(false);
  const { data: files } = useQuery(filesQuery(case_id));
  const device = files?.request_uploaded.find(({ kind, purged }) => kind === 'report' && !purged);
  const isAdopted = detail.report_versions.some(
    ({ file_id, current }) => current && file_id === device?.file_id,
  );
  const adopt = async (): Promise<void> => {
    setBusy(true);
    try {
      await saver.save({
        send: (version) => {
          const idempotency_key = `${String(case_id)}-${String(version)}-adopt`;
          return api.call('adoptReport', { case_id, version }, { idempotency_key });
        },
        untouched: () => true,
        saved: {},
      });
      afterAdopting();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { adoptable: device !== undefined && !isAdopted, adopt, busy };
}

/** Shows the button to make a report from the reading, if there is a recording to read. */
function FromReading({
  detail,
  quiet,
  onAdded,
}: Required<Pick<ReportActionsProps, 'detail' | 'quiet'>> & { onAdded: () => void }) {
  const { t } = useTranslation('report');
  const { busy, make } = useMakeReport(detail, onAdded);
  const run = (): void => void make(detail.hospital_language);
  const icon = <PulseIcon size={16} aria-hidden="true" />;
  if (detail.recording !== 'ready') return null;
  return quiet ? (
    <IconButton name={t('from-reading')} size="small" disabled={busy} onClick={run}>
      {icon}
    </IconButton>
  ) : (
    <Button size="small" disabled={busy} startIcon={icon} sx={{ fontSize: textSize.body }} onClick={run}>
      {t('from-reading')}
    </Button>
  );
}

/**
 * Shows the ways to a report: from the reading, by upload, or by adopting the device's if one came with the recording.
 */
export function ReportWays({ detail, quiet = false, onAdded }: ReportActionsProps) {
  const { t } = useTranslation('case-page');
  const cache = useQueryClient();
  const { case_id } = detail;
  /** The case was refetched with the save, and may not be rendered yet. */
  const afterAdopting = (): void =>
    onAdded(currentVersion(cache.getQueryData(caseQuery(case_id).queryKey) ?? detail));
  const { adoptable, adopt, busy } = useAdopt(detail, afterAdopting);
  if (!detail.can_edit_reading) return null;
  const icon = <DeviceMobileIcon size={16} aria-hidden="true" />;
  return (
    <Choices>
      <FromReading detail={detail} quiet={quiet} onAdded={afterAdopting} />
      {adoptable && quiet ? (
        <IconButton name={t('report.adopt')} size="small" disabled={busy} onClick={() => void adopt()}>
          {icon}
        </IconButton>
      ) : null}
      {adoptable && !quiet ? (
        <Button
          size="small"
          autoFocus
          disabled={busy}
          startIcon={icon}
          sx={{ fontSize: textSize.body }}
          onClick={() => void adopt()}
        >
          {t('report.adopt')}
        </Button>
      ) : null}
      <PdfPicker
        detail={detail}
        kind="report"
        primary={!quiet}
        autoFocus={!quiet && !adoptable}
        label={quiet ? t('report.upload-next') : t('report.upload')}
        onAdded={afterAdopting}
      />
    </Choices>
  );
}

type HeadProps = { detail: CaseDetail; shown: ShownDocument; onShow: (shown: ShownDocument) => void };

function useVersionWords(): (version: ReportVersion) => string {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const nowMs = useNow();
  return ({ source, created_by, created_at }) => {
    const from =
      source === 'device'
        ? t('report.from-device')
        : t(source === 'reading' ? 'report.from-reading' : 'report.from-technician', {
            name: created_by?.name ?? '',
          });
    return `${from} · ${format.moment(created_at, nowMs)}`;
  };
}

const versionSx = {
  fontSize: textSize.body,
  minWidth: 0,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

function VersionName({ version }: { version: number }) {
  const { t } = useTranslation('case-page');
  return <strong style={{ fontWeight: 600 }}>{t('report.version', { version })}</strong>;
}

function Versions({ detail, shown, onShow }: HeadProps & { shown: { kind: 'report'; version: number } }) {
  const { t } = useTranslation('case-page');
  const wordsOf = useVersionWords();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = detail.report_versions.find(({ report_version }) => report_version === shown.version);
  const choose = (version: number): void => {
    setAnchor(null);
    onShow({ kind: 'report', version });
  };
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        className="version"
        sx={versionSx}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <VersionName version={shown.version} />
        {open === undefined ? null : <Quiet>{wordsOf(open)}</Quiet>}
        <CaretDownIcon size={12} weight="bold" aria-hidden="true" />
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('report.versions') } }}
      >
        {detail.report_versions.map((version) => (
          <MenuItem
            key={version.report_version}
            role="menuitemradio"
            aria-checked={version.report_version === shown.version}
            selected={version.report_version === shown.version}
            onClick={() => choose(version.report_version)}
          >
            <VersionName version={version.report_version} />
            <Quiet>{wordsOf(version)}</Quiet>
            {version.current ? <Quiet>{t('report.current')}</Quiet> : null}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function ReportHead({ detail, shown, onShow }: HeadProps) {
  const { t } = useTranslation('case-page');
  if (shown.kind === 'file')
    return (
      <Title style={{ fontFamily: 'var(--font-mono)', fontSize: textSize.small }}>{shown.filename}</Title>
    );
  if (shown.kind === 'order') return <Title>{t('doc.order')}</Title>;
  const { version } = shown;
  const { case_id } = detail;
  const signature = detail.report_versions.find((one) => one.report_version === version)?.signature ?? null;
  return (
    <>
      <Title>{t('doc.report-none')}</Title>
      {version === undefined ? null : (
        <>
          <Versions detail={detail} shown={{ kind: 'report', version }} onShow={onShow} />
          <ReplacedVersion
            detail={detail}
            version={version}
            onOpen={(newest) => onShow({ kind: 'report', version: newest })}
          />
        </>
      )}
      <span className="later">
        {version === undefined || signature === null ? null : (
          <SignatureMark key={version} {...{ case_id, signature }} report_version={version} />
        )}
        {version === undefined || signature === null ? null : (
          <DicomButton detail={detail} version={version} />
        )}
        <PatientPageButton detail={detail} />
        <HealthLinkButton detail={detail} />
        <FullDisclosureButton detail={detail} language={detail.hospital_language} />
        {version === undefined ? null : (
          <ReportWays
            detail={detail}
            quiet
            onAdded={(newest) => onShow({ kind: 'report', version: newest })}
          />
        )}
      </span>
    </>
  );
}
