/**
 * Shows the findings that look like the selected one, or all open findings of its kind, as a wall of strips. One key
 * accepts or rejects all of them except the excluded ones. Findings that the center's rules call critical are not shown,
 * because each of them is judged alone.
 */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { kindFindings, likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { isJudgedAlone } from '../session/bulk-findings.ts';
import {
  acceptEdits,
  type LeftBeats,
  leftBeats,
  rejectEdits,
  rejectRunEdits,
} from '../session/finding-edits.ts';
import { useItemWords } from '../session/item-words.ts';
import { StripWall } from '../walls/strip-wall.tsx';
import type { Desk } from '../session/use-desk.ts';
import type { WallTile } from '../walls/use-wall.ts';
import { BeatsMenu } from './beats-menu.tsx';

/** Which findings the wall shows beside the selected one. */
export type WallOf = 'like' | 'kind';
const foundBy = { like: likeFindings, kind: kindFindings } as const;

type WallParts = {
  readonly items: readonly QueueItem[];
  /** Number of findings left out because they are critical and are judged alone. */
  readonly critical: number;
};

/** Returns the findings that the wall shows. */
export function wallItems(desk: Desk, of: WallOf): WallParts {
  const { current, groups } = desk;
  if (current === null) return { items: [], critical: 0 };
  const found = foundBy[of](
    groups.flatMap(({ items }) => items),
    current,
  );
  const items = found.filter((item) => !isJudgedAlone(item, desk));
  return { items, critical: found.length - items.length };
}

type LikeWallProps = {
  readonly desk: Desk;
  readonly of: WallOf;
  readonly view: RecordingHandle;
  readonly onClose: () => void;
};

/** Returns the tiles of the findings; each names its kind if the wall shows several. */
function useTiles(items: readonly QueueItem[], view: RecordingHandle, isOfKind: boolean): WallTile[] {
  const format = useFormat();
  const wordsOf = useItemWords();
  const words = items.map((item) => wordsOf(item, view));
  const isNamed = new Set(words.map(({ name }) => name)).size > 1;
  return items.map(({ key, start_sample: start, end_sample: end, certainty }, at): WallTile => {
    const { name = '', time = '', facts = [] } = words[at] ?? {};
    // The heading says that the findings are sorted by certainty.
    const sure = isOfKind && certainty !== null ? [format.percent(certainty)] : [];
    return { key, start, end, time, fact: [...(isNamed ? [name] : []), ...facts, ...sure].join(' · ') };
  });
}

/** Returns the heading of the wall: the kind of the queue, or the finding that the others are like. */
function useTitle({ desk, of, view }: LikeWallProps, [first]: readonly QueueItem[]): string {
  const { t } = useTranslation('desk');
  const wordsOf = useItemWords();
  if (first === undefined) return '';
  const kind = desk.groups.find(({ items }) => items.some(({ key }) => key === first.key))?.kind;
  const name = of === 'kind' && kind !== undefined ? t(`kind.${kind}`) : wordsOf(first, view).name;
  return t(`${of}.title`, { name });
}

/** Rejects the kept findings; if these runs would leave beats behind, a menu asks first what becomes of these. */
function useRejecting({ desk, onClose }: LikeWallProps, items: readonly QueueItem[]) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<{ kept: ReadonlySet<string>; left: LeftBeats } | null>(null);
  const all = desk.groups.flatMap((group) => group.items);
  const keptOf = (kept: ReadonlySet<string>) => items.filter(({ key }) => kept.has(key));
  const reject = (kept: ReadonlySet<string>): void => {
    const left = desk.shown === null ? null : leftBeats(keptOf(kept), desk.shown.beats);
    if (left !== null) return setAsked({ kept, left });
    desk.write(
      keptOf(kept).flatMap((item) => rejectEdits(item, all)),
      kept,
    );
    onClose();
  };
  const menu =
    asked === null ? null : (
      <BeatsMenu
        {...{ anchor, left: asked.left }}
        runs={asked.kept.size}
        onChoose={(fate) => {
          desk.write(rejectRunEdits(keptOf(asked.kept), asked.left, fate), asked.kept);
          onClose();
        }}
        onClose={() => setAsked(null)}
      />
    );
  return { anchor, reject, menu };
}

const orderOf = (of: WallOf, items: readonly QueueItem[]) => {
  if (of === 'like') return undefined;
  return items.every(({ certainty }) => certainty === null) ? 'time' : 'certainty';
};

export function LikeWall(props: LikeWallProps) {
  const { desk, of, view, onClose } = props;
  const { t } = useTranslation('desk');
  const format = useFormat();
  /** The findings when the wall was opened: they keep their places if another user accepts some meanwhile. */
  const [{ items, critical }] = useState(() => wallItems(desk, of));
  const tiles = useTiles(items, view, of === 'kind');
  const title = useTitle(props, items);
  const { anchor, reject, menu } = useRejecting(props, items);
  const mayReject = items.some((item) => item.of !== 'event');
  return (
    <>
      <StripWall
        {...{ title, tiles, view, onClose }}
        order={orderOf(of, items)}
        note={
          critical === 0 ? undefined : t('wall.critical', { count: critical, value: format.number(critical) })
        }
        beats={desk.shown?.beats}
        acts={[
          {
            command: 'accept',
            row: judgeKeys.accept,
            label: (count) => t('like.accept', { count, value: format.number(count) }),
            run: (kept) => {
              desk.write(items.filter(({ key }) => kept.has(key)).flatMap(acceptEdits), kept);
              onClose();
            },
          },
          ...(mayReject
            ? [
                {
                  command: 'reject' as const,
                  row: judgeKeys.reject,
                  button: anchor,
                  label: (count: number) => t('like.reject', { count, value: format.number(count) }),
                  run: reject,
                },
              ]
            : []),
        ]}
      />
      {menu}
    </>
  );
}
