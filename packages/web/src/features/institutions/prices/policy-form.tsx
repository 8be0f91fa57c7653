/**
 * Shows the form for a new price policy, or for the next prices of an existing one; the typed text stays through every
 * failure.
 */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ChargingUnitView, currencies } from '@rhythmdesk/contract/prices';
import { isCurrency, type Currency } from '@rhythmdesk/domain/billing/money';
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { amountFaults, gridOf, priceKeys, type PriceTexts, textsOf } from './policy-draft.ts';

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 14 });
const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}));
const Foot = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8 });

export type PolicyFormProps = {
  /** The policy whose next prices are set; null creates a new policy. */
  unit: ChargingUnitView | null;
  today: string;
  onClose: () => void;
  onSaved: () => void;
};

type Draft = {
  readonly name: string;
  readonly currency: Currency;
  readonly from: string;
  readonly texts: PriceTexts;
};
type Faults = Readonly<Record<string, string>>;

function firstDraft({ unit, today }: PolicyFormProps): Draft {
  const last = unit?.versions.at(-1);
  const after = last !== undefined && last.valid_from >= today ? last.valid_from : today;
  return {
    name: unit?.name ?? '',
    currency: unit?.currency ?? 'KRW',
    from: unit === null ? today : addDays(calendarDate(after), 1),
    texts: unit === null ? {} : textsOf(last, unit.currency),
  };
}

async function send(unit: ChargingUnitView | null, { name, currency, from, texts }: Draft): Promise<void> {
  const rest = { valid_from: from, prices: gridOf(texts, currency) };
  if (unit === null) await api.call('createChargingUnit', { name, currency, ...rest });
  else await api.call('succeedPrices', { id: unit.id, ...rest });
}

function useSaving({ unit, onSaved }: PolicyFormProps) {
  const { t } = useTranslation('prices');
  const { t: say } = useTranslation('messages');
  const wordsOf = useFieldFaults();
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (draft: Draft) => send(unit, draft),
    onSuccess: onSaved,
    onError: async (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return showFault(error);
      const worded = wordsOf(error.fields);
      const isRule = error.code.startsWith('billing/');
      setFaults(
        isRule ? Object.fromEntries(Object.keys(worded).map((name) => [name, error.detail])) : worded,
      );
    },
  });
  const submit = (draft: Draft) => {
    const found: Record<string, string> = {};
    for (const key of amountFaults(draft.texts, draft.currency)) found[key] = t('amount.fault');
    if (draft.name.trim() === '') found['name'] = say('alert.required');
    if (draft.from === '') found['valid_from'] = say('alert.required');
    setFaults(found);
    if (Object.keys(found).length === 0) mutate({ ...draft, name: draft.name.trim() });
  };
  return { faults, isPending, submit };
}

type PartProps = { draft: Draft; faults: Faults; onDraft: (draft: Draft) => void };

function Identity({ draft, faults, onDraft }: PartProps) {
  const { t } = useTranslation('prices');
  return (
    <Grid>
      <TextField
        label={t('field.name')}
        required
        autoFocus
        value={draft.name}
        fault={faults['name']}
        inputProps={{ maxLength: 80 }}
        onChange={({ target }) => onDraft({ ...draft, name: target.value })}
      />
      <SelectField
        label={t('field.currency')}
        required
        value={draft.currency}
        onChange={(currency) => isCurrency(currency) && onDraft({ ...draft, currency })}
      >
        {currencies.map((currency) => (
          <MenuItem key={currency} value={currency}>
            {currency}
          </MenuItem>
        ))}
      </SelectField>
    </Grid>
  );
}

function Amounts({ draft, faults, onDraft }: PartProps) {
  const { t } = useTranslation('prices');
  const { t: word } = useTranslation('words');
  return (
    <Grid>
      {priceKeys.map(([key, priority, length]) => (
        <TextField
          key={key}
          label={t('amount', { priority: word(`priority.${priority}`), length: t(`length.${length}`) })}
          required
          value={draft.texts[key] ?? ''}
          fault={faults[key] ?? faults[`prices.${key}`]}
          endAdornment={draft.currency}
          inputProps={{ inputMode: 'decimal', maxLength: 16 }}
          onChange={({ target }) => onDraft({ ...draft, texts: { ...draft.texts, [key]: target.value } })}
        />
      ))}
    </Grid>
  );
}

export function PolicyForm(props: PolicyFormProps) {
  const { unit, today, onClose } = props;
  const { t } = useTranslation('prices');
  const { t: frame } = useTranslation('dialogs');
  const [draft, setDraft] = useState(() => firstDraft(props));
  const { faults, isPending, submit } = useSaving(props);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit(draft);
  };
  const part = { draft, faults, onDraft: setDraft };
  return (
    <Form
      onSubmit={onSubmit}
      noValidate
      aria-label={unit === null ? t('policies.new') : t('successor.title', { name: unit.name })}
    >
      {unit === null ? (
        <Identity {...part} />
      ) : (
        <Typography variant="h3">{t('successor.title', { name: unit.name })}</Typography>
      )}
      <Amounts {...part} />
      <TextField
        label={t('field.valid_from')}
        type="date"
        required
        value={draft.from}
        fault={faults['valid_from']}
        hint={unit === null ? undefined : t('successor.note')}
        inputProps={{ min: today }}
        onChange={({ target }) => setDraft({ ...draft, from: target.value })}
      />
      <Foot>
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" disabled={isPending}>
          {t(unit === null ? 'create' : 'save')}
        </Button>
      </Foot>
    </Form>
  );
}
