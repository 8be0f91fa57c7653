/**
 * Decides where a list's preview is shown: beside the list if there is space (the user's choice is remembered),
 * otherwise over it while it is open.
 */
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from '../../platform/theme/theme.ts';

export type ListPreview = { readonly shown: boolean; readonly over: boolean; readonly toggle: () => void };

export type ListPreviewInput = {
  /** Whether the user wants the preview beside the list. */
  readonly wanted: boolean;
  readonly hasRow: boolean;
  readonly onWanted: (wanted: boolean) => void;
  readonly step: (by: -1 | 1) => void;
};

/** `show` opens the preview of the row that was made current with it. */
export function useListPreview({
  wanted,
  hasRow,
  onWanted,
  step,
}: ListPreviewInput): ListPreview & { readonly show: () => void } {
  const beside = useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true });
  const [over, setOver] = useState(false);
  const shown = (beside ? wanted : over) && hasRow;
  const toggle = () => {
    if (!shown && !hasRow) step(1);
    if (beside) onWanted(!shown);
    else setOver(!shown);
  };
  const show = () => (beside ? onWanted(true) : setOver(true));
  return { shown, over: !beside, toggle, show };
}

export function PreviewPlace({ preview, children }: { preview: ListPreview; children: ReactNode }) {
  const { t } = useTranslation('lists');
  if (!preview.over) return children;
  return (
    <Drawer
      open
      anchor="right"
      onClose={preview.toggle}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('preview'), sx: { maxWidth: '100vw' } } }}
    >
      {children}
    </Drawer>
  );
}
