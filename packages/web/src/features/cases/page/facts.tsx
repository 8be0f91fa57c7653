/** Shows the facts of patient, recording and reading. One field is open at a time, each with its own Save button. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { FactEditor } from './fact-editor.tsx';
import { factFields, type FactKey } from './fact-fields.ts';
import { FactList, FactRow } from './fact-row.tsx';
import { Section } from '../../../ui/panel.tsx';
import { SeverityFact } from './severity-fact.tsx';
import { useRecordingWords } from './recording-words.ts';

const own = (key: string): key is FactKey => Object.hasOwn(factFields, key);

/** Returns the displayed value of each editable field; empty is a dash. */
function useFieldValues(detail: CaseDetail): Record<FactKey, React.ReactNode> {
  const { t } = useTranslation('case-page');
  const words = useWords();
  return {
    name: detail.patient_last_name || detail.patient_first_name ? <NameText row={detail} /> : null,
    patient_id: detail.patient_id,
    birth_date: detail.birth_date,
    gender: detail.gender === null ? null : t(`gender.${detail.gender}`),
    phone_number: detail.phone_number,
    priority: words.priority(detail.priority),
    comment: detail.comment === '' ? null : <span lang={nameLanguage(detail.comment)}>{detail.comment}</span>,
    attachment_date: detail.attachment_date,
    detachment_date: detail.detachment_date,
    product_name: detail.product_name,
  };
}

/** Fields that are shown while empty only to users who fill in the form. */
const formFields: readonly FactKey[] = [
  'name',
  'gender',
  'phone_number',
  'priority',
  'attachment_date',
  'detachment_date',
  'product_name',
];
const order: readonly (FactKey | 'worn' | 'analysable' | 'device')[] = [
  'name',
  'patient_id',
  'birth_date',
  'gender',
  'phone_number',
  'priority',
  'comment',
  'attachment_date',
  'detachment_date',
  'worn',
  'analysable',
  'device',
  'product_name',
];

function PeopleRows({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const { owner, team, technician, confirmer, confirmed_date } = detail;
  const checked = detail.verified ? t('verified', { name: confirmer?.name ?? '' }) : confirmer?.name;
  return (
    <>
      {owner === null ? null : <FactRow name={t('fact.owner')}>{owner.name}</FactRow>}
      {team === null ? null : (
        <FactRow name={t('fact.team')}>
          <span lang={nameLanguage(team.name)}>{team.name}</span>
        </FactRow>
      )}
      {technician === null ? null : <FactRow name={t('fact.technician')}>{technician.name}</FactRow>}
      {confirmer === null ? null : <FactRow name={t('fact.confirmer')}>{checked}</FactRow>}
      {confirmed_date === null ? null : (
        <FactRow name={t('fact.confirmed')}>{format.instant('dateTime', confirmed_date)}</FactRow>
      )}
      {detail.close_reason === null ? null : (
        <FactRow name={t('fact.close_reason')}>{detail.close_reason}</FactRow>
      )}
    </>
  );
}

export function Facts({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const [open, setOpen] = useState<FactKey>();
  const values = useFieldValues(detail);
  const recorded = useRecordingWords(detail);
  const editable = detail.can_edit_patient;
  const rowOf = (key: (typeof order)[number]) => {
    if (!own(key)) {
      const fact = recorded[key];
      return fact === null ? null : (
        <FactRow key={key} name={t(`fact.${key}`)} title={fact.title}>
          {fact.words}
        </FactRow>
      );
    }
    if (key === open && editable) {
      return <FactEditor key={key} field={key} detail={detail} onDone={() => setOpen(undefined)} />;
    }
    const isFormField = formFields.includes(key);
    if (!editable && isFormField && (key !== 'phone_number' || detail.phone_number === null)) return null;
    return (
      <FactRow
        key={key}
        name={t(`fact.${key}`)}
        title={key === 'birth_date' && detail.masked ? t('masked') : undefined}
        onEdit={editable ? () => setOpen(key) : undefined}
      >
        {values[key]}
      </FactRow>
    );
  };
  return (
    <Section title={t('facts')}>
      <FactList>
        <FactRow name={t('fact.hospital')}>
          <span lang={nameLanguage(detail.hospital.name)}>{detail.hospital.name}</span>
        </FactRow>
        {order.map(rowOf)}
        <SeverityFact detail={detail} />
        <PeopleRows detail={detail} />
      </FactList>
    </Section>
  );
}
