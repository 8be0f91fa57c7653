/**
 * Shows `/practice`: the guided first reading. It uses the desk itself, on a synthetic recording that this browser
 * makes and serves; the server only learns that it was completed.
 */
import { type PracticeRecording, practiceRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerHere } from '../../../platform/client/local-answers.ts';
import { changePreferences } from '../../../platform/session/preferences.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { createStore } from '../../../platform/store.ts';
import { asLanguage } from '../../../platform/texts/languages.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { OpenedDesk } from '../desk/desk-page.tsx';
import { caseQuery } from '../model/use-case.ts';
import { dropReading } from '../reading/use-reading-session.ts';
import { practiceAnswers } from './practice-answers.ts';
import { practiceCase, practiceDetail } from './practice-case.ts';
import { PracticeCoach } from './practice-coach.tsx';
import { practiceStores, type PracticeStores } from './practice-progress.ts';

const { queryKey } = caseQuery(practiceCase);
const isCase = (key: readonly unknown[]): boolean => JSON.stringify(key) === JSON.stringify(queryKey);
const isOfPractice = (key: readonly unknown[]): boolean => JSON.stringify(key).includes(String(practiceCase));
const noName = { patient_first_name: null, patient_last_name: null } as const;
const emptyPatient = { ...noName, hn_id: '', hospital_language: 'en' } as const;

/** Stores that the practice is done once the user has seen the score, so that it is not offered again. */
function useKeepingDone({ progress }: PracticeStores): void {
  const { first_reading } = useSessionUser().preferences;
  const finished = useStored(progress, (now) => now.finished);
  useEffect(() => {
    if (!finished || first_reading === 'done') return;
    changePreferences((before) => ({ ...before, first_reading: 'done' })).catch(showFault);
  }, [finished, first_reading]);
}

type PracticeProps = {
  readonly practice: PracticeRecording;
  readonly stores: PracticeStores;
  readonly onAgain: () => void;
};

function Practice({ practice, stores, onAgain }: PracticeProps) {
  const { t, i18n } = useTranslation('practice');
  const hospital_language = asLanguage(i18n.language) ?? 'en';
  const navigate = useNavigate();
  const conclusion = useStored(stores.conclusion);
  const detail = useMemo(() => {
    const patient = { patient_first_name: t('patient.first'), patient_last_name: t('patient.last') };
    return practiceDetail({ hn_id: t('name'), hospital_language, ...patient }, practice, conclusion);
  }, [t, hospital_language, practice, conclusion]);
  useKeepingDone(stores);
  const leave = (): void => void navigate({ to: '/' });
  return (
    <OpenedDesk
      detail={detail}
      onBack={leave}
      beside={(desk) => <PracticeCoach {...{ desk, practice, stores, onAgain }} onLeave={leave} />}
    />
  );
}

/** The desk sends no request before this browser answers for the practice. */
export function Page() {
  const { id, name } = useSessionUser();
  const { i18n } = useTranslation('practice');
  const cache = useQueryClient();
  const [practice] = useState(practiceRecording);
  const [stores, setStores] = useState(() => practiceStores(id));
  const [answering] = useState(() => createStore<PracticeStores | null>(null));
  const answered = useStored(answering);
  useEffect(() => {
    const noPages = (): string => i18n.t('no-pages', { ns: 'practice' });
    const leave = answerHere(practiceAnswers(practice, stores, { reader: { id, name }, noPages }));
    // A save on a case applies to the cached case.
    cache.setQueryData(queryKey, practiceDetail(emptyPatient, practice, stores.conclusion.get()));
    answering.set(stores);
    return () => {
      // A conclusion that the desk saves while it unmounts is still answered here.
      setTimeout(leave, 0);
      dropReading(practiceCase);
      cache.removeQueries({ predicate: ({ queryKey: key }) => isOfPractice(key) && !isCase(key) });
    };
  }, [practice, stores, id, name, cache, answering, i18n]);
  const again = (): void => {
    stores.forget();
    setStores(practiceStores(id));
  };
  // A desk exists as long as its stores: a new desk in between would lose unsent edits.
  if (answered !== stores) return null;
  return <Practice {...{ practice, stores }} onAgain={again} />;
}
