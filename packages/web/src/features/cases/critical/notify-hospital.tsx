/** Shows the contacts to call in the hospital, and who there acknowledged the finding, by which means. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CriticalDetail, HospitalContact } from '@rhythmdesk/contract/critical';
import { type CallWay, callWays } from '@rhythmdesk/domain/critical/critical-states';
import { PhoneCallIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayDistance } from '../../../platform/texts/format.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { criticalKeys } from '../actions/critical-keys.ts';
import { Section } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { callOrder } from './call-order.ts';
import type { CriticalActs } from './use-critical-acts.ts';

const Contact = styled('li', { shouldForwardProp: (prop) => prop !== 'off' })<{ off: boolean }>(
  ({ theme, off }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '5px 0',
    ...(off ? { color: theme.vars.palette.text.secondary } : {}),
    '& > div': { flex: 1, minWidth: 0 },
    '& small': {
      display: 'block',
      fontSize: textSize.small,
      lineHeight: '18px',
      color: theme.vars.palette.text.secondary,
    },
  }),
);
const Contacts = styled('ul')({ margin: '0 0 8px', padding: 0, listStyle: 'none' });
const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 128px',
  gap: 10,
  '& > button': { gridColumn: '1 / -1' },
});
const Quiet = styled('p')(({ theme }) => ({
  margin: '0 0 8px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

type CallProps = {
  contact: HospitalContact;
  /** The hospital's time zone, in which duty hours are given. */
  time_zone: string;
  first: boolean;
  acts: CriticalActs;
  may: boolean;
};

/** Returns until when a contact is on duty, or from when; null for a contact who always is. */
function useDutyNote({ on_duty, duty_changes_at: at }: HospitalContact, time_zone: string): string | null {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const nowMs = useNow();
  if (at === null) return null;
  const isToday = dayDistance(Date.parse(at), nowMs, time_zone) === 0;
  const when = format.instant(isToday ? 'time' : 'dayTime', at, time_zone);
  return t(on_duty ? 'duty.until' : 'duty.off', { when });
}

function ContactRow({ contact, time_zone, first, acts, may }: CallProps) {
  const { t } = useTranslation('critical');
  const dutyNote = useDutyNote(contact, time_zone);
  const { name, place, phone, on_duty } = contact;
  return (
    <Contact off={!on_duty}>
      <div>
        <span lang={nameLanguage(name)}>{place === '' ? name : `${name} · ${place}`}</span>
        <small>{dutyNote === null ? phone : `${phone} · ${dutyNote}`}</small>
      </div>
      {may ? (
        <Button
          size="small"
          variant="outlined"
          href={`tel:${phone.replace(/[^+\d]/g, '')}`}
          aria-label={t('call.name', { name })}
          startIcon={<PhoneCallIcon size={16} aria-hidden="true" />}
          onClick={() => acts.run('call', { contact: name, way: 'telephone' })}
        >
          {t('act.call')}
          {first ? (
            <KeyCap name={criticalKeys['critical-call'].keys[0]} command="critical-call" quiet />
          ) : null}
        </Button>
      ) : null}
    </Contact>
  );
}

function AcknowledgeForm({ detail, acts }: { detail: CriticalDetail; acts: CriticalActs }) {
  const { t } = useTranslation('critical');
  const id = useId();
  const [name, setName] = useState(callOrder(detail.contacts)[0]?.name ?? '');
  const [way, setWay] = useState<CallWay>('telephone');
  const [isConfirming, setConfirming] = useState(false);
  const missing = name.trim() === '';
  const chooseWay = (value: string): void => setWay(callWays.find((one) => one === value) ?? 'telephone');
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
        if (!missing) acts.run('acknowledge', { contact: name.trim(), way });
      }}
    >
      <TextField
        label={t('acknowledged-by')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        fault={isConfirming && missing ? t('acknowledged-by.missing') : undefined}
        required
        inputProps={{ list: id, maxLength: 80, 'data-acknowledge': '' }}
      />
      <datalist id={id}>
        {detail.contacts.map((contact) => (
          <option key={contact.name} value={contact.name} />
        ))}
      </datalist>
      <SelectField label={t('how')} value={way} onChange={chooseWay}>
        {callWays.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`way.${one}`)}
          </MenuItem>
        ))}
      </SelectField>
      <Button type="submit" variant="contained" disabled={acts.busy}>
        {t('act.acknowledge')}
      </Button>
    </Form>
  );
}

type NotifyProps = { detail: CriticalDetail; acts: CriticalActs; onContacts: () => void };

export function NotifyHospital({ detail, acts, onContacts }: NotifyProps) {
  const { t } = useTranslation('critical');
  const { contacts, may_change_contacts: mayChange } = detail;
  const may = detail.acts.includes('call');
  return (
    <Section
      title={t('notify')}
      note={
        mayChange ? (
          <Button size="small" onClick={onContacts}>
            {t('contacts.change')}
          </Button>
        ) : undefined
      }
    >
      {contacts.length === 0 ? <Quiet>{t('contacts.none')}</Quiet> : null}
      <Contacts>
        {callOrder(contacts).map((contact, index) => (
          <ContactRow
            key={`${contact.name} ${contact.phone}`}
            contact={contact}
            time_zone={detail.time_zone}
            first={index === 0}
            acts={acts}
            may={may}
          />
        ))}
      </Contacts>
      {may ? (
        <AcknowledgeForm detail={detail} acts={acts} />
      ) : detail.state === 'open' ? (
        <Quiet>{t('notify.first')}</Quiet>
      ) : null}
    </Section>
  );
}
