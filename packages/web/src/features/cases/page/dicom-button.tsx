/** Saves a released version of the report as DICOM for a hospital's archive: the report alone, or with its strips. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { CaretDownIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { blobOf } from '../../../platform/client/file-body.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

type DicomButtonProps = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'hn_id'>;
  readonly version: number;
};

const kinds = {
  report: { route: 'reportDicom', ending: '.dcm', media_type: 'application/dicom' },
  files: { route: 'reportDicomFiles', ending: '-dicom.zip', media_type: 'application/zip' },
} as const;

function useSaving({ detail: { case_id, hn_id }, version }: DicomButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async (kind: keyof typeof kinds): Promise<void> => {
    const { route, ending, media_type } = kinds[kind];
    setBusy(true);
    try {
      const answer = await api.download(route, { case_id, report_version: version });
      saveBytes(await blobOf(answer), `${hn_id}-report-v${String(version)}${ending}`, media_type);
    } catch (error) {
      await showFault(error, 'download');
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}

export function DicomButton(props: DicomButtonProps) {
  const { t } = useTranslation('report');
  const { busy, save } = useSaving(props);
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (kind: keyof typeof kinds): void => {
    setAnchor(null);
    void save(kind);
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-label={t('dicom.save')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        disabled={busy}
        endIcon={<CaretDownIcon size={12} weight="bold" aria-hidden="true" />}
        sx={{ fontSize: textSize.body }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        DICOM
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('dicom.save') } }}
      >
        {(['report', 'files'] as const).map((kind) => (
          <MenuItem key={kind} onClick={() => choose(kind)}>
            {t(`dicom.${kind}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
