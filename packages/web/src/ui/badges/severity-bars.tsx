/** Shows the severity as four bars and its word; without a severity, a dash. */
import { styled } from '@mui/material/styles';

export type SeverityLevel = 0 | 1 | 2 | 3 | 4;

const heights = [5, 7, 9, 11] as const;
const colours = {
  1: 'var(--rd-palette-text-secondary)',
  2: 'var(--rd-palette-text-secondary)',
  3: 'var(--rd-palette-status-edit)',
  4: 'var(--rd-palette-error-main)',
} as const;

const Word = styled('span', { shouldForwardProp: (prop) => prop !== 'level' })<{ level: SeverityLevel }>(
  ({ theme, level }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    whiteSpace: 'nowrap',
    fontWeight: level === 4 ? 600 : level === 3 ? 500 : 400,
    color:
      level === 4
        ? theme.vars.palette.error.main
        : level === 3
          ? theme.vars.palette.text.primary
          : theme.vars.palette.text.secondary,
  }),
);

/** `label` is the word of the severity; level 0 shows a dash, and screen readers get the word. */
export function SeverityBars({ level, label }: { level: SeverityLevel; label: string }) {
  if (level === 0) {
    return (
      <Word level={0} role="img" aria-label={label}>
        –
      </Word>
    );
  }
  return (
    <Word level={level}>
      <svg width="18" height="11" viewBox="0 0 18 11" aria-hidden="true" focusable="false">
        {heights.map((height, index) => (
          <rect
            key={height}
            x={index * 5}
            y={11 - height}
            width="3.5"
            height={height}
            rx="1"
            fill={index < level ? colours[level] : 'var(--rd-palette-line-main)'}
          />
        ))}
      </svg>
      {label}
    </Word>
  );
}
