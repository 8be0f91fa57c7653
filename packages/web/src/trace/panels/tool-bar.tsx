/** The tools of the recording: paper speed, gain, filter, leads, calipers, strips, findings. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import {
  ArrowsInLineVerticalIcon,
  ArrowsOutLineVerticalIcon,
  BookmarkSimpleIcon,
  CreditCardIcon,
  GridFourIcon,
  RulerIcon,
  SlidersHorizontalIcon,
  StackIcon,
} from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { useStored } from '../../platform/use-stored.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { BarLine, ChoiceRow, MenuButton } from './bar-parts.tsx';
import { HeadSpace } from './panel-head.tsx';
import type { Scene } from '../paint/scene.ts';
import { hasLayouts, LayoutItems, layoutWords } from './layout-menu.tsx';
import type { MenuProps } from './menu-items.tsx';
import { AllSettings, FilterItems, LeadItems } from './strip-menus.tsx';
import { toggleMeasuring } from './strip-gestures.ts';
import { paperGains, paperSpeeds } from '../time/time-scale.ts';
import type { View } from '../time/view.ts';
import type { Stage } from './stage.ts';

/** A phone's is one row: the heights of the scales count on it. */
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 10px',
  '&[data-compact="true"]': { gap: 4 },
  '&[data-tight="true"]': { flexWrap: 'nowrap' },
  '&[data-narrow="true"]': { flexWrap: 'nowrap', gap: 2, padding: '4px 8px' },
  minHeight: 40,
  flex: 'none',
  padding: '4px 12px',
  backgroundColor: theme.vars.palette.surface.s1,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));

export type ToolBarProps = {
  readonly stage: Stage;
  readonly scene: Scene;
  readonly narrow: boolean;
  /** What is seldom changed stands in one menu. */
  readonly compact: boolean;
  readonly onCalibrate: () => void;
  readonly onAddStrip?: (() => void) | undefined;
  /** As the page names it, whatever key the user has for it. */
  readonly stripKey: string;
  /** Previous and next finding. */
  readonly findings: ReactNode;
  /** What the page puts at the right end. */
  readonly actions?: ReactNode;
};

/** Leads by name while they are few, else how many of how many. */
function leadsWords(scene: Scene, view: View, some: (shown: number, count: number) => string): string {
  const { leads } = scene.manifest;
  if (view.leads.length > 3) return some(view.leads.length, leads.length);
  const names = view.leads.flatMap((index) => leads[index]?.label ?? []);
  return names.join(', ');
}

type Shared = MenuProps & { readonly stage: Stage };

function Menus(shared: Shared) {
  const { t } = useTranslation('trace');
  const { scene, view } = shared;
  const leads = leadsWords(scene, view, (shown, count) => t('leads.some', { shown, count }));
  return (
    <>
      <MenuButton
        icon={<SlidersHorizontalIcon size={16} />}
        name={t('filter')}
        label={t(`filter.${view.filter}`)}
      >
        {() => <FilterItems {...shared} />}
      </MenuButton>
      <MenuButton icon={<StackIcon size={16} />} name={t('leads')} label={leads}>
        {() => <LeadItems {...shared} />}
      </MenuButton>
      {hasLayouts(scene) && (
        <MenuButton icon={<GridFourIcon size={16} />} name={t('layout')} label={layoutWords(view)}>
          {() => <LayoutItems {...shared} />}
        </MenuButton>
      )}
    </>
  );
}

type MeasureButtonProps = { stage: Stage; on: boolean; small: boolean; sizePx?: number };

function MeasureButton({ stage, on, small, sizePx = 20 }: MeasureButtonProps) {
  const { t } = useTranslation('trace');
  const toggle = (): void => toggleMeasuring(stage);
  if (small) {
    return (
      <IconButton
        name={t('measure')}
        {...(sizePx < 20 && { keyName: 'M', command: 'measure', size: 'small' as const })}
        aria-pressed={on}
        color={on ? 'primary' : 'default'}
        onClick={toggle}
      >
        <RulerIcon size={sizePx} />
      </IconButton>
    );
  }
  return (
    <Button
      size="small"
      variant="text"
      aria-pressed={on}
      startIcon={<RulerIcon size={16} />}
      sx={(theme) => ({
        gap: '6px',
        fontSize: textSize.body,
        flex: 'none',
        ...(on && {
          color: theme.vars.palette.primary.main,
          backgroundColor: theme.vars.palette.primary.tint,
        }),
      })}
      onClick={toggle}
    >
      {t('measure')}
      <KeyCap name="M" command="measure" />
    </Button>
  );
}

function CalibrateButton({ onCalibrate }: { onCalibrate: () => void }) {
  const { t } = useTranslation('trace');
  return (
    <IconButton name={t('calibrate')} size="small" onClick={onCalibrate}>
      <CreditCardIcon size={18} />
    </IconButton>
  );
}

function AloneButton({ stage, on }: { stage: Stage; on: boolean }) {
  const { t } = useTranslation('trace');
  return (
    <IconButton
      name={t('strip.alone')}
      keyName="F"
      size="small"
      aria-pressed={on}
      color={on ? 'primary' : 'default'}
      onClick={() => stage.dispatch({ kind: 'alone', on: !on })}
    >
      {on ? <ArrowsInLineVerticalIcon size={18} /> : <ArrowsOutLineVerticalIcon size={18} />}
    </IconButton>
  );
}

type ToolsProps = ToolBarProps & {
  readonly view: View;
  /** What is said beside an icon is left to its tooltip, so that all stands in one row. */
  readonly tight: boolean;
};

function SettingsMenu({ stage, scene, view, onCalibrate, sizePx }: ToolsProps & { sizePx: number }) {
  const { t } = useTranslation('trace');
  return (
    <MenuButton
      icon={<SlidersHorizontalIcon size={sizePx} />}
      name={t('settings')}
      label={t('settings')}
      small
    >
      {(close) => (
        <AllSettings
          {...{ stage, scene, view }}
          dispatch={stage.dispatch}
          onCalibrate={() => {
            close();
            onCalibrate();
          }}
        />
      )}
    </MenuButton>
  );
}

function NarrowTools(props: ToolsProps) {
  const { stage, view, findings, actions } = props;
  return (
    <>
      {findings}
      <HeadSpace />
      {actions}
      <SettingsMenu {...props} sizePx={20} />
      <MeasureButton stage={stage} on={view.measuring} small />
    </>
  );
}

function ScaleTools(props: ToolsProps) {
  const { stage, scene, view } = props;
  const { t } = useTranslation('trace');
  return (
    <>
      <ChoiceRow
        name={t('gain')}
        values={paperGains}
        value={view.gain}
        worded={(gain) => t('gain.value', { gain })}
        onChoose={(gain) => stage.dispatch({ kind: 'gain', gain })}
      />
      <BarLine />
      <Menus stage={stage} scene={scene} view={view} dispatch={stage.dispatch} />
      <BarLine />
    </>
  );
}

function AddStripButton({
  onAddStrip,
  stripKey,
  tight,
}: Pick<ToolsProps, 'onAddStrip' | 'stripKey' | 'tight'>) {
  const { t } = useTranslation('trace');
  if (onAddStrip === undefined) return null;
  if (tight)
    return (
      <IconButton name={t('strip.add')} keyName={stripKey} command="strip" size="small" onClick={onAddStrip}>
        <BookmarkSimpleIcon size={18} />
      </IconButton>
    );
  return (
    <Button size="small" variant="text" startIcon={<BookmarkSimpleIcon size={16} />} onClick={onAddStrip}>
      {t('strip.add')}
      <KeyCap name={stripKey} command="strip" />
    </Button>
  );
}

function WideTools(props: ToolsProps) {
  const { stage, view, compact, tight, onCalibrate, findings, actions } = props;
  const { t } = useTranslation('trace');
  return (
    <>
      <ChoiceRow
        name={t('speed')}
        values={paperSpeeds}
        value={view.speed}
        worded={(speed) => t('speed.value', { speed })}
        onChoose={(speed) => stage.dispatch({ kind: 'speed', speed })}
      />
      {compact ? <SettingsMenu {...props} sizePx={18} /> : <ScaleTools {...props} />}
      <MeasureButton stage={stage} on={view.measuring} small={tight} sizePx={18} />
      <AddStripButton {...props} />
      {compact ? null : <AloneButton stage={stage} on={view.alone} />}
      {compact ? null : <CalibrateButton onCalibrate={onCalibrate} />}
      <HeadSpace />
      {findings}
      {actions}
    </>
  );
}

/** Below it a bar with all its words needs two rows, above the lesser of both it fits one without them. */
const tightPx = { from: 820, to: 1060 } as const;

export function ToolBar(props: ToolBarProps) {
  const { stage, narrow, compact } = props;
  const tight = useStored(
    stage.sizes,
    ({ strip: { widthPx } }) => compact && !narrow && widthPx >= tightPx.from && widthPx < tightPx.to,
  );
  const { t } = useTranslation('trace');
  // The bar shows nothing that a pan changes; the view's settings are kept as they are while it moves.
  const view = useStored(stage.view);
  return (
    <Bar
      role="toolbar"
      aria-label={t('region')}
      data-narrow={narrow}
      data-compact={compact}
      data-tight={tight}
    >
      {narrow ? (
        <NarrowTools {...props} {...{ view, tight }} />
      ) : (
        <WideTools {...props} {...{ view, tight }} />
      )}
    </Bar>
  );
}
