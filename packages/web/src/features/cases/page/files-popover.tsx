/** Lists the files of the case grouped by their source: PDFs open in the page, everything else is downloaded. */
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import type { CaseDetail, CaseFile } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { blobOf } from '../../../platform/client/file-body.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { ExportList } from './export-list.tsx';
import { FilePanel } from './file-panel.ts';
import type { RecordingExport } from './use-export.ts';
import { PdfPicker } from './pdf-picker.tsx';
import type { ShownDocument } from './shown-document.ts';
import { filesQuery } from '../model/use-case.ts';
import { can } from '@rhythmdesk/domain/people/can';
import { useSessionUser } from '../../../platform/session/session-state.ts';

const signalKinds: readonly CaseFile['kind'][] = ['signal', 'view', 'summary', 'events'];

/** Returns whether this role can ever download a kind of file; the server decides about each download. */
function useMayDownload(): (file: CaseFile) => boolean {
  const { user_role } = useSessionUser();
  return ({ kind, purged }) =>
    !purged && can(user_role, signalKinds.includes(kind) ? 'file.signal' : 'file.report') !== 'never';
}

const isPdf = ({ media_type }: Pick<CaseFile, 'media_type'>): boolean => media_type === 'application/pdf';

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 34,
  '& .name': {
    fontFamily: 'var(--font-mono)',
    fontSize: textSize.small,
    overflowWrap: 'anywhere',
    flex: 1,
    minWidth: 0,
  },
  '& button.name': {
    padding: '4px 0',
    border: 0,
    background: 'none',
    textAlign: 'left',
    cursor: 'pointer',
    color: theme.vars.palette['blue-button'].main,
  },
  '& button.name:hover': { textDecoration: 'underline' },
  '& .meta': { flex: 'none', fontSize: textSize.small, color: theme.vars.palette.gray, textAlign: 'right' },
}));
const Foot = styled('div')({ padding: '10px 14px' });

type RowProps = { file: CaseFile; onOpen: () => void };

function FileRow({ file, onOpen }: RowProps) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const nowMs = useNow();
  const may = useMayDownload()(file);
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await api.download('file', { file_id: file.file_id });
      saveBytes(await blobOf(answer), file.filename, file.media_type);
    } catch (error) {
      await showFault(error, 'download');
    } finally {
      setBusy(false);
    }
  };
  const who = file.created_by === null ? '' : file.created_by.name;
  return (
    <Row title={[who, format.moment(file.created_at, nowMs)].filter(Boolean).join(', ')}>
      {may && isPdf(file) ? (
        <button
          type="button"
          className="name"
          aria-label={t('files.open', { name: file.filename })}
          onClick={onOpen}
        >
          {file.filename}
        </button>
      ) : (
        <span className="name">{file.filename}</span>
      )}
      <span className="meta">{file.purged ? t('files.purged') : format.bytes(file.size_bytes)}</span>
      {may ? (
        <IconButton
          name={t('files.download', { name: file.filename })}
          size="small"
          disabled={busy}
          onClick={() => void download()}
        >
          <DownloadSimpleIcon size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </Row>
  );
}

export type FilesPopoverProps = {
  detail: CaseDetail;
  anchor: HTMLElement;
  onClose: () => void;
  onShow: (shown: ShownDocument) => void;
  /** Absent if there is nothing to export, or this caller may not export. */
  exporting: RecordingExport | undefined;
};

type GroupProps = Pick<FilesPopoverProps, 'onShow'> & {
  side: 'request' | 'user' | 'technician';
  files: readonly CaseFile[];
};

function FileGroup({ side, files, onShow }: GroupProps) {
  const { t } = useTranslation('case-page');
  if (files.length === 0) return null;
  return (
    <FilePanel>
      <h3>{t(`files.${side}`)}</h3>
      <ul>
        {files.map((file) => (
          <FileRow
            key={file.file_id}
            file={file}
            onOpen={() => onShow({ kind: 'file', file_id: file.file_id, filename: file.filename })}
          />
        ))}
      </ul>
    </FilePanel>
  );
}

export function FilesPopover({ detail, anchor, onClose, onShow, exporting }: FilesPopoverProps) {
  const { t } = useTranslation('case-page');
  const { data, error, refetch } = useQuery(filesQuery(detail.case_id));
  const groups = [
    ['request', data?.request_uploaded ?? []],
    ['user', data?.user_uploaded ?? []],
    ['technician', data?.technician_uploaded ?? []],
  ] as const;
  const isEmpty = data !== undefined && groups.every(([, files]) => files.length === 0);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('files'),
          sx: (theme) => ({
            width: 'min(420px, calc(100vw - 16px))',
            maxHeight: '70vh',
            marginTop: '4px',
            borderRadius: '10px',
            backgroundColor: theme.vars.palette.surface.s4,
            boxShadow: theme.vars.palette.shadow.menu,
          }),
        },
      }}
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isEmpty ? <Foot>{t('files.empty')}</Foot> : null}
      {groups.map(([side, files]) => (
        <FileGroup key={side} side={side} files={files} onShow={onShow} />
      ))}
      {exporting === undefined ? null : <ExportList exporting={exporting} />}
      {detail.can_add_user_file ? (
        <Foot>
          <PdfPicker detail={detail} kind="user" label={t('files.add-user')} />
        </Foot>
      ) : null}
      {detail.can_edit_reading ? (
        <Foot>
          <PdfPicker detail={detail} kind="other" label={t('files.add')} />
        </Foot>
      ) : null}
    </Popover>
  );
}
