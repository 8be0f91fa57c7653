/**
 * Shows the field for the HN ID of a new case: its format is checked while the user types, its availability when the
 * field loses the focus.
 */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { CleanedField } from '../../../ui/cleaned-field.tsx';
import type { CaseDraft } from './case-draft.ts';

/** A case created by form is also a duplicate if a case without a recording already has this HN ID. */
function useTaken(hn_id: string | null, hospital_id: string) {
  const ask = hn_id !== null && hospital_id !== '';
  const { data, isFetching } = useQuery({
    ...callQuery('checkHnId', {
      hn_id: hn_id ?? '',
      ...(hospital_id === '' ? {} : { hospital_id: Number(hospital_id) }),
    }),
    enabled: ask,
  });
  if (!ask) return 'unknown';
  if (isFetching && !data) return 'checking';
  return data === undefined ? 'unknown' : data.state === 'free' ? 'free' : 'taken';
}

const inCapitals = (typed: string): string => typed.toUpperCase();

export function HnIdField() {
  const { t } = useTranslation('case-form');
  const { control } = useFormContext<CaseDraft>();
  const hospital_id = useWatch({ control, name: 'hospital_id' });
  const [left, setLeft] = useState<string | null>(null);
  const taken = useTaken(left, hospital_id);
  const hints = { unknown: t('hn_id.hint'), checking: t('checking'), free: t('free'), taken: undefined };
  return (
    <Controller
      name="hn_id"
      control={control}
      render={({ field: { ref, onBlur, onChange, ...rest }, fieldState: { error } }) => (
        <CleanedField
          {...rest}
          label={t('hn_id')}
          inputRef={ref}
          clean={inCapitals}
          onText={(text) => {
            setLeft(null);
            onChange(text);
          }}
          onBlur={() => {
            onBlur();
            setLeft(normaliseHnId(rest.value));
          }}
          required
          autoFocus
          autoComplete="off"
          inputProps={{ maxLength: 40, style: { fontFamily: 'var(--font-mono)' } }}
          hint={hints[taken]}
          fault={error?.message ?? (taken === 'taken' ? t('fault.hn_id-taken') : undefined)}
        />
      )}
    />
  );
}
