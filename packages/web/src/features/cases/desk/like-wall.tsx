/**
 * The wall of findings that look like the one that is read: all of them accepted at once, or rejected, but what was
 * taken out.
 */
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { acceptEdits, rejectEdits } from './finding-edits.ts';
import { useItemWords } from './item-words.ts';
import { StripWall, type WallTile } from './strip-wall.tsx';
import type { Desk } from './use-desk.ts';

/** What is done to those that are kept, in one step; what lies behind them is read next. */
function judge(
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

type LikeWallProps = { readonly desk: Desk; readonly view: RecordingHandle; readonly onClose: () => void };

export function LikeWall({ desk, view, onClose }: LikeWallProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const wordsOf = useItemWords();
  /** As it was opened: what is accepted meanwhile elsewhere stays where it stands. */
  const [items] = useState<readonly QueueItem[]>(() =>
    desk.current === null
      ? []
      : likeFindings(
          desk.groups.flatMap((group) => group.items),
          desk.current,
        ),
  );
  const tiles = items.map((item): WallTile => {
    const { time, facts } = wordsOf(item, view);
    return { key: item.key, start: item.start_sample, end: item.end_sample, time, fact: facts.join(' · ') };
  });
  const [first] = items;
  const name = first === undefined ? '' : wordsOf(first, view).name;
  return (
    <StripWall
      title={t('like.title', { name })}
      tiles={tiles}
      view={view}
      acts={[
        {
          keyName: '⏎',
          command: 'accept',
          key: 'Enter',
          label: (count) => t('like.accept', { count, value: format.number(count) }),
          run: (kept) => {
            judge(desk, items, kept, acceptEdits);
            onClose();
          },
        },
        {
          keyName: 'Del',
          command: 'reject',
          key: 'Delete',
          label: (count) => t('like.reject', { count, value: format.number(count) }),
          run: (kept) => {
            judge(desk, items, kept, (item) => rejectEdits(item));
            onClose();
          },
        },
      ]}
      onClose={onClose}
    />
  );
}
