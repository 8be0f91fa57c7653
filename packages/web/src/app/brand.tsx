/** Shows the product's mark and name. */
import { styled } from '@mui/material/styles';
import { textSize } from '../platform/theme/type-scale.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 9,
  flex: 'none',
  fontSize: textSize.dialog,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-.01em',
  color: theme.vars.palette.text.primary,
}));

export function Brand() {
  return (
    <Frame>
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <rect width="24" height="24" rx="5.5" fill="var(--rd-palette-keycolor-main)" />
        <path
          d="M4 13.2h4.2l1.5-3.2 2.5 7 2.6-11 1.9 7.2H20"
          fill="none"
          stroke="var(--rd-palette-keycolor-contrastText)"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Rhythmdesk
    </Frame>
  );
}
