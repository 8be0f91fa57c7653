/**
 * Shows the findings that look like the selected one, or all open findings of its kind, as a wall of strips. One key
 * accepts or rejects all of them except the excluded ones.
 */
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { kindFindings, likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { acceptEdits, rejectEdits } from '../session/finding-edits.ts';
import { useItemWords } from '../session/item-words.ts';
import { StripWall } from '../walls/strip-wall.tsx';
import type { Desk } from '../session/use-desk.ts';
import type { WallTile } from '../walls/use-wall.ts';

/** Applies an action to the kept findings in one step and opens the next finding that is not among them. */
function actOnKept(
  desk: Desk,
  items: readonly QueueItem[],
  kept: ReadonlySet<string>,
  editsOf: (item: QueueItem) => ReadingEdit[],
): void {
  desk.write(
    items.filter(({ key }) => kept.has(key)).flatMap((item) => editsOf(item)),
    kept,
  );
}

/** Which findings the wall shows beside the selected one. */
export type WallOf = 'like' | 'kind';
const foundBy = { like: likeFindings, kind: kindFindings } as const;

/** Returns the findings that the wall shows. */
export const wallItems = ({ current, groups }: Pick<Desk, 'current' | 'groups'>, of: WallOf): QueueItem[] =>
  current === null
    ? []
    : foundBy[of](
        groups.flatMap(({ items }) => items),
        current,
      );

type LikeWallProps = {
  readonly desk: Desk;
  readonly of: WallOf;
  readonly view: RecordingHandle;
  readonly onClose: () => void;
};

export function LikeWall({ desk, of, view, onClose }: LikeWallProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const wordsOf = useItemWords();
  /** The findings when the wall was opened: they keep their places if another user accepts some meanwhile. */
  const [items] = useState(() => wallItems(desk, of));
  const tiles = items.map((item): WallTile => {
    const { time, facts } = wordsOf(item, view);
    // The heading says that the findings are sorted by certainty.
    const sure = of === 'kind' && item.certainty !== null ? [format.percent(item.certainty)] : [];
    const said = [...facts, ...sure];
    return { key: item.key, start: item.start_sample, end: item.end_sample, time, fact: said.join(' · ') };
  });
  const [first] = items;
  const name = first === undefined ? '' : wordsOf(first, view).name;
  return (
    <StripWall
      title={t(`${of}.title`, { name })}
      {...(of === 'kind' && { order: 'certainty' })}
      tiles={tiles}
      view={view}
      beats={desk.shown?.beats}
      acts={[
        {
          command: 'accept',
          row: judgeKeys.accept,
          label: (count) => t('like.accept', { count, value: format.number(count) }),
          run: (kept) => {
            actOnKept(desk, items, kept, acceptEdits);
            onClose();
          },
        },
        {
          command: 'reject',
          row: judgeKeys.reject,
          label: (count) => t('like.reject', { count, value: format.number(count) }),
          run: (kept) => {
            actOnKept(desk, items, kept, (item) => rejectEdits(item));
            onClose();
          },
        },
      ]}
      onClose={onClose}
    />
  );
}
