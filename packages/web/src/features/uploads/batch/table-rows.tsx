/** Previews a list of patients: each row with what will happen to it, or with its errors. */
import { styled } from '@mui/material/styles';
import { CheckCircleIcon, ClockIcon, WarningIcon, XCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { TableRow } from '../patients/patient-table.ts';
import type { RowFate } from './table-plan.ts';

const Scroll = styled('div')(({ theme }) => ({
  maxHeight: 'min(46vh, 420px)',
  overflow: 'auto',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
}));
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: textSize.body,
  lineHeight: '18px',
  '& th, & td': { padding: '6px 10px', textAlign: 'start', verticalAlign: 'top' },
  '& th': {
    position: 'sticky',
    top: 0,
    fontSize: textSize.small,
    fontWeight: 500,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.surface.s2,
  },
  '& td': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& .number': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, whiteSpace: 'nowrap' },
  '& .even': { whiteSpace: 'nowrap' },
  '& .fate': { display: 'flex', gap: 6, minWidth: 160, '& svg': { flex: 'none', marginTop: 2 } },
  '& .fits svg': { color: theme.vars.palette.success.main },
  '& .waits': { color: theme.vars.palette.text.secondary },
  '& .replaces': { color: theme.vars.palette.warning.main },
  '& .fault': { color: theme.vars.palette.error.main },
}));

const icons = {
  fits: CheckCircleIcon,
  waits: ClockIcon,
  replaces: WarningIcon,
  fault: XCircleIcon,
} as const satisfies Record<RowFate, unknown>;

function useFateWords() {
  const { t } = useTranslation('uploads');
  return ({ faults }: TableRow, fate: RowFate): string =>
    fate === 'fault'
      ? faults
          .map(({ fault, value, column }) => t(`row.${fault}`, { value, column: t(`list.${column}`) }))
          .join(' ')
      : t(`fate.${fate}`);
}

export type PlannedRow = { readonly row: TableRow; readonly fate: RowFate };

export function TableRows({ planned }: { planned: readonly PlannedRow[] }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const words = useFateWords();
  return (
    <Scroll>
      <Table>
        <thead>
          <tr>
            <th>{t('table.row')}</th>
            <th>{t('list.hn_id')}</th>
            <th>{t('list.patient_name')}</th>
            <th>{t('list.birth_date')}</th>
            <th>{t('list.gender')}</th>
            <th>{t('list.patient_id')}</th>
            <th>{t('table.fate')}</th>
          </tr>
        </thead>
        <tbody>
          {planned.map(({ row, fate }) => {
            const { patient, hn_id } = row;
            const gender = patient.gender;
            const Icon = icons[fate];
            return (
              <tr key={row.row}>
                <td className="number">{format.number(row.row)}</td>
                <td className="mono">{hn_id}</td>
                <td>{personName(patient.patient_first_name, patient.patient_last_name)}</td>
                <td className="even">{patient.birth_date}</td>
                <td className="even">
                  {gender === 'male' || gender === 'female' || gender === 'other'
                    ? t(`gender.${gender}`)
                    : ''}
                </td>
                <td>{patient.patient_id}</td>
                <td>
                  <span className={`fate ${fate}`}>
                    <Icon size={14} weight={fate === 'waits' ? 'regular' : 'fill'} aria-hidden="true" />
                    {words(row, fate)}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Scroll>
  );
}
