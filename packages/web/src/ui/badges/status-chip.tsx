/** Status as a chip: dial and word, no fill. The word comes from the caller's texts. */
import { styled } from '@mui/material/styles';
import { type DialStatus, StatusDial } from './status-dial.tsx';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 22,
  padding: '0 8px 0 5px',
  borderRadius: 11,
  border: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: '.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s1,
}));

export function StatusChip({ status, label }: { status: DialStatus; label: string }) {
  return (
    <Frame>
      <StatusDial status={status} />
      {label}
    </Frame>
  );
}
