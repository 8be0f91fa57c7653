/** Makes the rows of the recording's menus: one choice of several, or on and off. */
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import type { Stage } from './stage.ts';

export type MenuProps = { readonly stage: Stage; readonly manifest: RecordingManifest };

type Choice = {
  readonly key: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly off?: boolean;
};

export function radioItems(choices: readonly Choice[], onChoose: (key: string) => void) {
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

export function checkItem(key: string, label: string, checked: boolean, onChange: () => void, note?: string) {
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
