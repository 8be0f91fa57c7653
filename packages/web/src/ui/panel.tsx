/** Shows a section of the side column: its name, a figure at its right, and its content. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { CaretDownIcon, CaretRightIcon } from '@phosphor-icons/react';
import { textSize } from '../platform/theme/type-scale.ts';
import { useFold } from './fold.tsx';

const Panel = styled('section')(({ theme }) => ({
  padding: '11px 16px 12px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  [theme.breakpoints.down('md')]: { borderTop: 0, padding: '12px 16px' },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 8,
  marginBottom: 6,
  '& h2': { margin: 0, whiteSpace: 'nowrap', fontSize: textSize.small, lineHeight: '16px', fontWeight: 600 },
  '& > span': { fontSize: textSize.small, lineHeight: '16px', color: theme.vars.palette.gray },
  '& > span a': { color: theme.vars.palette.primary.main },
}));

const FoldButton = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  margin: '-4px 0 -4px -6px',
  padding: '0 6px',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
}));

export type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  const fold = useFold();
  const Caret = fold?.isOpen === false ? CaretRightIcon : CaretDownIcon;
  return (
    <Panel aria-labelledby={id}>
      <Head>
        <h2 id={id}>
          {fold === null ? (
            title
          ) : (
            <FoldButton type="button" aria-expanded={fold.isOpen} onClick={fold.toggle}>
              {title}
              <Caret size={11} weight="bold" aria-hidden="true" />
            </FoldButton>
          )}
        </h2>
        {note === undefined ? null : <span>{note}</span>}
      </Head>
      {fold?.isOpen === false ? null : children}
    </Panel>
  );
}
