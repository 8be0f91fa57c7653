/** Shows the third scale: the strip at true paper scale, which takes the remaining height. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { CaliperHandles } from './caliper-handles.tsx';
import { EpisodeGrips } from './episode-grips.tsx';
import type { Scene } from '../paint/scene.ts';
import type { Stage } from './stage.ts';
import { grabbedCaliper, stripGestures } from './strip-gestures.ts';
import { timeRailPx } from '../paint/strip-leads.ts';
import { drawStrips } from '../paint/strip-rows.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { TraceCanvas } from './trace-canvas.tsx';
import { useStored } from '../../platform/use-stored.ts';

const Failed = styled('div')(({ theme }) => ({
  position: 'absolute',
  right: 12,
  bottom: timeRailPx + 10,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '6px 6px 6px 12px',
  borderRadius: 8,
  fontSize: textSize.small,
  fontWeight: 500,
  color: theme.vars.palette.warning.main,
  backgroundColor: theme.vars.palette.warning.tint,
}));

type StripPanelProps = {
  stage: Stage;
  scene: Scene;
  colours: TraceColours;
  describedBy: string;
  /** A click selects the beat below it. */
  selects: boolean;
  /** Called with the comment's number when the user clicks its disc. */
  onPin?: ((number: number) => void) | undefined;
};

export function StripPanel(props: StripPanelProps) {
  const { stage, scene, colours, describedBy, selects, onPin } = props;
  const { t } = useTranslation('trace');
  const gestures = useMemo(() => stripGestures(stage, selects, onPin), [stage, selects, onPin]);
  const failed = useStored(stage.failed, (count) => count > 0);
  const measuring = useStored(stage.view, (view) => view.measuring);
  const [overCaliper, setOverCaliper] = useState(false);
  return (
    <section style={{ display: 'flex', flex: 1, minHeight: 0 }}>
      <TraceCanvas
        painter={stage.painter}
        label={t('strip.label')}
        describedBy={describedBy}
        cursor={overCaliper ? 'ew-resize' : measuring ? 'crosshair' : 'grab'}
        touchAction="pan-y"
        gestures={{
          ...gestures,
          hover: (at) => setOverCaliper(at !== null && grabbedCaliper(stage, at) !== null),
        }}
        onSize={(strip) => stage.sizes.set({ ...stage.sizes.get(), strip })}
        follows={() => [
          ...[stage.scene(), stage.view.get(), stage.sizes.get(), stage.arrived.get(), colours],
          ...[stage.hand.episode.get(), stage.hand.moved.get()],
        ]}
        draw={(ctx, surface) => {
          const shown = stage.scene();
          if (shown === null) return;
          const { mmPx, lanePx } = stage.frame();
          const size = { surface, gutterPx: stage.gutterPx(), mmPx, lanePx };
          const [episode, ends] = [stage.hand.episode.get(), stage.hand.ends()];
          const edited = episode === null || ends === null ? null : { episode, ends };
          drawStrips(ctx, shown, stage.view.get(), stage.frame(), size, colours, edited);
        }}
      >
        <EpisodeGrips stage={stage} scene={scene} />
        <CaliperHandles stage={stage} scene={scene} bottomPx={timeRailPx - 3} />
        {failed && (
          <Failed role="status">
            {t('strip.failed')}
            <Button size="small" onClick={stage.retry}>
              {t('strip.retry')}
            </Button>
          </Failed>
        )}
      </TraceCanvas>
    </section>
  );
}
