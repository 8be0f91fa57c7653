/** Exports every access to one hospital's patients in a period as a spreadsheet for the hospital. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedGroups } from '../../platform/client/use-offered-groups.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { PeriodChip } from '../../ui/list/period-chip.tsx';
import { lastDays } from '../../ui/list/period.ts';
import { NamePicker } from '../../ui/name-picker.tsx';

type ChosenHospital = { readonly id: number; readonly name: string };

const usualDays = 30;

function HospitalPicker({
  value,
  onChange,
}: {
  value: ChosenHospital | null;
  onChange: (value: ChosenHospital | null) => void;
}) {
  const { t } = useTranslation('audit');
  return (
    <NamePicker
      {...useOfferedGroups(['hospital'])}
      label={t('accesses.hospital')}
      labelled
      several={false}
      value={value === null ? [] : [value]}
      onChange={([chosen]) => onChange(chosen ?? null)}
    />
  );
}

export function AccessesDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const [hospital, setHospital] = useState<ChosenHospital | null>(null);
  const [period, setPeriod] = useState(() => lastDays(today, usualDays));
  const { from, to } = period;
  return (
    <Dialog open onClose={onClose} aria-labelledby="accesses-title" fullWidth maxWidth="sm">
      <DialogTitle id="accesses-title">{t('accesses')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: '16px' }}>
        <p style={{ margin: 0 }}>{t('accesses.body')}</p>
        <HospitalPicker value={hospital} onChange={setHospital} />
        <span>
          <PeriodChip name={t('period')} period={period} today={today} onChange={setPeriod} />
        </span>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('accesses.close')}</Button>
        {hospital === null ? (
          <span role="status">{t('accesses.choose')}</span>
        ) : (
          <ExportButton
            spelled
            filename="accesses.xlsx"
            order={exportOrder('exportAccesses', { hospital_id: hospital.id, from_time: from, to_time: to })}
          />
        )}
      </DialogActions>
    </Dialog>
  );
}
