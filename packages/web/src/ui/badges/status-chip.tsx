/** Shows a status as a chip: dial and word, no fill. The caller provides the word. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';
import { type DialStatus, StatusDial } from './status-dial.tsx';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 22,
  padding: '0 8px 0 5px',
  borderRadius: 11,
  border: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s1,
}));

const Work = styled('span')({ display: 'inline-flex', marginLeft: -1 });

export type StatusChipProps = {
  status: DialStatus;
  label: string;
  /** The job that is running, shown beside the status. */
  working?: string | undefined;
};

export function StatusChip({ status, label, working }: StatusChipProps) {
  return (
    <Frame>
      <StatusDial status={status} />
      {label}
      {working === undefined ? null : (
        <Work role="img" aria-label={working} title={working}>
          <StatusDial status="processing" size={11} />
        </Work>
      )}
    </Frame>
  );
}
