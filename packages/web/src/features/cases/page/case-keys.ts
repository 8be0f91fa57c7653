/** Registers the commands of the case page besides those of the recording. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../../ui/keys/commands.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import { actionCommand, actionKey, actionKeys } from '../actions/action-keys.ts';
import { useOpenDesk } from './desk-link.tsx';
import { pageKeys } from './page-keys.ts';
import type { NextAct } from './next-act.tsx';
import type { CaseSteps } from './case-steps.ts';
import { currentVersion, type ShownDocument } from './shown-document.ts';

export type CaseKeys = {
  detail: CaseDetail;
  steps: CaseSteps;
  /** Dismisses the offer of the next case; absent while there is none. */
  stay: (() => void) | undefined;
  actions: CaseActions;
  next: NextAct | null;
  /** Whether this role reads reports. */
  reports: boolean;
  shown: ShownDocument | undefined;
  onShow: (shown: ShownDocument | undefined) => void;
};

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, [contenteditable="true"]');

/** Returns the case's actions with a key of their own, besides the next one. */
function useActionKeys({ detail, actions, next }: CaseKeys): Command[] {
  const { t } = useTranslation('actions');
  if (actions.busy !== null) return [];
  const own = detail.actions.flatMap((action): Command[] => {
    const [id, key] = [actionCommand(action), actionKey(action)];
    if (id === undefined || key === undefined) return [];
    const run = (): void => actions.run(action, detail);
    return [{ id, keys: [key], title: t(`name.${action}`), once: true, run }];
  });
  return next === null
    ? own
    : [
        { id: 'next-step', keys: actionKeys['next-step'].keys, title: next.label, once: true, run: next.run },
        ...own,
      ];
}

export function useCaseKeys(keys: CaseKeys): void {
  const { detail, steps, stay, shown, onShow } = keys;
  const { t } = useTranslation('case-page');
  const { t: ofNext } = useTranslation('next-case');
  const { t: ofDesk } = useTranslation('desk');
  /** Leaves in this order: a field, the offer of the next case, the PDF, the case. */
  const leave = (): void => {
    const active = document.activeElement;
    if (isField(active)) active.blur();
    else if (stay !== undefined) stay();
    else if (shown === undefined) steps.back();
    else onShow(undefined);
  };
  const { previous, next: following } = steps;
  const desk = useOpenDesk(detail);
  const report = (): void => onShow({ kind: 'report', version: currentVersion(detail) });
  const out = shown === undefined ? t('key.back') : t('key.close');
  const escape = stay === undefined ? out : ofNext('stay');
  useCommands([
    ...(previous
      ? [
          {
            id: 'case-previous',
            keys: pageKeys['case-previous'].keys,
            title: t('crumb.previous'),
            run: previous,
          },
        ]
      : []),
    ...(following
      ? [{ id: 'case-next', keys: pageKeys['case-next'].keys, title: t('crumb.next'), run: following }]
      : []),
    ...useActionKeys(keys),
    ...(desk === null
      ? []
      : [
          {
            id: 'open-desk',
            keys: pageKeys['open-desk'].keys,
            title: ofDesk('open'),
            footer: true,
            run: desk,
          },
        ]),
    ...(keys.reports
      ? [{ id: 'show-report', keys: pageKeys['show-report'].keys, title: t('key.report'), run: report }]
      : []),
    { id: 'leave', keys: pageKeys.leave.keys, title: escape, footer: true, run: leave },
  ]);
}
