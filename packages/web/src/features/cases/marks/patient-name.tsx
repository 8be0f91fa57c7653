/** A patient's name with sex and age. What is masked stands as dots in a quieter colour, and is said to be hidden. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { maskMark } from '@rhythmdesk/domain/people/masking';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../platform/texts/person-name.ts';
import { nameLanguage } from './name-language.ts';

const Name = styled('span')({ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' });
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));
const Line = styled('span')({
  display: 'inline-flex',
  alignItems: 'baseline',
  gap: 7,
  minWidth: 0,
  whiteSpace: 'nowrap',
});

export type PatientFacts = Pick<CaseRow, 'patient_first_name' | 'patient_last_name' | 'gender' | 'age'>;

const dots = '•••••';

/** `M 58`, `男 58歳`; only what is known. */
export function useSexAge(): (row: Pick<PatientFacts, 'gender' | 'age'>) => string {
  const { t } = useTranslation('case-list');
  return ({ gender, age }) => {
    const sex = gender === null ? '' : t(`sex.${gender}`);
    if (age === null) return sex;
    return sex === '' ? t('age', { age }) : t('sex-age', { sex, age });
  };
}

export function NameText({ row }: { row: Pick<PatientFacts, 'patient_first_name' | 'patient_last_name'> }) {
  const { t } = useTranslation('case-list');
  const name = personName(row.patient_first_name, row.patient_last_name);
  const [shown = ''] = name.split(maskMark, 1);
  if (name === '') return <Quiet>{t('no-name')}</Quiet>;
  if (shown === name) return <span lang={nameLanguage(name)}>{name}</span>;
  return (
    <span title={t('masked')}>
      <span lang={nameLanguage(shown)}>{shown}</span>
      <Quiet aria-hidden="true">{dots}</Quiet>
    </span>
  );
}

export function PatientName({ row }: { row: PatientFacts }) {
  const sexAge = useSexAge();
  return (
    <Line>
      <Name>
        <NameText row={row} />
      </Name>
      <Quiet>{sexAge(row)}</Quiet>
    </Line>
  );
}
