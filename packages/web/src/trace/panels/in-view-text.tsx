/**
 * Describes the strip in words: rate, rhythm, beats and events in view. It is announced politely, and only after the
 * user has stopped moving, so that scrolling does not cause constant announcements.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { factsInView } from '../paint/in-view.ts';
import type { InView } from '../paint/in-view.ts';
import type { Scene } from '../paint/scene.ts';
import type { Stage } from './stage.ts';
import { stripSpan } from '../time/view.ts';

const Text = styled('p')({
  margin: '0 0 0 auto',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '& > span + span::before': { content: '" · "' },
});
/** Visible to a screen reader only, so that it takes no space on a phone. */
const Unseen = styled(Text)({ position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' });

const restMs = 350;

function useFacts(stage: Stage, scene: Scene): InView | null {
  const [facts, setFacts] = useState<InView | null>(null);
  useEffect(() => {
    let timer = 0;
    const read = (): void => {
      const view = stage.view.get();
      setFacts(factsInView(scene, view.leads[0] ?? 0, stripSpan(view, stage.frame())));
    };
    const later = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(read, restMs);
    };
    later();
    const stops = [stage.view.subscribe(later), stage.sizes.subscribe(later)];
    return () => {
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [stage, scene]);
  return facts;
}

function useSentences(facts: InView | null, scene: Scene): string[] {
  const { t } = useTranslation('trace');
  const format = useFormat();
  if (facts === null) return [];
  const { wall, words } = scene;
  const { rhythm, rateBpm, deviceBpm } = facts;
  const bpm = rateBpm === null ? null : format.number(rateBpm);
  const lines: string[] = [
    t('inView.time', { from: wall.second(facts.fromMs), to: wall.second(facts.toMs) }),
  ];
  if (rhythm !== null && bpm !== null)
    lines.push(t('inView.rhythmRate', { rhythm: t(`rhythm.${rhythm}`), bpm }));
  else if (bpm !== null) lines.push(t('inView.rate', { bpm }));
  else if (deviceBpm !== null) lines.push(t('inView.deviceRate', { bpm: format.number(deviceBpm) }));
  for (const { kind, untilMs } of facts.underWay) {
    const name = t(`rhythm.${kind}`);
    lines.push(
      untilMs === null
        ? t('inView.throughout', { rhythm: name })
        : t('inView.until', { rhythm: name, time: wall.second(untilMs) }),
    );
  }
  for (const { kind, ms, count } of facts.onsets) {
    const onset = { rhythm: t(`rhythm.${kind}`), time: wall.second(ms), count };
    lines.push(count === 1 ? t('inView.onset', onset) : t('inView.severalOnsets', onset));
  }
  for (const { beat, count } of facts.counts)
    lines.push(t('inView.beats', { beat: beat === 'Q' ? '?' : beat, count }));
  for (const event of facts.events)
    lines.push(t('inView.event', { event: words.event(event), time: wall.second(event.ms) }));
  if (facts.missing > 0) {
    const share = format.percent(facts.missing, 0);
    const { missingLead: lead } = facts;
    lines.push(lead === null ? t('inView.missing', { share }) : t('inView.missingLead', { lead, share }));
  }
  return lines;
}

export function InViewText(props: { stage: Stage; scene: Scene; id: string; hidden: boolean }) {
  const { t } = useTranslation('trace');
  const lines = useSentences(useFacts(props.stage, props.scene), props.scene);
  const Shown = props.hidden ? Unseen : Text;
  return (
    <Shown id={props.id} role="status" aria-live="polite" aria-label={t('inView')}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Shown>
  );
}
