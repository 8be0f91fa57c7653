/**
 * Runs the actions of cases for a list, a preview or the case page: an action that needs an input opens its dialog, any
 * other runs at once. The caller renders `dialog` anywhere and is notified of completed actions.
 */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { can } from '@rhythmdesk/domain/people/can';
import { lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useSession } from '../../../platform/session/session-state.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { useCaseName } from '../model/case-name.ts';
import { type ActionDraft, emptyDraft, inputOf, inverseOf, missingNeeds } from './action-draft.ts';
import { UnsavedWork, useSettledVersion } from './use-settled-version.ts';
import { type AttemptKeys, makeAttemptKeys } from '../model/attempt-key.ts';
import { type ActionDone, type ActionTarget, perform } from '../model/perform.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

export type CaseActions = {
  /** `given`: values that are already known. If nothing is missing then, no dialog opens. */
  run: (action: CaseAction, target: ActionTarget, given?: Partial<ActionDraft>) => void;
  /** The open dialog, if any. */
  dialog: ReactNode;
  /** The case on which an action without a dialog is running. */
  busy: number | null;
};

export type CaseActionEvents = {
  onDone: (done: ActionDone) => void;
  onStale: (case_id: number) => void;
};

/** Returns whether a toast may offer the undo action: a role that may assign may not always undo it. */
function useMayUndo(): (inverse: 'unassign' | 'cancel-request') => boolean {
  const session = useSession();
  return (inverse) => {
    if (session.kind !== 'signed-in') return false;
    const permission = inverse === 'unassign' ? 'case.unassign' : 'case.cancel_request';
    return can(session.user.user_role, permission) !== 'never';
  };
}

function useDirectAct({ onDone, onStale }: CaseActionEvents) {
  const { t } = useTranslation('actions');
  const { t: say } = useTranslation('messages');
  const dialogs = useDialogs();
  const caseName = useCaseName();
  const [keys] = useState<AttemptKeys>(() => makeAttemptKeys());
  const [busy, setBusy] = useState<number | null>(null);
  const mayUndo = useMayUndo();
  const settled = useSettledVersion();

  const explain = async (error: unknown, target: ActionTarget) => {
    if (error instanceof UnsavedWork)
      return dialogs.alert({ title: caseName(target), message: t('unsaved') });
    if (!(error instanceof ApiError) || error.status !== 409) return showFault(error);
    onStale(target.case_id);
    await dialogs.alert({ title: caseName(target), message: error.detail || say('alert.conflict') });
  };
  const act = async (
    action: CaseAction,
    target: ActionTarget,
    draft: ActionDraft = emptyDraft,
  ): Promise<void> => {
    setBusy(target.case_id);
    try {
      const version = await settled(target);
      const done = await perform(action, inputOf(action, { ...target, version }, draft), keys);
      onDone(done);
      const inverse = inverseOf(action);
      const isAnnounced = action === 'assign-to-me' || action === 'request' || action === 'assign';
      if (inverse === null || !isAnnounced || !mayUndo(inverse)) return;
      const message = t(`done.${action}`, { name: caseName(target) });
      showToast(message, () => void act(inverse, { ...target, version: done.version }));
    } catch (error) {
      await explain(error, target);
    } finally {
      setBusy(null);
    }
  };
  /** Reports what a dialog did if one click undoes it. */
  const offerUndo = ({ action, version }: ActionDone, target: ActionTarget): void => {
    if (action === 'assign' && mayUndo('unassign')) {
      const undo = () => void act('unassign', { ...target, version });
      showToast(t('done.assign', { name: caseName(target) }), undo);
    }
    if (action !== 'change-team') return;
    const before: ActionDraft = { ...emptyDraft, team_id: target.team?.id ?? null };
    showToast(
      t('done.change-team', { name: caseName(target) }),
      () => void act(action, { ...target, version }, before),
    );
  };
  return { act, offerUndo, busy };
}

type Opened = { action: CaseAction; target: ActionTarget; given?: Partial<ActionDraft> | undefined };

export function useCaseActions(events: CaseActionEvents): CaseActions {
  const [open, setOpen] = useState<Opened | null>(null);
  const { act, offerUndo, busy } = useDirectAct(events);
  const close = () => setOpen(null);
  const dialog = open ? (
    <DialogSlot>
      <ActionDialog
        action={open.action}
        target={open.target}
        given={open.given}
        onClose={close}
        onStale={events.onStale}
        onDone={(done) => {
          close();
          events.onDone(done);
          offerUndo(done, open.target);
        }}
      />
    </DialogSlot>
  ) : null;
  return {
    run: (action, target, given) => {
      const draft = { ...emptyDraft, ...given };
      if (missingNeeds(action, draft).length === 0) void act(action, target, draft);
      else setOpen({ action, target, given });
    },
    dialog,
    busy,
  };
}
