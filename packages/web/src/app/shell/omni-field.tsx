/** Shows a button that looks like a field and opens the palette: one place to find a case, a page or an action. */
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { MagnifyingGlassIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../ui/key-cap.tsx';
import { spokenOnly } from '../../ui/spoken-only.ts';
import { openPalette, overlayKeys } from './overlays.ts';

const Field = styled(ButtonBase)(({ theme }) => ({
  // Shrinks to its least width before the menu folds.
  flex: '0 1000 380px',
  minWidth: 120,
  height: 32,
  gap: 10,
  padding: '0 6px 0 10px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
  color: theme.vars.palette.gray,
  justifyContent: 'flex-start',
  font: 'inherit',
  '& span': {
    flex: 1,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& svg, & kbd': { flex: 'none' },
  [theme.breakpoints.down('lg')]: {
    flex: '0 0 36px',
    minWidth: 36,
    '& span': spokenOnly,
    '& kbd': { display: 'none' },
  },
}));

export function OmniField() {
  const { t } = useTranslation('dialogs');
  return (
    <Field onClick={openPalette} aria-haspopup="dialog" aria-keyshortcuts="Control+K">
      <MagnifyingGlassIcon size={16} aria-hidden="true" />
      <span>{t('palette.placeholder')}</span>
      <KeyCap name={overlayKeys.palette} quiet />
    </Field>
  );
}
