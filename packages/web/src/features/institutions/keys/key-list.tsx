/** Lists what is valid of an institution’s keys or programs, and folds what is over. */
import Button from '@mui/material/Button';
import { Fragment, type ReactNode } from 'react';
import { Lines, Note } from './key-lines.tsx';

type Props<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => number;
  isOver: (item: Item) => boolean;
  /** Renders one; only what is valid has buttons. */
  line: (item: Item, isValid: boolean) => ReactNode;
  note: string;
  none: string;
  /** What is shown between the note and the list if something is valid. */
  above?: ReactNode;
  create: { label: string; onCreate: () => void } | null;
  earlier: (count: number) => string;
};

export function KeyList<Item>({
  items,
  keyOf,
  isOver,
  line,
  note,
  none,
  above,
  create,
  earlier,
}: Props<Item>) {
  const valid = items.filter((item) => !isOver(item));
  const former = items.filter(isOver);
  const lines = (some: readonly Item[], isValid: boolean) => (
    <Lines>
      {some.map((item) => (
        <Fragment key={keyOf(item)}>{line(item, isValid)}</Fragment>
      ))}
    </Lines>
  );
  return (
    <>
      <Note>{valid.length === 0 ? none : note}</Note>
      {valid.length === 0 ? null : above}
      {lines(valid, true)}
      {create === null ? null : (
        <Button size="small" onClick={create.onCreate}>
          {create.label}
        </Button>
      )}
      {former.length === 0 ? null : (
        <details>
          <summary>{earlier(former.length)}</summary>
          {lines(former, false)}
        </details>
      )}
    </>
  );
}
