/** Shows the button that accepts the templates in view, which the gallery draws completely. */
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { acceptEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import type { TemplateItem } from '../session/use-template-beats.ts';
import { templateKeys } from './template-keys.ts';
import { acceptable } from './use-template-acts.ts';

/** A tile of which less is in view counts as not shown. */
const leastShown = 0.75;

type AcceptShownProps = {
  readonly desk: Desk;
  /** In the order of the tiles. */
  readonly items: readonly TemplateItem[];
  /** The list of tiles, once it is drawn. */
  readonly list: HTMLElement | null;
};

/** Returns the numbers of the templates of which most of the tile is in view. */
function useInView({ items, list }: Pick<AcceptShownProps, 'items' | 'list'>): ReadonlySet<number> {
  const [inView, setInView] = useState<ReadonlySet<number>>(new Set());
  const tiles = items.map(({ key }) => key).join();
  useEffect(() => {
    if (list === null) return undefined;
    const onSeen = (entries: readonly IntersectionObserverEntry[]): void =>
      setInView((before) => {
        const next = new Set(before);
        for (const { target, intersectionRatio } of entries) {
          const template = Number(target.getAttribute('data-template'));
          if (intersectionRatio >= leastShown) next.add(template);
          else next.delete(template);
        }
        return next;
      });
    const watch = new IntersectionObserver(onSeen, { root: list, threshold: leastShown });
    for (const tile of list.querySelectorAll('[data-template]')) watch.observe(tile);
    return () => watch.disconnect();
  }, [list, tiles]);
  return inView;
}

/**
 * Accepts the open templates in view at once, so that none is accepted that nobody could see. Mixed ones stay open, and
 * the next open template is scrolled into view.
 */
export function AcceptShown({ desk, items, list }: AcceptShownProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const inView = useInView({ items, list });
  const open = acceptable(items);
  const shown = open.filter(({ group }) => inView.has(group.template));
  const next = open.find((item) => !shown.includes(item));
  const accept = (): void => {
    const edits = shown.flatMap(acceptEdits);
    if (next === undefined) return desk.write(edits, new Set(shown.map(({ key }) => key)));
    desk.write(edits);
    desk.open(next);
    const tile = list?.querySelector(`[data-template="${String(next.group.template)}"]`);
    tile?.scrollIntoView({ block: 'start' });
  };
  const isOff = shown.length === 0 || !desk.writes;
  useDeskCommands(templateKeys, { 'accept-shown': isOff ? undefined : { once: true, run: accept } });
  if (isOff) return null;
  return (
    <Button size="small" variant="outlined" onClick={accept}>
      {t('gallery.accept', { count: shown.length, value: format.number(shown.length) })}
      <KeyCap name={templateKeys['accept-shown'].keys[0]} command="accept-shown" />
    </Button>
  );
}
