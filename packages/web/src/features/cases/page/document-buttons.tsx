/**
 * Shows the buttons for the report, the order and the files of the case; while one is open, a button returns to the
 * ECG.
 */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { FilePdfIcon, FilesIcon, HeartbeatIcon, NotebookIcon } from '@phosphor-icons/react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { type CaseAccess } from '../model/case-access.ts';
import { currentVersion, type ShownDocument } from './shown-document.ts';
import { filesQuery } from '../model/use-case.ts';
import { useExport } from './use-export.ts';

const FilesPopover = lazy(async () => ({ default: (await import('./files-popover.tsx')).FilesPopover }));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  '& .MuiButton-root': {
    flex: '1 1 auto',
    height: 28,
    padding: '0 6px',
    gap: 6,
    fontSize: textSize.body,
    fontWeight: 500,
  },
  '& .MuiButton-root[aria-pressed="true"]': {
    color: theme.vars.palette.primary.main,
    borderColor: theme.vars.palette.primary.tint,
    backgroundColor: theme.vars.palette.primary.tint,
  },
  [theme.breakpoints.down('md')]: { '& .MuiButton-root': { height: 44 } },
}));

export type DocumentButtonsProps = {
  detail: CaseDetail;
  access: CaseAccess;
  shown: ShownDocument | undefined;
  onShow: (shown: ShownDocument | undefined) => void;
  /** The recording's column is the only content that a PDF could replace. */
  withEcg: boolean;
};

type FilesButtonProps = { detail: CaseDetail; onShow: (shown: ShownDocument) => void };

function FilesButton({ detail, onShow }: FilesButtonProps) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const exporting = useExport(detail);
  const { data: files } = useQuery(filesQuery(detail.case_id));
  const count = files === undefined ? 0 : Object.values(files).flat().length;
  const show = (next: ShownDocument): void => {
    setAnchor(null);
    onShow(next);
  };
  return (
    <>
      <Button
        startIcon={
          exporting?.running ? (
            <CircularProgress size={13} aria-hidden="true" />
          ) : (
            <FilesIcon size={15} aria-hidden="true" />
          )
        }
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {count === 0 ? t('doc.files') : t('doc.files-count', { number: format.number(count) })}
      </Button>
      {anchor === null ? null : (
        <DialogSlot>
          <FilesPopover
            detail={detail}
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onShow={show}
            exporting={exporting}
          />
        </DialogSlot>
      )}
    </>
  );
}

export function DocumentButtons({ detail, access, shown, onShow, withEcg }: DocumentButtonsProps) {
  const { t } = useTranslation('case-page');
  const version = currentVersion(detail);
  const toggle = (kind: 'report' | 'order') => () => {
    if (shown?.kind === kind) onShow(undefined);
    else onShow(kind === 'order' ? { kind } : { kind, version });
  };
  return (
    <Row>
      {access.reports ? (
        <Button
          aria-pressed={shown?.kind === 'report'}
          startIcon={<FilePdfIcon size={15} aria-hidden="true" />}
          onClick={toggle('report')}
        >
          {version === undefined ? t('doc.report-none') : t('doc.report', { version })}
        </Button>
      ) : null}
      {shown !== undefined && withEcg ? (
        <Button startIcon={<HeartbeatIcon size={15} aria-hidden="true" />} onClick={() => onShow(undefined)}>
          {t('doc.ecg')}
        </Button>
      ) : detail.has_order && access.reports ? (
        <Button
          aria-pressed={shown?.kind === 'order'}
          startIcon={<NotebookIcon size={15} aria-hidden="true" />}
          onClick={toggle('order')}
        >
          {t('doc.order')}
        </Button>
      ) : null}
      <FilesButton detail={detail} onShow={onShow} />
    </Row>
  );
}
