/** Shows the full-screen consent form for the patient at the bedside; the signed-in user is the witness. */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import type { AgreementState } from '@rhythmdesk/contract/agreements';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { formatCalendarDate } from '../../platform/texts/format.ts';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { currentLanguage } from '../../platform/texts/texts.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { useFaultText } from '../../ui/states/error-state.tsx';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { ConsentForm, type SignedConsent } from './consent-form.tsx';
import { payloadOf } from './patient-payload.ts';

const Sheet = styled('div')({ width: '100%', maxWidth: 560, margin: '0 auto', padding: '24px 16px 48px' });

/** Covers the whole screen, so that the patient sees nothing of the page behind it. */
const whole = {
  width: '100%',
  maxWidth: 'none',
  height: '100%',
  maxHeight: 'none',
  margin: 0,
  borderRadius: 0,
};

type BedsideProps = { state: AgreementState; onClose: () => void; onGiven: () => void };

export function BedsideConsent({ state, onClose, onGiven }: BedsideProps) {
  const { t, i18n } = useTranslation('agreements');
  const faultText = useFaultText();
  const { name: witness } = useSessionUser();
  const keep = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (signed: SignedConsent) =>
      api.call('giveAgreement', { ...payloadOf(state), agree_type: 'SCREEN', ...signed }),
    onSuccess: () => {
      onClose();
      onGiven();
    },
  });
  const { birthday } = state.patient;
  return (
    <Dialog fullScreen open onClose={onClose} aria-label={t('title')} slotProps={{ paper: { sx: whole } }}>
      <Sheet>
        <ConsentForm
          words={state}
          language={currentLanguage()}
          facts={(language) => {
            const say = i18n.getFixedT(language, 'agreements');
            return [
              [say('name'), personName(state.patient.first_name, state.patient.last_name)],
              ...(birthday === null
                ? []
                : [[say('birth-date'), formatCalendarDate(language, birthday)] as const]),
            ];
          }}
          note={(language) => i18n.getFixedT(language, 'agreements')('witness', { name: witness })}
          busy={keep.isPending}
          fault={keep.error === null ? null : <NoticeBar tone="error" title={faultText(keep.error)} />}
          onAgree={(signed) => keep.mutate(signed)}
          onDecline={onClose}
        />
      </Sheet>
    </Dialog>
  );
}
