/**
 * The wall of findings that look like the one that is read, or of all that are open of its kind: all of them accepted at
 * once, or rejected, but what was taken out.
 */
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { kindFindings, likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { acceptEdits, rejectEdits } from '../session/finding-edits.ts';
import { useItemWords } from '../session/item-words.ts';
import { StripWall } from '../walls/strip-wall.tsx';
import type { Desk } from '../session/use-desk.ts';
import type { WallTile } from '../walls/use-wall.ts';
import { deskKeys } from '../keys/desk-keys.ts';

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

/** What stands on it beside the one that is read. */
export type WallOf = 'like' | 'kind';
const foundBy = { like: likeFindings, kind: kindFindings } as const;

/** What it shows. */
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
  /** As it was opened: what is accepted meanwhile elsewhere stays where it stands. */
  const [items] = useState(() => wallItems(desk, of));
  const tiles = items.map((item): WallTile => {
    const { time, facts } = wordsOf(item, view);
    // The head says that it is the certainty by which they stand.
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
      acts={[
        {
          keyName: deskKeys.accept.keys[0],
          command: 'accept',
          label: (count) => t('like.accept', { count, value: format.number(count) }),
          run: (kept) => {
            judge(desk, items, kept, acceptEdits);
            onClose();
          },
        },
        {
          keyName: deskKeys.reject.keys[0],
          command: 'reject',
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
