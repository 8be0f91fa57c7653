/** Returns the name of a case in dialogs and messages: `HN26K05102, 田中 洋子`. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { maskMark } from '@rhythmdesk/domain/people/masking';
import { useTranslation } from 'react-i18next';
import { personName } from '@rhythmdesk/domain/people/person-name';

type CaseNameFacts = Pick<CaseRow, 'hn_id' | 'patient_first_name' | 'patient_last_name'>;

export function useCaseName(): (row: CaseNameFacts) => string {
  const { t } = useTranslation('actions');
  return ({ hn_id, patient_first_name, patient_last_name }) => {
    const name = personName(patient_first_name, patient_last_name);
    if (name === '') return hn_id;
    return t('case-name', { hn_id, name: name.replaceAll(maskMark, '•') });
  };
}
