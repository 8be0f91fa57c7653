/**
 * Shows the button to add a PDF of the technician or the hospital: the user chooses a file, its name, type and size are
 * checked, it is sent, and a refusal is shown.
 */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { FileArrowUpIcon } from '@phosphor-icons/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useSaver } from '../model/use-save.ts';

const { media_type, limit_bytes } = caseRoutes.addFile.upload;
const longestName = 200;

export type PdfPickerProps = {
  detail: CaseDetail;
  /** `user`: the hospital's own. */
  kind: 'report' | 'other' | 'user';
  label: string;
  primary?: boolean;
  autoFocus?: boolean;
  onAdded?: () => void;
};

function useSendPdf({ detail, kind, onAdded }: Pick<PdfPickerProps, 'detail' | 'kind' | 'onAdded'>) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const dialogs = useDialogs();
  const saver = useSaver();
  const [busy, setBusy] = useState(false);
  const { case_id } = detail;
  const send = async (file: File): Promise<void> => {
    const isPdf = file.type === media_type || /\.pdf$/i.test(file.name);
    if (!isPdf || file.size > limit_bytes || file.size === 0) {
      await dialogs.alert({ message: t('files.not-pdf', { limit: format.bytes(limit_bytes) }) });
      return;
    }
    setBusy(true);
    try {
      const filename = file.name.slice(-longestName);
      await saver.save({
        send: (version) =>
          kind === 'user'
            ? api.send('addUserFile', { case_id, version, filename }, file)
            : api.send('addFile', { case_id, version, filename, kind }, file),
        untouched: () => true,
        saved: {},
      });
      onAdded?.();
    } catch (error) {
      await showFault(error, 'upload');
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

export function PdfPicker({ label, primary = false, autoFocus = false, ...sent }: PdfPickerProps) {
  const { t } = useTranslation('case-page');
  const input = useRef<HTMLInputElement>(null);
  const { busy, send } = useSendPdf(sent);
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={`${media_type},.pdf`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void send(file);
        }}
      />
      <Button
        size="small"
        autoFocus={autoFocus}
        variant={primary ? 'contained' : 'outlined'}
        color={primary ? 'primary' : 'inherit'}
        disabled={busy}
        startIcon={<FileArrowUpIcon size={16} aria-hidden="true" />}
        sx={{ fontSize: textSize.body }}
        onClick={() => input.current?.click()}
      >
        {busy ? t('files.adding') : label}
      </Button>
    </>
  );
}
