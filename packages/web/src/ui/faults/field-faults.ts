/** The faults of a 422, field by field, as texts: a key that we have is worded, another says to check the field. */
import { useTranslation } from 'react-i18next';

export function useFieldFaults(): (fields: Readonly<Record<string, string>>) => Record<string, string> {
  const { t, i18n } = useTranslation('messages');
  return (fields) => {
    const worded = Object.entries(fields).map(([field, key]) => {
      const known: unknown = i18n.getResource(i18n.language, 'messages', key);
      return [field, typeof known === 'string' ? known : t('field-fault')] as const;
    });
    return Object.fromEntries(worded);
  };
}
