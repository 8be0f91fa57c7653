/** What the open PDF is: its name, for a report its versions, and for the assignee the ways to the next version. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CaseDetail, ReportVersion } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { CaretDownIcon, DeviceMobileIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useNow } from '../marks/use-now.ts';
import { PdfPicker } from './pdf-picker.tsx';
import type { ShownDocument } from './shown-document.ts';
import { filesQuery } from './use-case.ts';
import { useSaver } from './use-save.ts';

const Title = styled('h2')({
  flex: 'none',
  margin: 0,
  maxWidth: '100%',
  fontSize: '.8125rem',
  lineHeight: '20px',
  fontWeight: 600,
  overflowWrap: 'anywhere',
});
const Ways = styled('div')({ display: 'flex', flex: 'none', gap: 6, justifyContent: 'center' });
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 400 }));

/** Uploading a report, and adopting the device's where one came with the recording. */
type WaysProps = { detail: CaseDetail; quiet?: boolean; onAdded: () => void };

export function ReportWays({ detail, quiet = false, onAdded }: WaysProps) {
  const { t } = useTranslation('case-page');
  const saver = useSaver();
  const { case_id } = detail;
  const [busy, setBusy] = useState(false);
  const { data: files } = useQuery({ ...filesQuery(case_id), meta: { faults: 'mine' } });
  if (!detail.can_edit_reading) return null;
  const device = files?.request_uploaded.find(({ kind, purged }) => kind === 'report' && !purged);
  const isAdopted = detail.report_versions.some(
    ({ file_id, current }) => current && file_id === device?.file_id,
  );
  const adopt = async (): Promise<void> => {
    setBusy(true);
    try {
      await saver.save({
        send: (version) =>
          api.call(
            'adoptReport',
            { case_id, version },
            { idempotency_key: `${String(case_id)}-${String(version)}-adopt` },
          ),
        untouched: () => true,
        saved: {},
      });
      onAdded();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  const adoptable = device !== undefined && !isAdopted;
  const icon = <DeviceMobileIcon size={16} aria-hidden="true" />;
  return (
    <Ways>
      {adoptable && quiet ? (
        <IconButton name={t('report.adopt')} size="small" disabled={busy} onClick={() => void adopt()}>
          {icon}
        </IconButton>
      ) : null}
      {adoptable && !quiet ? (
        <Button
          size="small"
          disabled={busy}
          startIcon={icon}
          sx={{ fontSize: '.8125rem' }}
          onClick={() => void adopt()}
        >
          {t('report.adopt')}
        </Button>
      ) : null}
      <PdfPicker
        detail={detail}
        kind="report"
        primary={!quiet}
        label={quiet ? t('report.upload-next') : t('report.upload')}
        onAdded={onAdded}
      />
    </Ways>
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
        : t('report.from-technician', { name: created_by?.name ?? '' });
    return `${from} · ${format.moment(created_at, nowMs)}`;
  };
}

function Versions({ detail, shown, onShow }: HeadProps & { shown: { kind: 'report'; version: number } }) {
  const { t } = useTranslation('case-page');
  const wordsOf = useVersionWords();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = detail.report_versions.find(({ report_version }) => report_version === shown.version);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        sx={{
          fontSize: '.8125rem',
          minWidth: 0,
          '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <strong style={{ fontWeight: 600 }}>{t('report.version', { version: shown.version })}</strong>
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
            onClick={() => {
              setAnchor(null);
              onShow({ kind: 'report', version: version.report_version });
            }}
          >
            <strong style={{ fontWeight: 600 }}>
              {t('report.version', { version: version.report_version })}
            </strong>
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
    return <Title style={{ fontFamily: 'var(--font-mono)', fontSize: '.75rem' }}>{shown.filename}</Title>;
  if (shown.kind === 'order') return <Title>{t('doc.order')}</Title>;
  const { version } = shown;
  return (
    <>
      <Title>{t('doc.report-none')}</Title>
      {version === undefined ? null : (
        <Versions detail={detail} shown={{ kind: 'report', version }} onShow={onShow} />
      )}
      {version === undefined ? null : (
        <ReportWays detail={detail} quiet onAdded={() => onShow({ kind: 'report', version: undefined })} />
      )}
    </>
  );
}
