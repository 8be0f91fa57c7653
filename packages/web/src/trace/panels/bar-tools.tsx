/**
 * Shows the single tools of the bar. Each renders again only if the setting that it shows has changed, so a key that
 * moves or zooms the strip renders at most one of them.
 */
import Button from '@mui/material/Button';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
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
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { useStored } from '../../platform/use-stored.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { recordingKeys } from './recording-keys.ts';
import { ChoiceRow, MenuButton } from './bar-parts.tsx';
import { hasLayouts, LayoutItems, layoutWords } from './layout-menu.tsx';
import type { MenuProps } from './menu-items.tsx';
import { AllSettings, FilterItems, LeadItems } from './strip-menus.tsx';
import { toggleMeasuring } from './strip-gestures.ts';
import { paperGains, paperSpeeds } from '../time/time-scale.ts';
import type { View } from '../time/view.ts';
import type { Stage } from './stage.ts';

type OfStage = { readonly stage: Stage };

export const SpeedRow = memo(function SpeedRow({ stage }: OfStage) {
  const { t } = useTranslation('trace');
  return (
    <ChoiceRow
      name={t('speed')}
      values={paperSpeeds}
      value={useStored(stage.view, (view) => view.speed)}
      worded={(speed) => t('speed.value', { speed })}
      onChoose={(speed) => stage.dispatch({ kind: 'speed', speed })}
    />
  );
});

export const GainRow = memo(function GainRow({ stage }: OfStage) {
  const { t } = useTranslation('trace');
  return (
    <ChoiceRow
      name={t('gain')}
      values={paperGains}
      value={useStored(stage.view, (view) => view.gain)}
      worded={(gain) => t('gain.value', { gain })}
      onChoose={(gain) => stage.dispatch({ kind: 'gain', gain })}
    />
  );
});

/** Returns the names of the leads while they are few, otherwise "how many of how many". */
function leadsWords(
  { leads }: RecordingManifest,
  view: View,
  some: (shown: number, count: number) => string,
): string {
  if (view.leads.length > 3) return some(view.leads.length, leads.length);
  const names = view.leads.flatMap((index) => leads[index]?.label ?? []);
  return names.join(', ');
}

export const Menus = memo(function Menus(shared: MenuProps) {
  const { t } = useTranslation('trace');
  const { stage, manifest } = shared;
  const filter = useStored(stage.view, (view) => view.filter);
  const leads = useStored(stage.view, (view) =>
    leadsWords(manifest, view, (shown, count) => t('leads.some', { shown, count })),
  );
  const layout = useStored(stage.view, layoutWords);
  return (
    <>
      <MenuButton icon={<SlidersHorizontalIcon size={16} />} name={t('filter')} label={t(`filter.${filter}`)}>
        {() => <FilterItems {...shared} />}
      </MenuButton>
      <MenuButton icon={<StackIcon size={16} />} name={t('leads')} label={leads}>
        {() => <LeadItems {...shared} />}
      </MenuButton>
      {hasLayouts(manifest) && (
        <MenuButton icon={<GridFourIcon size={16} />} name={t('layout')} label={layout}>
          {() => <LayoutItems {...shared} />}
        </MenuButton>
      )}
    </>
  );
});

type MeasureButtonProps = OfStage & { readonly small: boolean; readonly sizePx?: number };

export const MeasureButton = memo(function MeasureButton({ stage, small, sizePx = 20 }: MeasureButtonProps) {
  const { t } = useTranslation('trace');
  const on = useStored(stage.view, (view) => view.measuring);
  const toggle = (): void => toggleMeasuring(stage);
  if (small) {
    return (
      <IconButton
        name={t('measure')}
        {...(sizePx < 20 && {
          keyName: recordingKeys.measure.keys[0],
          command: 'measure',
          size: 'small' as const,
        })}
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
      <KeyCap name={recordingKeys.measure.keys[0]} command="measure" />
    </Button>
  );
});

export const CalibrateButton = memo(function CalibrateButton({ onCalibrate }: { onCalibrate: () => void }) {
  const { t } = useTranslation('trace');
  return (
    <IconButton name={t('calibrate')} size="small" onClick={onCalibrate}>
      <CreditCardIcon size={18} />
    </IconButton>
  );
});

export const AloneButton = memo(function AloneButton({ stage }: OfStage) {
  const { t } = useTranslation('trace');
  const on = useStored(stage.view, (view) => view.alone);
  return (
    <IconButton
      name={t('strip.alone')}
      keyName={recordingKeys.alone.keys[0]}
      command="alone"
      size="small"
      aria-pressed={on}
      color={on ? 'primary' : 'default'}
      onClick={() => stage.dispatch({ kind: 'alone', on: !on })}
    >
      {on ? <ArrowsInLineVerticalIcon size={18} /> : <ArrowsOutLineVerticalIcon size={18} />}
    </IconButton>
  );
});

type SettingsMenuProps = MenuProps & { readonly onCalibrate: () => void; readonly sizePx: number };

export const SettingsMenu = memo(function SettingsMenu({
  onCalibrate,
  sizePx,
  ...shared
}: SettingsMenuProps) {
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
          {...shared}
          onCalibrate={() => {
            close();
            onCalibrate();
          }}
        />
      )}
    </MenuButton>
  );
});

type AddStripProps = {
  readonly onAddStrip: (() => void) | undefined;
  readonly tight: boolean;
};

export const AddStripButton = memo(function AddStripButton({ onAddStrip, tight }: AddStripProps) {
  const { t } = useTranslation('trace');
  if (onAddStrip === undefined) return null;
  if (tight)
    return (
      <IconButton
        name={t('strip.add')}
        keyName={recordingKeys.strip.keys[0]}
        command="strip"
        size="small"
        onClick={onAddStrip}
      >
        <BookmarkSimpleIcon size={18} />
      </IconButton>
    );
  return (
    <Button size="small" variant="text" startIcon={<BookmarkSimpleIcon size={16} />} onClick={onAddStrip}>
      {t('strip.add')}
      <KeyCap name={recordingKeys.strip.keys[0]} command="strip" />
    </Button>
  );
});
