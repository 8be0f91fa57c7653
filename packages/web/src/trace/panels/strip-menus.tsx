/** Shows the menus of the tool bar: display filter with inversion, leads, and for phones all settings in one menu. */
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useStored } from '../../platform/use-stored.ts';
import { displayFilters, filterFits } from '@rhythmdesk/ecg/signal/display-filter';
import { textSize } from '../../platform/theme/type-scale.ts';
import { checkItem, radioItems } from './menu-items.tsx';
import type { MenuProps } from './menu-items.tsx';
import { orderLeads } from '../time/strip-layout.ts';
import { LayoutItems, hasLayouts } from './layout-menu.tsx';
import { paperGains, paperSpeeds } from '../time/time-scale.ts';

export function FilterItems({ stage: { view: store, dispatch }, manifest }: MenuProps) {
  const { t } = useTranslation('trace');
  const view = useStored(store);
  const choices = displayFilters.map((filter) => ({
    key: filter,
    label: t(`filter.${filter}`),
    chosen: view.filter === filter,
    off: !filterFits(filter, manifest.sampling_hz),
  }));
  return (
    <>
      {radioItems(choices, (key) => {
        const filter = displayFilters.find((one) => one === key);
        if (filter !== undefined) dispatch({ kind: 'filter', filter });
      })}
      <Divider />
      {checkItem('invert', t('filter.invert'), view.inverted, () => dispatch({ kind: 'invert' }))}
      <Divider />
      <li
        style={{
          padding: '4px 12px',
          maxWidth: 280,
          fontSize: textSize.small,
          lineHeight: '16px',
          opacity: 0.85,
        }}
      >
        {t('filter.note')}
      </li>
    </>
  );
}

/** Leads in the order of a printed ECG, regardless of the order in which they were ticked. */
function toggleLead(order: readonly number[], leads: readonly number[], lead: number): number[] {
  return order.filter((one) => (one === lead ? !leads.includes(one) : leads.includes(one)));
}

export function LeadItems({ stage: { view: store, dispatch }, manifest }: MenuProps) {
  const { t } = useTranslation('trace');
  const view = useStored(store);
  const format = useFormat();
  const order = orderLeads(manifest.leads.map(({ label }) => label));
  const isAll = view.leads.length === order.length;
  const all = (): void => dispatch({ kind: 'leads', leads: isAll ? order.slice(0, 1) : order });
  return (
    <>
      {order.length > 2 && checkItem('all', t('leads.all'), isAll, all)}
      {order.flatMap((index) => {
        const lead = manifest.leads[index];
        if (lead === undefined) return [];
        const toggle = (): void => dispatch({ kind: 'leads', leads: toggleLead(order, view.leads, index) });
        const share = t('leads.signal', { share: format.percent(lead.signal_share) });
        return [checkItem(lead.label, lead.label, view.leads.includes(index), toggle, share)];
      })}
    </>
  );
}

function ScaleItems({ stage: { view: store, dispatch } }: MenuProps) {
  const { t } = useTranslation('trace');
  const view = useStored(store);
  const speeds = paperSpeeds.map((speed) => ({
    key: String(speed),
    label: t('speed.value', { speed }),
    chosen: view.speed === speed,
  }));
  const gains = paperGains.map((gain) => ({
    key: String(gain),
    label: t('gain.value', { gain }),
    chosen: view.gain === gain,
  }));
  return (
    <>
      <ListSubheader>{t('speed')}</ListSubheader>
      {radioItems(speeds, (key) => {
        const speed = paperSpeeds.find((one) => String(one) === key);
        if (speed !== undefined) dispatch({ kind: 'speed', speed });
      })}
      <ListSubheader>{t('gain')}</ListSubheader>
      {radioItems(gains, (key) => {
        const gain = paperGains.find((one) => String(one) === key);
        if (gain !== undefined) dispatch({ kind: 'gain', gain });
      })}
    </>
  );
}

type AllProps = MenuProps & { readonly onCalibrate: () => void };

export function AllSettings({ onCalibrate, ...props }: AllProps) {
  const { t } = useTranslation('trace');
  const { stage, manifest } = props;
  const alone = useStored(stage.view, (view) => view.alone);
  return (
    <>
      {checkItem('alone', t('strip.alone'), alone, () => stage.dispatch({ kind: 'alone', on: !alone }))}
      <ScaleItems {...props} />
      <ListSubheader>{t('filter')}</ListSubheader>
      <FilterItems {...props} />
      {hasLayouts(manifest) && <LayoutItems {...props} />}
      <ListSubheader>{t('leads')}</ListSubheader>
      <LeadItems {...props} />
      <Divider />
      <MenuItem onClick={onCalibrate}>{t('calibrate')}</MenuItem>
    </>
  );
}
