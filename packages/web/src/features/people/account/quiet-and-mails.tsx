/** Shows quiet hours with their time zone, how often mails are sent, and the mail about the ledger. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { ledgerMailRoles } from '@rhythmdesk/domain/integration/ledger';
import { mailRhythms } from '@rhythmdesk/domain/notice/notification-preferences';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Preferences } from './notification-settings.ts';

const Part = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: '8px 16px',
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  '& > p': { flexBasis: '100%', margin: 0, color: theme.vars.palette.text.secondary },
  '& > div': { width: 200 },
}));

const minutesOf = (clock: string): number | null => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
};

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The default is at night, when most people sleep. */
const usualQuiet = { from_minute: 22 * 60, to_minute: 7 * 60 };

/** Returns the user's own time zone and that of this device; identical ones are offered once. */
function zonesOf(own: string): readonly string[] {
  return [...new Set([own, Intl.DateTimeFormat().resolvedOptions().timeZone])];
}

type PartProps = { preferences: Preferences; onChange: (preferences: Preferences) => void };

function QuietHours({ preferences, onChange }: PartProps) {
  const { t } = useTranslation('notification-settings');
  const { quiet, time_zone } = preferences;
  const change = (name: 'from_minute' | 'to_minute', clock: string) => {
    const minute = minutesOf(clock);
    if (quiet === null || minute === null || minute === quiet[name]) return;
    // The server refuses hours without a length, in its own words; the field then shows the stored time again.
    onChange({ ...preferences, quiet: { ...quiet, [name]: minute } });
  };
  return (
    <Part>
      <FormControlLabel
        label={t('quiet')}
        control={
          <Checkbox
            checked={quiet !== null}
            onChange={(_event, checked) => onChange({ ...preferences, quiet: checked ? usualQuiet : null })}
          />
        }
      />
      <p>{t('quiet.lead')}</p>
      {quiet === null
        ? null
        : (['from_minute', 'to_minute'] as const).map((name) => (
            <TextField
              key={`${name} ${String(quiet[name])}`}
              label={t(name === 'from_minute' ? 'quiet.from' : 'quiet.to')}
              type="time"
              defaultValue={clockOf(quiet[name])}
              onBlur={({ target }) => {
                if (minutesOf(target.value) === null) target.value = clockOf(quiet[name]);
                change(name, target.value);
              }}
            />
          ))}
      <SelectField
        label={t('zone')}
        value={time_zone}
        onChange={(zone) => onChange({ ...preferences, time_zone: zone })}
      >
        {zonesOf(time_zone).map((zone) => (
          <MenuItem key={zone} value={zone}>
            {zone}
          </MenuItem>
        ))}
      </SelectField>
    </Part>
  );
}

/** The mail about each day of the ledger, for users who see it. */
function LedgerMail({ preferences, onChange }: PartProps) {
  const { t } = useTranslation('notification-settings');
  const { user_role } = useSessionUser();
  if (!ledgerMailRoles.some((role) => role === user_role.role_key)) return null;
  return (
    <Part>
      <FormControlLabel
        label={t('ledger')}
        control={
          <Checkbox
            checked={preferences.ledger_mail === true}
            onChange={(_event, checked) => onChange({ ...preferences, ledger_mail: checked })}
          />
        }
      />
      <p>{t('ledger.lead')}</p>
    </Part>
  );
}

export function QuietAndMails({ preferences, onChange }: PartProps) {
  const { t } = useTranslation('notification-settings');
  return (
    <>
      <QuietHours preferences={preferences} onChange={onChange} />
      <Part>
        <SelectField
          label={t('mails')}
          value={preferences.mail_rhythm}
          onChange={(chosen) => {
            const mail_rhythm = mailRhythms.find((each) => each === chosen);
            if (mail_rhythm !== undefined) onChange({ ...preferences, mail_rhythm });
          }}
        >
          {mailRhythms.map((rhythm) => (
            <MenuItem key={rhythm} value={rhythm}>
              {t(`rhythm.${rhythm}`)}
            </MenuItem>
          ))}
        </SelectField>
      </Part>
      <LedgerMail preferences={preferences} onChange={onChange} />
    </>
  );
}
