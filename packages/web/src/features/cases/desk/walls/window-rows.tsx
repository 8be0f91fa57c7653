/**
 * Draws only some rows of a long list: those around the selected one, and more as the user scrolls to either end. Each
 * end shows how many rows follow.
 */
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { windowAround } from './window-around.ts';

const End = styled('li')(({ theme }) => ({
  padding: '6px 14px',
  fontSize: textSize.small,
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  // The browser keeps the rows in place while scrolling, and does not anchor to this line.
  overflowAnchor: 'none',
}));

/** Shows how many rows follow and loads them once it is visible. */
function More({ count, onSeen }: { readonly count: number; readonly onSeen: () => void }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const line = useRef<HTMLLIElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const { current } = line;
    if (current === null) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return <End ref={line}>{t('rows-more', { count, value: format.number(count) })}</End>;
}

type WindowRowsProps<Row> = {
  readonly rows: readonly Row[];
  /** Key of the selected row. */
  readonly current: string | undefined;
  readonly children: (row: Row) => ReactNode;
};

export function WindowRows<Row extends { readonly key: string }>({
  rows,
  current,
  children,
}: WindowRowsProps<Row>) {
  const [moved, setMoved] = useState({ current, by: 0 });
  const scrolled = moved.current === current ? moved.by : 0;
  const shown = windowAround(rows, current, scrolled);
  const move = (by: -1 | 1): void => setMoved({ current, by: scrolled + by });
  const place = `${current ?? ''} ${String(scrolled)}`;
  return (
    <>
      {shown.above > 0 ? <More key={`above ${place}`} count={shown.above} onSeen={() => move(-1)} /> : null}
      {shown.rows.map(children)}
      {shown.below > 0 ? <More key={`below ${place}`} count={shown.below} onSeen={() => move(1)} /> : null}
    </>
  );
}
