/**
 * Provides the action of the primary button: the action that is open to this caller, or adding what the action still
 * lacks. Null if another user has to act or the case is finished.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { workStep } from '@rhythmdesk/domain/case/work-step';
import { can } from '@rhythmdesk/domain/people/can';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { actionKeys } from '../actions/action-keys.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import { useOpenItems } from '../analysis/use-open-items.ts';
import { useReportOld } from '../analysis/use-report-old.ts';
import { tabOfStep } from '../model/work-tabs.ts';
import { useOpenDesk } from './desk-link.tsx';
import { currentVersion, type ShownDocument } from './shown-document.ts';

const CaseForm = lazy(async () => ({ default: (await import('../actions/case-form.tsx')).CaseForm }));

export type NextAct = { readonly label: string; readonly keyName: string; readonly run: () => void };

type NextActInput = {
  detail: CaseDetail;
  narrow: boolean;
  actions: CaseActions;
  onShow: (shown: ShownDocument) => void;
  onSaved: () => void;
};

/** The text of each step of the reading. */
const readingSteps = { read: 'read', look: 'coverage', conclude: 'conclude', report: 'make-report' } as const;
type ReadingStep = (typeof readingSteps)[keyof typeof readingSteps];

/**
 * Returns what the caller can add here: a reading, a report, patient data, a recording. Anything else is only shown as
 * text.
 */
function useBringing({ detail, narrow, onShow }: NextActInput, onEdit: () => void): NextAct | null {
  const { t } = useTranslation('actions');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  const openDesk = useOpenDesk(detail);
  const open_items = useOpenItems(detail);
  const report_old = useReportOld(detail);
  const step = detail.next_step;
  const act = (
    name:
      | ReadingStep
      | ('coverage' | 'required-fields' | 'report' | 'new-report' | 'recording' | 'agreement'),
    run: () => void,
  ): NextAct => ({
    label: t(`bring.${name}`),
    keyName: actionKeys['next-step'].keys[0],
    run,
  });
  const { can_edit_reading: reads, technician_comment: conclusion } = detail;
  const work = workStep({ next_step: step, reads, open_items, conclusion, report_old });
  if (typeof work === 'string' && !narrow && openDesk !== null)
    return act(readingSteps[work], () => openDesk(tabOfStep[work]));
  if (step.kind !== 'owed') return null;
  switch (step.guard) {
    case 'coverage':
      return narrow || openDesk === null ? null : act(step.guard, () => openDesk());
    case 'report':
    case 'new-report':
      return act(step.guard, () => onShow({ kind: 'report', version: currentVersion(detail) }));
    case 'required-fields':
      return detail.can_edit_patient ? act(step.guard, onEdit) : null;
    case 'recording':
      return detail.recording === 'none' && can(user_role, 'case.create') !== 'never'
        ? act(step.guard, () => void navigate({ to: '/upload' }))
        : null;
    case 'agreement':
      return can(user_role, 'agreement.write') === 'never'
        ? null
        : act(step.guard, () => void navigate({ to: `/agreement/${String(detail.case_id)}` }));
    case 'center':
      return null;
  }
}

export function useNextAct(input: NextActInput): { next: NextAct | null; form: ReactNode } {
  const { detail, actions, onSaved } = input;
  const { t } = useTranslation('actions');
  const [editing, setEditing] = useState(false);
  const bringing = useBringing(input, () => setEditing(true));
  const step = detail.next_step;
  const close = () => setEditing(false);
  const form = editing ? (
    <DialogSlot>
      <CaseForm
        case_id={detail.case_id}
        hospital_id={detail.hospital.id}
        onClose={close}
        onSaved={() => {
          close();
          onSaved();
        }}
      />
    </DialogSlot>
  ) : null;
  if (step.kind !== 'act' || bringing !== null) return { next: bringing, form };
  const { action } = step;
  const next = {
    label: t(`name.${action}`),
    keyName: actionKeys['next-step'].keys[0],
    run: () => actions.run(action, detail),
  };
  return { next, form };
}
