/** Shows the head of the preview: patient, hospital, status, and the link to the case. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { useSexAge } from '../badges/patient-name.tsx';
import { listKeys } from '../../../ui/list/list-keys.ts';

const Frame = styled('div')({ padding: '4px 16px 12px' });
const Name = styled('h2')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 10px',
  margin: 0,
  fontSize: textSize.page,
  lineHeight: '26px',
  fontWeight: 600,
  '& small': { fontSize: textSize.body, fontWeight: 400, color: theme.vars.palette.text.secondary },
}));
const InstitutionLine = styled('p')(({ theme }) => ({
  margin: '2px 0 10px',
  color: theme.vars.palette.text.secondary,
}));
const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 10, '& > .space': { flex: 1 } });

type PreviewIdentityProps = { row: CaseRow; detail: CaseDetail | null; onOpen: () => void };

export function PreviewIdentity({ row, detail, onOpen }: PreviewIdentityProps) {
  const { t } = useTranslation('case-list');
  const { t: act } = useTranslation('actions');
  const format = useFormat();
  const sexAge = useSexAge();
  const birth_date = (detail ?? row).birth_date;
  const born = birth_date === null ? '' : format.calendarDate(birth_date);
  return (
    <Frame>
      <Name>
        <NameText row={row} />
        <small>{born === '' ? sexAge(row) : t('preview.born', { sex: sexAge(row), date: born })}</small>
      </Name>
      <InstitutionLine>
        <span lang={nameLanguage(row.hospital.name)}>{row.hospital.name}</span>
        {row.patient_id === null ? null : <> · {t('preview.patient-id', { patient_id: row.patient_id })}</>}
      </InstitutionLine>
      <Row>
        <CaseStatusChip row={row} />
        <CaseTimeLeft row={row} />
        <span className="space" />
        <Button size="small" onClick={onOpen}>
          {act('open')}
          <KeyCap name={listKeys['list-open'].keys[0]} command="list-open" />
        </Button>
      </Row>
    </Frame>
  );
}
