/** Shows the selected strips on the right of the desk: what the report contains, in its order, and what is suggested. */
import { styled } from '@mui/material/styles';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { useKeyNamer } from '../../../../ui/keys/key-names.ts';
import { Spoken } from '../../../../ui/spoken.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { basketKeys } from './basket-keys.ts';
import { moveStrip } from './basket-edits.ts';
import { BasketItem, type ItemProps } from './basket-item.tsx';
import { StripEditor } from './strip-editor.tsx';
import { SuggestedStrips } from './suggested-strips.tsx';
import { type Dragged, useDraggedRow } from './use-dragged-row.ts';
import type { Desk } from '../session/use-desk.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  padding: '12px 16px 8px',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& h2': {
    margin: 0,
    fontSize: textSize.body,
    lineHeight: '20px',
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
  },
  '& > span:last-of-type': { marginLeft: 'auto' },
}));
const List = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });
const Foot = styled('div')(({ theme }) => ({
  padding: '4px 16px 12px',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& p': { margin: '0 0 8px' },
}));

/** Registers the keys that move the strip with the focus, also while its caption is typed. */
function useMoveKeys(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void): void {
  const focused = (): number =>
    [...(list.current?.children ?? [])].findIndex((item) => item.contains(document.activeElement));
  const step = (by: -1 | 1) => ({
    when: () => focused() >= 0,
    run: () => move(focused(), focused() + by),
  });
  useDeskCommands(basketKeys, { 'strip-up': step(-1), 'strip-down': step(1) }, 'page');
}

function draggingOf(dragged: Dragged | null, at: number, count: number): ItemProps['dragging'] {
  if (dragged === null) return null;
  if (dragged.from === at) return 'dragged';
  const others = at > dragged.from ? at - 1 : at;
  if (others === dragged.to) return 'before';
  return dragged.to === count - 1 && others === count - 2 ? 'after' : null;
}

const noStrips: readonly ReadStrip[] = [];

/** Moves strips. The moved strip keeps the focus, and its new position is announced. */
function useMoving({ shown, write }: Desk) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  const [said, setSaid] = useState('');
  const focused = useRef<Element | null>(null);
  const strips = shown?.strips ?? noStrips;
  const move = (from: number, to: number): void => {
    const edits = moveStrip(strips, from, to);
    if (edits.length === 0) return;
    focused.current = document.activeElement;
    write(edits);
    setSaid(t('moved', { place: format.number(to + 1), total: format.number(strips.length) }));
  };
  useEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (!(before instanceof HTMLElement) || before === document.activeElement) return;
    if (before instanceof HTMLButtonElement && before.disabled)
      before.closest('li')?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    else before.focus();
  }, [strips]);
  return { move, said };
}

export function BasketPanel({ desk }: { desk: Desk }) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  const stripKey = useKeyNamer()(recordingKeys.strip.keys[0], 'strip');
  const { move, said } = useMoving(desk);
  const { list, dragged, grip } = useDraggedRow(move);
  useMoveKeys(list, desk.writes ? move : () => undefined);
  const [drawn, setDrawn] = useState<number | null>(null);
  const { shown, view, writes } = desk;
  if (shown === null || view === null) return null;
  const { strips } = shown;
  if (strips.length === 0 && !writes) return null;
  return (
    <section aria-label={t('title')}>
      <Head>
        <h2>{t('title')}</h2>
        <span>{t('count', { count: strips.length, value: format.number(strips.length) })}</span>
        {writes && strips.length > 1 ? <span>{t('drag')}</span> : null}
      </Head>
      <List ref={list} aria-label={t('list')}>
        {strips.map((strip, at) => (
          <BasketItem
            key={strip.strip}
            {...{ desk, view, strip, at }}
            count={strips.length}
            grip={grip(at)}
            dragging={draggingOf(dragged, at, strips.length)}
            onMove={(by) => move(at, at + by)}
            onDraw={() => setDrawn(strip.strip)}
          />
        ))}
      </List>
      {writes ? (
        <Foot>
          {strips.length === 0 ? <p>{t('empty', { key: stripKey })}</p> : null}
          <SuggestedStrips desk={desk} view={view} shown={shown} />
        </Foot>
      ) : null}
      <Spoken role="status">{said}</Spoken>
      {drawn === null || !writes ? null : (
        <StripEditor
          desk={desk}
          view={view}
          number={drawn}
          onShow={setDrawn}
          onClose={() => setDrawn(null)}
        />
      )}
    </section>
  );
}
