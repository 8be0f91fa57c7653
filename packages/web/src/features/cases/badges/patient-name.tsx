/** Shows a patient's name with sex and age. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../../ui/badges/name-text.tsx';

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

/** Writes sex and age: `M 58`, `男 58歳`; unknown parts are left out. */
export function useSexAge(): (row: Pick<PatientFacts, 'gender' | 'age'>) => string {
  const { t } = useTranslation('case-list');
  return ({ gender, age }) => {
    const sex = gender === null ? '' : t(`sex.${gender}`);
    if (age === null) return sex;
    return sex === '' ? t('age', { age }) : t('sex-age', { sex, age });
  };
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
