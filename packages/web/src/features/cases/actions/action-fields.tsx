/** Shows the input fields of an action: a person, a comment or reason, the user's own password. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { Need } from '@rhythmdesk/domain/case/transition';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-state.ts';
import { useRefusedPassword } from '../../../ui/proof/use-refused-password.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { type ActionDraft, needsOf } from './action-draft.ts';
import { PeoplePicker } from './people-picker.tsx';
import type { ActionTarget } from '../model/perform.ts';
import { pickedTeam, type People, teamIdOf, useChiefs, useTeams, useTechnicians } from './use-people.ts';
import { usualChief } from './usual-chief.ts';

/** Actions whose comment is labelled as a reason because it explains a refusal. */
const reasoned: ReadonlySet<CaseAction> = new Set<CaseAction>(['reject', 'take-back', 'close', 'reassign']);

export type ActionFieldsProps = {
  action: CaseAction;
  target: ActionTarget;
  draft: ActionDraft;
  missing: readonly Need[];
  onChange: (change: Partial<ActionDraft>) => void;
  /** Why the action was refused, if it was. */
  error: Error | null;
  /** Called if a person was selected for the user and nothing else is required: the action can be sent as it is. */
  onReady: () => void;
};

/** Selects the chief if there is only one to choose; otherwise the one that the user asked last. */
function useLikelyChief(people: People['people'], chosen: number | null, choose: (id: number) => void): void {
  const likely = people?.length === 1 ? people[0]?.id : people?.find(({ id }) => id === usualChief())?.id;
  const take = useEffectEvent(() => {
    if (likely !== undefined && chosen === null) choose(likely);
  });
  useEffect(() => take(), [likely]);
}

/** Shows the choice of another team of the center, or no team. */
function Team({ target, draft, missing, onChange }: ActionFieldsProps) {
  const { t } = useTranslation('actions');
  const { people, error } = useTeams(target, true);
  return (
    <PeoplePicker
      ofGroups
      label={t('team')}
      people={people}
      value={pickedTeam(draft.team_id)}
      onChange={(picked) => onChange({ team_id: teamIdOf(picked) })}
      fault={missing.includes('team') ? t('choose-team') : error?.message}
    />
  );
}

function Person({ action, target, draft, missing, onChange, onReady }: ActionFieldsProps) {
  const { t } = useTranslation('actions');
  const needs = needsOf(action);
  const [asksTechnician, asksChief] = [needs.includes('technician'), needs.includes('confirmer')];
  const technicians = useTechnicians(target, asksTechnician);
  const chiefs = useChiefs(target, asksChief);
  useLikelyChief(chiefs.people, draft.confirmer_id, (confirmer_id) => {
    onChange({ confirmer_id });
    if (needs.length === 1) onReady();
  });
  if (asksTechnician) {
    return (
      <PeoplePicker
        label={t('technician')}
        people={technicians.people}
        value={draft.technician_id}
        onChange={(technician_id) => onChange({ technician_id })}
        fault={missing.includes('technician') ? t('choose-person') : technicians.error?.message}
      />
    );
  }
  if (!asksChief) return null;
  return (
    <PeoplePicker
      label={t('confirmer')}
      people={chiefs.people}
      value={draft.confirmer_id}
      onChange={(confirmer_id) => onChange({ confirmer_id })}
      fault={missing.includes('confirmer') ? t('choose-person') : chiefs.error?.message}
    />
  );
}

export function ActionFields(props: ActionFieldsProps) {
  const { action, draft, missing, error, onChange } = props;
  const { t } = useTranslation('actions');
  const password = useRefusedPassword(error);
  const { t: say } = useTranslation('messages');
  const session = useSession();
  const hasPassword = session.kind !== 'signed-in' || session.user.has_password;
  const needs = needsOf(action);
  const requiredFault = (need: Need) => (missing.includes(need) ? say('alert.required') : undefined);
  const personFirst = needs.includes('technician') || needs.includes('confirmer');
  return (
    <>
      <Person {...props} />
      {needs.includes('team') ? <Team {...props} /> : null}
      {needs.includes('comment') ? (
        <TextField
          label={t(reasoned.has(action) ? 'reason' : 'comment')}
          multiline
          minRows={3}
          maxRows={8}
          inputProps={{ maxLength: 2000 }}
          value={draft.comment}
          onChange={(event) => onChange({ comment: event.target.value })}
          required
          autoFocus={!personFirst}
          fault={requiredFault('comment')}
        />
      ) : null}
      {needs.includes('password') && hasPassword ? (
        <TextField
          label={t('password')}
          inputRef={password}
          type="password"
          autoComplete="current-password"
          value={draft.password}
          onChange={(event) => onChange({ password: event.target.value })}
          required
          autoFocus
          hint={t('password-hint')}
          fault={requiredFault('password')}
        />
      ) : null}
    </>
  );
}
