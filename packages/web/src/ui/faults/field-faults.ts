/**
 * Turns the field errors of a 422 response into texts. A known message key has its own text, any other asks the user to
 * check the field.
 */
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
