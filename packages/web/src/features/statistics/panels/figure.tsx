/** Shows a count that opens the list of exactly the cases it counts; zero is not a link. */
import { styled } from '@mui/material/styles';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { FigureLink } from '../model/statistics-state.ts';

const Frame = styled('span')({
  '& a': { color: 'inherit', textDecoration: 'none', borderRadius: 4 },
  '& a:hover': { textDecoration: 'underline' },
});

export type FigureProps = {
  count: number;
  link: FigureLink;
  /** What it counts, if no table head says so. */
  label?: string | undefined;
  children?: ReactNode;
};

export function Figure({ count, link, label, children }: FigureProps) {
  const format = useFormat();
  const shown = children ?? format.number(count);
  if (count === 0) return <>{shown}</>;
  return (
    <Frame>
      <Link to={link.to} search={link.search} aria-label={label}>
        {shown}
      </Link>
    </Frame>
  );
}
