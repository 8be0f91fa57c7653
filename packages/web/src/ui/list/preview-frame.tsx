/** Frames the pane beside a list: the current row, 392 px wide, with buttons for the previous and next row. */
import { styled } from '@mui/material/styles';
import { CaretDownIcon, CaretUpIcon, XIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { listKeys } from './list-keys.ts';

const previewWidthPx = 392;

const Pane = styled('aside')(({ theme }) => ({
  width: previewWidthPx,
  maxWidth: '100vw',
  flex: 'none',
  minHeight: '100%',
  overflow: 'auto',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  // A phone has no keys.
  [theme.breakpoints.down('md')]: { borderLeft: 0, '& kbd': { display: 'none' } },
}));
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '10px 12px 0 16px',
  '& > .id': { ...theme.typography.mono, color: theme.vars.palette.text.secondary },
  '& > .space': { flex: 1 },
}));

export type PreviewFrameProps = {
  /** The heading of the row. */
  head: ReactNode;
  previousName: string;
  nextName: string;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
  children: ReactNode;
};

export function PreviewFrame({ head, previousName, nextName, onStep, onClose, children }: PreviewFrameProps) {
  const { t } = useTranslation('lists');
  return (
    <Pane aria-label={t('preview')}>
      <Bar>
        {head}
        <span className="space" />
        <IconButton
          name={previousName}
          keyName={listKeys['list-up'].keys[0]}
          command="list-up"
          onClick={() => onStep(-1)}
        >
          <CaretUpIcon size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          name={nextName}
          keyName={listKeys['list-down'].keys[0]}
          command="list-down"
          onClick={() => onStep(1)}
        >
          <CaretDownIcon size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          name={t('preview.close')}
          keyName={listKeys['list-preview'].keys[0]}
          command="list-preview"
          onClick={onClose}
        >
          <XIcon size={16} aria-hidden="true" />
        </IconButton>
      </Bar>
      {children}
    </Pane>
  );
}
