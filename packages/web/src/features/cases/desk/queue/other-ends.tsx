/** Shows those ends of the selected episode that the strip does not show, each as a small strip with its handle. */
import { useSyncExternalStore } from 'react';
import { EndStrip } from '../../../../trace/panels/end-strip.tsx';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';
import type { End } from '../../../../trace/time/episode-ends.ts';
import { Section } from '../../../../ui/panel.tsx';
import { usePlaceTime } from '../session/item-words.ts';

type EndsProps = {
  readonly episode: EditedEpisode;
  readonly view: RecordingHandle;
  readonly beats: ArrayLike<number>;
};

/** Returns which ends the strip does not show, as a text so that it only changes with them. */
const hiddenOf = ({ episode, view }: EndsProps): string => {
  const { start, end } = view.strip();
  return (['start', 'end'] as const).filter((one) => episode[one] < start || episode[one] >= end).join(' ');
};

export function OtherEnds(props: EndsProps) {
  const { episode, view, beats } = props;
  const timeOf = usePlaceTime();
  const hidden = useSyncExternalStore(view.onMoved, () => hiddenOf(props));
  const ends = (['start', 'end'] as const).filter((one: End) => hidden.split(' ').includes(one));
  return ends.map((end) => (
    <Section key={`${episode.key} ${end}`} title={episode.words[end]} note={timeOf(episode[end], view)}>
      <EndStrip strips={view.small} {...{ beats, episode, end }} timeOf={(sample) => timeOf(sample, view)} />
    </Section>
  ));
}
