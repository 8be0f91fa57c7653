/** Shows the beats to be split off: how similar they are, where the cut is, and what each side would contain. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Slider from '@mui/material/Slider';
import { styled } from '@mui/material/styles';
import { type BeatLikeness, likenessCounts } from '@rhythmdesk/ecg/reading/beat-likeness';
import { type Subgroup, subgroupsOf } from '@rhythmdesk/ecg/reading/beat-subgroups';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { PlainCanvas } from '../../../../trace/paint/plain-canvas.tsx';
import { useTraceColours } from '../../../../trace/paint/use-trace-colours.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useKeyNamer } from '../../../../ui/keys/key-names.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { nameCommands } from '../beats/beat-keys.ts';
import { templateKeys } from './template-keys.ts';
import type { Picked } from './template-work.ts';
import type { TemplateActs } from './use-template-acts.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';

const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: '8px 14px 12px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& .similarity': { display: 'grid', gridTemplateColumns: 'auto 1fr 40px', alignItems: 'center', gap: 12 },
  '& .similarity output': { textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: textSize.small },
  '& th': { fontWeight: 400, color: theme.vars.palette.text.secondary, textAlign: 'left' },
  '& td, & th': { padding: '6px 0', borderBottom: `1px solid ${theme.vars.palette.line.hair}` },
  '& td + td, & th + th': { paddingLeft: 10, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& tr[data-own] td': { fontWeight: 600, backgroundColor: theme.vars.palette.row.selected },
  '& .acts': { display: 'flex', gap: 8, flexWrap: 'wrap' },
}));

const histogramPx = 28;
const bars = 64;

/**
 * Draws the beats by similarity. The height of a bar is the square root of its count, so that small counts stay
 * visible.
 */
function Histogram({ likeness, picked }: { likeness: BeatLikeness; picked: Picked }) {
  const { t } = useTranslation('desk');
  const colours = useTraceColours();
  const counts = useMemo(() => {
    const all = likenessCounts(likeness);
    return Array.from({ length: bars }, (_, bar) =>
      all.subarray(bar * 4, bar * 4 + 4).reduce((sum, count) => sum + count, 0),
    );
  }, [likeness]);
  const most = Math.sqrt(Math.max(1, ...counts));
  const isOwn = (bar: number): boolean => bar * 4 >= picked.cut === (picked.pressed !== null);
  return (
    <PlainCanvas
      label={t('split.histogram')}
      heightPx={histogramPx}
      draw={(ctx, { widthPx, heightPx }) => {
        ctx.clearRect(0, 0, widthPx, heightPx);
        const wide = widthPx / bars;
        counts.forEach((count, bar) => {
          if (count === 0) return;
          const high = Math.max(2, (Math.sqrt(count) / most) * heightPx);
          ctx.fillStyle = isOwn(bar) ? colours.beat.ventricular : colours.ecg.trend_band;
          ctx.fillRect(bar * wide, heightPx - high, wide - 1, high);
        });
      }}
    />
  );
}

function Similarity({ acts, picked, likeness }: SidesProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const id = useId();
  const share = picked.cut / 255;
  return (
    <div className="similarity">
      <span id={id}>{t('split.similarity')}</span>
      <div>
        <Histogram likeness={likeness} picked={picked} />
        <Slider
          size="small"
          aria-labelledby={id}
          value={picked.cut}
          min={0}
          max={255}
          getAriaValueText={(value) => format.percent(value / 255)}
          onChange={(_, value) => acts.move(typeof value === 'number' ? value : picked.cut)}
          slotProps={{ input: { autoFocus: true } }}
        />
      </div>
      <output>{format.percent(share)}</output>
    </div>
  );
}

type SidesProps = {
  readonly acts: TemplateActs;
  readonly picked: Picked;
  readonly likeness: BeatLikeness;
};

function Sides({ acts: { group }, picked, likeness }: SidesProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { main, own, between } = useMemo(
    () => subgroupsOf(likeness, picked, group),
    [likeness, picked, group],
  );
  const rows: readonly (readonly [key: string, name: string, of: Subgroup | null])[] = [
    ['main', t('split.others'), main],
    ['own', t(picked.pressed === null ? 'split.unlike' : 'split.like'), own],
    ['between', t('split.between'), between],
  ];
  const msOf = (value: number | null): string => (value === null ? '–' : String(value));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('split.group')}</th>
          <th scope="col">{t('split.beats')}</th>
          <th scope="col">{t('split.coupling')}</th>
          <th scope="col">{t('split.qrs')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, name, of]) =>
          of === null ? null : (
            <tr key={key} data-own={key === 'own' ? 'true' : undefined}>
              <td>{name}</td>
              <td>{format.number(of.beats)}</td>
              <td>{msOf(of.rr_ms)}</td>
              <td>{msOf(of.qrs_ms)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

type SplitPanelProps = {
  readonly acts: TemplateActs;
  readonly writes: boolean;
  readonly onWall: () => void;
};

function Acts({ acts, writes, onWall }: SplitPanelProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const count = acts.own.length;
  return (
    <div className="acts">
      {writes ? (
        <Button
          size="small"
          variant="contained"
          color="primary"
          disabled={count === 0 || acts.isFull}
          onClick={() => acts.split(null)}
        >
          {t('split.do', { value: format.number(count) })}
          <KeyCap name={judgeKeys.accept.keys[0]} command="accept" />
        </Button>
      ) : null}
      <Button size="small" variant="outlined" disabled={count === 0} onClick={onWall}>
        {t('split.wall')}
        <KeyCap name={templateKeys['members-wall'].keys[0]} command="members-wall" />
      </Button>
      <Button size="small" variant="text" sx={{ marginLeft: 'auto' }} onClick={acts.cancel}>
        {t('wall.cancel')}
        <KeyCap name={templateKeys['templates-cancel'].keys[0]} />
      </Button>
    </div>
  );
}

/** Returns the keys that classify beats, as the user has set them. */
function useNameKeys() {
  const nameOf = useKeyNamer();
  const of = (label: keyof typeof nameCommands): string => nameOf(label, nameCommands[label]);
  return { n: of('N'), v: of('V'), s: of('S'), f: of('F'), q: of('Q') };
}

export function SplitPanel({ acts, writes, onWall }: SplitPanelProps) {
  const { t } = useTranslation('desk');
  const letters = useNameKeys();
  const { picked } = acts;
  if (picked === null) return null;
  if (picked.fault !== null) {
    return (
      <Panel>
        <ErrorState error={picked.fault} onRetry={() => acts.pick(picked.pressed)} />
      </Panel>
    );
  }
  const { likeness } = picked;
  return (
    <Panel aria-live="polite">
      {likeness === null ? (
        <>
          <span>{t('split.waits')}</span>
          <LinearProgress aria-label={t('split.waits')} />
        </>
      ) : (
        <>
          <Similarity {...{ acts, picked, likeness }} />
          <Sides {...{ acts, picked, likeness }} />
          {acts.isFull ? <span>{t('split.full')}</span> : null}
          <Acts {...{ acts, writes, onWall }} />
          {writes ? <small>{t('split.name', letters)}</small> : null}
        </>
      )}
    </Panel>
  );
}
