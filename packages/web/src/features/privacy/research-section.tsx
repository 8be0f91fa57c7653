/** Requests recordings for research: the completed cases of a period, of one hospital or all. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { researchFormats } from '@rhythmdesk/contract/privacy';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { PeriodChip } from '../../ui/list/period-chip.tsx';
import { lastDays, localToday } from '../../ui/list/period.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { Fields, HospitalPicker, Lead, PrivacySection, type ChosenHospital } from './page-parts.tsx';

const usualDays = 30;

export function ResearchSection() {
  const { t } = useTranslation('privacy');
  const today = localToday(new Date(useNow()));
  const [hospital, setHospital] = useState<ChosenHospital | null>(null);
  const [period, setPeriod] = useState(() => lastDays(today, usualDays));
  const [chosen, setFormat] = useState<(typeof researchFormats)[number]>('wfdb');
  const asking = useMutation({
    mutationFn: () => {
      const of = hospital === null ? {} : { hospital_id: hospital.id };
      const input = { ...of, from_time: period.from, to_time: period.to, format: chosen };
      return api.call('beginExport', { kind: 'exportResearch', input });
    },
    onSuccess: () => showToast(t('research-begun')),
  });
  return (
    <PrivacySection title={t('research')}>
      <Lead>{t('research-lead')}</Lead>
      <Fields
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate();
        }}
      >
        <HospitalPicker label={t('all-hospitals')} value={hospital} onChange={setHospital} />
        <SelectField
          label={t('format')}
          value={chosen}
          onChange={(value) => setFormat(researchFormats.find((each) => each === value) ?? chosen)}
        >
          {researchFormats.map((format) => (
            <MenuItem key={format} value={format}>
              {t(`format.${format}`)}
            </MenuItem>
          ))}
        </SelectField>
        <PeriodChip name={t('period')} period={period} today={today} onChange={setPeriod} />
        <Button type="submit" variant="outlined" disabled={asking.isPending} sx={{ justifySelf: 'start' }}>
          {t('make-research')}
        </Button>
      </Fields>
    </PrivacySection>
  );
}
