/**
 * `/practice`: the guided first reading. The desk itself, on a synthetic recording that this browser makes and answers
 * for; no server hears of it but that it was done.
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
import { useStored } from '../../../platform/use-stored.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { OpenedDesk } from '../desk/desk-page.tsx';
import { practiceAnswers } from './practice-answers.ts';
import { practiceCase, practiceDetail } from './practice-case.ts';
import { PracticeCoach } from './practice-coach.tsx';
import { practiceStores, type PracticeStores } from './practice-progress.ts';

/** Kept once the score was seen, so that nobody is offered it again. */
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
  const { t } = useTranslation('practice');
  const navigate = useNavigate();
  const detail = useMemo(() => practiceDetail(t('name'), practice), [t, practice]);
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

/** The desk asks for nothing before this browser answers for the practice. */
export function Page() {
  const { id, name } = useSessionUser();
  const cache = useQueryClient();
  const [practice] = useState(practiceRecording);
  const [stores, setStores] = useState(() => practiceStores(id));
  const [answering] = useState(() => createStore<PracticeStores | null>(null));
  const answered = useStored(answering);
  useEffect(() => {
    const leave = answerHere(practiceAnswers(practice, stores.log, { id, name }));
    answering.set(stores);
    return () => {
      leave();
      cache.removeQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(String(practiceCase)),
      });
    };
  }, [practice, stores, id, name, cache, answering]);
  const again = (): void => {
    stores.forget();
    setStores(practiceStores(id));
  };
  if (answered !== stores) return null;
  return <Practice key={String(stores.log.get().length === 0)} {...{ practice, stores }} onAgain={again} />;
}
