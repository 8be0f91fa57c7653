/**
 * Shows a patient's name. Masked letters are dots in a quieter colour, and screen readers announce that they are
 * hidden.
 */
import { styled } from '@mui/material/styles';
import { maskMark } from '@rhythmdesk/domain/people/masking';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { personName } from '@rhythmdesk/domain/people/person-name';

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));

const dots = '•••••';

export type NamedPatient = {
  readonly patient_first_name: string | null;
  readonly patient_last_name: string | null;
};

export function NameText({ row }: { row: NamedPatient }) {
  const { t } = useTranslation('words');
  const name = personName(row.patient_first_name, row.patient_last_name);
  const [shown = ''] = name.split(maskMark, 1);
  if (name === '') return <Quiet>{t('patient.no-name')}</Quiet>;
  if (shown === name) return <span lang={nameLanguage(name)}>{name}</span>;
  return (
    <span title={t('patient.masked')}>
      <span lang={nameLanguage(shown)}>{shown}</span>
      <Quiet aria-hidden="true">{dots}</Quiet>
    </span>
  );
}
