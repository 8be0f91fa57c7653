/** The fields of a system that speaks HL7 version 2, in groups. */
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import {
  type Hl7Acknowledgement,
  hl7Acknowledgements,
  hl7Charsets,
  hl7Processing,
  hl7Versions,
} from '@rhythmdesk/domain/integration/hl7-settings';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { Controller, useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Hint, HospitalField, Section } from './form-parts.tsx';
import { orderFields, type PartnerDraft } from './partner-draft.ts';

const textNames = [
  ...(['name', 'acting_user', 'host', 'port', 'ca', 'our_application', 'our_facility'] as const),
  ...(['their_application', 'their_facility', 'from_addresses', 'fingerprint'] as const),
] satisfies (keyof PartnerDraft)[];
type TextName = (typeof textNames)[number] | (typeof orderFields)[number];

const isPlace = (name: TextName): name is (typeof orderFields)[number] =>
  orderFields.some((each) => each === name);

function TextInput({ name, required = false }: { name: TextName; required?: boolean }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PartnerDraft>();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  const isLong = name === 'ca';
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={isPlace(name) ? t(`map.${name}`) : t(`field.${name}`)}
      required={required}
      multiline={isLong}
      {...(isLong ? { minRows: 2, maxRows: 8 } : {})}
      hint={name === 'from_addresses' ? t('hint.from_addresses') : undefined}
      fault={fieldState.error?.message}
      autoComplete="off"
      inputProps={{ spellCheck: false }}
    />
  );
}

type FlagName = 'active' | 'sends_results' | 'takes_orders' | 'tls' | 'with_pdf';

function Flag({ name }: { name: FlagName }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PartnerDraft>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <FormControlLabel
          control={<Switch checked={value} onChange={(_, checked) => onChange(checked)} />}
          label={t(`field.${name}`)}
        />
      )}
    />
  );
}

const choices = {
  charset: hl7Charsets,
  version: hl7Versions,
  processing: hl7Processing,
  language: languages,
  acknowledgement: hl7Acknowledgements,
} as const;

const isAcknowledgement = (value: string): value is Hl7Acknowledgement =>
  hl7Acknowledgements.some((each) => each === value);

function Choice({ name }: { name: keyof typeof choices }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PartnerDraft>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          label={t(`field.${name}`)}
          value={field.value}
          onChange={field.onChange}
          fault={fieldState.error?.message}
        >
          {choices[name].map((each) => (
            <MenuItem key={each} value={each}>
              {isAcknowledgement(each) ? t(`acknowledgement.${each}`) : each}
            </MenuItem>
          ))}
        </SelectField>
      )}
    />
  );
}

function Hospital() {
  const { t: say } = useTranslation('messages');
  const { control } = useFormContext<PartnerDraft>();
  return (
    <Controller
      control={control}
      name="hospital"
      rules={{ required: say('alert.required') }}
      render={({ field, fieldState }) => (
        <HospitalField value={field.value} fault={fieldState.error?.message} onChange={field.onChange} />
      )}
    />
  );
}

/** The settings for receiving orders. */
function Taking() {
  return (
    <>
      <TextInput name="acting_user" required />
      <TextInput name="from_addresses" />
      <div className="whole">
        <TextInput name="fingerprint" />
      </div>
    </>
  );
}

/** The settings for sending results. */
function Sending({ tls }: { tls: boolean }) {
  return (
    <>
      <TextInput name="host" required />
      <TextInput name="port" required />
      <div className="whole">
        <Choice name="acknowledgement" />
      </div>
      <Flag name="tls" />
      <Flag name="with_pdf" />
      {tls ? (
        <div className="whole">
          <TextInput name="ca" />
        </div>
      ) : null}
    </>
  );
}

/** Where the fields of an order are. */
function Mapping() {
  const { t } = useTranslation('integration');
  return (
    <Section title={t('group.mapping')}>
      <Hint className="whole">{t('hint.mapping')}</Hint>
      {orderFields.map((name) => (
        <TextInput key={name} name={name} />
      ))}
    </Section>
  );
}

export function PartnerForm({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<PartnerDraft>();
  const [sends, takes, tls] = useWatch({ control, name: ['sends_results', 'takes_orders', 'tls'] });
  return (
    <>
      <Section title={t('group.about')}>
        <TextInput name="name" required />
        {isNew ? <Hospital /> : null}
        <Flag name="active" />
      </Section>
      <Section title={t('group.send')}>
        <div className="whole">
          <Flag name="sends_results" />
        </div>
        {sends ? <Sending tls={tls} /> : null}
      </Section>
      <Section title={t('group.take')}>
        <div className="whole">
          <Flag name="takes_orders" />
        </div>
        {takes ? <Taking /> : null}
      </Section>
      <Section title={t('group.form')}>
        <TextInput name="their_application" required={takes} />
        <TextInput name="their_facility" />
        <TextInput name="our_application" />
        <TextInput name="our_facility" />
        <Choice name="charset" />
        <Choice name="version" />
        <Choice name="processing" />
        <Choice name="language" />
      </Section>
      {takes ? <Mapping /> : null}
    </>
  );
}
