/** Draws the outline of a printed page until the page itself is drawn; white in both themes. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

const Outline = styled('div')({
  position: 'absolute',
  inset: 0,
  padding: '7% 8%',
  display: 'flex',
  flexDirection: 'column',
  gap: '1.6%',
  backgroundColor: '#FFFFFF',
  pointerEvents: 'none',
  '& > span': { borderRadius: 2, backgroundColor: '#EDF1F2' },
});
const Desk = styled('div')({ flex: 1, minHeight: 0, overflow: 'hidden', padding: 16 });
/** A4 in the width of the viewer. */
const Sheet = styled('div')({
  position: 'relative',
  width: 'min(100%, 794px)',
  aspectRatio: '210 / 297',
  margin: '0 auto',
  boxShadow: '0 1px 4px rgba(16,34,38,.18)',
});

/** Width and height of each block, in percent of the page: head, patient, table, text, strips. */
const blocks = [
  [38, 2.6],
  [100, 5],
  ...Array.from({ length: 6 }, () => [100, 1.4] as const),
  [72, 1.4],
  ...Array.from({ length: 3 }, () => [100, 13] as const),
] as const;

export function PaperOutline() {
  return (
    <Outline aria-hidden="true">
      {blocks.map(([width, height], at) => (
        // The blocks have a fixed order.
        <span key={at} style={{ width: `${String(width)}%`, height: `${String(height)}%` }} />
      ))}
    </Outline>
  );
}

export function PaperSkeleton() {
  const { t } = useTranslation('dialogs');
  return (
    <Desk role="status" aria-label={t('loading')} aria-busy="true">
      <Sheet>
        <PaperOutline />
      </Sheet>
    </Desk>
  );
}
