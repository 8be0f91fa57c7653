/** Shows the beats of a template, or those to be split off, as a wall of strips, so that the user can exclude some. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { Beats } from '../../../../trace/signal/reading.ts';
import { beatKeys, nameCommands, namedClasses } from '../beats/beat-keys.ts';
import { StripWall } from '../walls/strip-wall.tsx';
import { useBeatTile } from '../walls/beat-tiles.ts';

/** Twenty pages of strips, more than anyone looks at. */
const most = 500;

type MemberWallProps = {
  readonly title: string;
  readonly samples: ArrayLike<number>;
  readonly view: RecordingHandle;
  readonly beats: Beats | undefined;
  readonly writes: boolean;
  readonly onName: (samples: readonly number[], label: BeatClass) => void;
  readonly onClose: () => void;
};

export function MemberWall({ title, samples, view, beats, writes, onName, onClose }: MemberWallProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const tileOf = useBeatTile();
  /** The beats when the wall was opened: they keep their places if another user reclassifies some meanwhile. */
  const [tiles] = useState(() =>
    Array.from({ length: Math.min(most, samples.length) }, (_, i) => tileOf(samples[i] ?? 0, view, beats)),
  );
  const acts = namedClasses.map((label) => ({
    command: nameCommands[label],
    row: beatKeys[nameCommands[label]],
    label: (count: number) => t('wall.name', { value: format.number(count), label }),
    run: (kept: ReadonlySet<string>) => {
      onName(
        tiles.flatMap(({ key, start }) => (kept.has(key) ? [start] : [])),
        label,
      );
      onClose();
    },
  }));
  return (
    <StripWall {...{ title, tiles, view, beats, onClose }} found={samples.length} acts={writes ? acts : []} />
  );
}
