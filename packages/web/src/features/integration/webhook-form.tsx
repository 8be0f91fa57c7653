/** The fields of a receiver of webhooks. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { webhookEvents, type WebhookEvent } from '@rhythmdesk/domain/integration/webhook-events';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';
import { Hint, HospitalField, Section } from './form-parts.tsx';
import type { WebhookDraft } from './webhook-draft.ts';

function TextInput({ name }: { name: 'name' | 'url' | 'ca' }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<WebhookDraft>();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={t(`field.${name}`)}
      required={name !== 'ca'}
      hint={name === 'url' ? t('hint.url') : undefined}
      {...(name === 'ca' ? { multiline: true, minRows: 2, maxRows: 8 } : {})}
      fault={fieldState.error?.message}
      autoComplete="off"
      inputProps={{ spellCheck: false }}
    />
  );
}

function Flag({ name }: { name: 'active' | 'with_results' }) {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<WebhookDraft>();
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

const withEvent = (chosen: readonly WebhookEvent[], event: WebhookEvent, isOn: boolean): WebhookEvent[] =>
  webhookEvents.filter((each) => (each === event ? isOn : chosen.includes(each)));

function Events() {
  const { t } = useTranslation('integration');
  const { control } = useFormContext<WebhookDraft>();
  const { field, fieldState } = useController({
    control,
    name: 'events',
    rules: { validate: (chosen) => chosen.length > 0 || t('no-event') },
  });
  return (
    <>
      {webhookEvents.map((event) => (
        <FormControlLabel
          key={event}
          label={t(`event.${event}`)}
          control={
            <Checkbox
              size="small"
              checked={field.value.includes(event)}
              onChange={(_, isOn) => field.onChange(withEvent(field.value, event, isOn))}
            />
          }
        />
      ))}
      {fieldState.error === undefined ? null : (
        <FormHelperText error className="whole">
          {fieldState.error.message}
        </FormHelperText>
      )}
    </>
  );
}

function Hospital() {
  const { t: say } = useTranslation('messages');
  const { control } = useFormContext<WebhookDraft>();
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

export function WebhookForm({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('integration');
  return (
    <>
      <Section title={t('group.about')}>
        <TextInput name="name" />
        {isNew ? <Hospital /> : null}
        <div className="whole">
          <TextInput name="url" />
        </div>
        <Flag name="active" />
      </Section>
      <Section title={t('group.events')}>
        <Events />
      </Section>
      <Section title={t('group.content')}>
        <Hint className="whole">{t('hint.with_results')}</Hint>
        <Flag name="with_results" />
        <div className="whole">
          <TextInput name="ca" />
        </div>
      </Section>
    </>
  );
}
