/** Draws the five steps of a finding as bars: found, notified, confirmed, called, acknowledged. */
import { styled } from '@mui/material/styles';

const count = 5;
type Look = 'done' | 'late' | 'good' | 'open';

const Bars = styled('span')({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, 1fr)',
  gap: 3,
  width: '100%',
});
const Bar = styled('i', { shouldForwardProp: (prop) => prop !== 'look' })<{ look: Look }>(
  ({ theme, look }) => ({
    height: 5,
    borderRadius: 2,
    backgroundColor: {
      done: theme.vars.palette.secondary.main,
      late: theme.vars.palette.error.main,
      good: theme.vars.palette.success.main,
      open: theme.vars.palette.surface.s3,
    }[look],
  }),
);

export function StepBars({ steps, late, label }: { steps: number; late: boolean; label: string }) {
  const lookOf = (index: number): Look => {
    if (steps === count) return 'good';
    if (index < steps) return 'done';
    return late && index === steps ? 'late' : 'open';
  };
  return (
    <Bars role="img" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <Bar key={index} look={lookOf(index)} />
      ))}
    </Bars>
  );
}
