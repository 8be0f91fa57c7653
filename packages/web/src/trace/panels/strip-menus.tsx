/** The menus of the tool bar: display filter with inversion, leads, and for phones all settings in one. */
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { displayFilters, filterFits } from '@rhythmdesk/ecg/signal/display-filter';
import type { Scene } from '../paint/scene.ts';
import { paperGains, paperSpeeds } from '../time/time-scale.ts';
import type { Command, View } from '../time/view-state.ts';

type MenuProps = {
  readonly scene: Scene;
  readonly view: View;
  readonly dispatch: (command: Command) => void;
};

type Choice = {
  readonly key: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly off?: boolean;
};

function radioItems(choices: readonly Choice[], onChoose: (key: string) => void) {
  return choices.map(({ key, label, chosen, off = false }) => (
    <MenuItem
      key={key}
      dense
      role="menuitemradio"
      aria-checked={chosen}
      disabled={off}
      onClick={() => onChoose(key)}
    >
      <Radio
        checked={chosen}
        tabIndex={-1}
        slotProps={{ input: { 'aria-hidden': true } }}
        sx={{ p: '2px', mr: '8px' }}
      />
      {label}
    </MenuItem>
  ));
}

function checkItem(key: string, label: string, checked: boolean, onChange: () => void, note?: string) {
  return (
    <MenuItem key={key} dense role="menuitemcheckbox" aria-checked={checked} onClick={onChange}>
      <Checkbox
        checked={checked}
        tabIndex={-1}
        slotProps={{ input: { 'aria-hidden': true } }}
        sx={{ p: '2px', mr: '8px' }}
      />
      {label}
      {note !== undefined && (
        <span style={{ marginLeft: 'auto', paddingLeft: 24, opacity: 0.8 }}>{note}</span>
      )}
    </MenuItem>
  );
}

export function FilterItems({ scene, view, dispatch }: MenuProps) {
  const { t } = useTranslation('trace');
  const choices = displayFilters.map((filter) => ({
    key: filter,
    label: t(`filter.${filter}`),
    chosen: view.filter === filter,
    off: !filterFits(filter, scene.clock.sampling_hz),
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
        style={{ padding: '4px 12px', maxWidth: 280, fontSize: '.75rem', lineHeight: '16px', opacity: 0.85 }}
      >
        {t('filter.note')}
      </li>
    </>
  );
}

/** Leads in the order of the recording, whatever order they were ticked in. */
function toggleLead(leads: readonly number[], lead: number): number[] {
  const kept = leads.includes(lead) ? leads.filter((one) => one !== lead) : [...leads, lead];
  return kept.sort((a, b) => a - b);
}

export function LeadItems({ scene, view, dispatch }: MenuProps) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  return scene.manifest.leads.map((lead, index) =>
    checkItem(
      lead.label,
      lead.label,
      view.leads.includes(index),
      () => dispatch({ kind: 'leads', leads: toggleLead(view.leads, index) }),
      t('leads.signal', { share: format.percent(lead.signal_share) }),
    ),
  );
}

function ScaleItems({ view, dispatch }: MenuProps) {
  const { t } = useTranslation('trace');
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

export function AllSettings(props: MenuProps) {
  const { t } = useTranslation('trace');
  return (
    <>
      <ScaleItems {...props} />
      <ListSubheader>{t('filter')}</ListSubheader>
      <FilterItems {...props} />
      <ListSubheader>{t('leads')}</ListSubheader>
      <LeadItems {...props} />
    </>
  );
}
