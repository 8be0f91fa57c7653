/**
 * The keys of the case page. Those of the recording are listed here so that footer and key list show them; the
 * recording hears them itself, and only while it is drawn.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import type { Shortcut } from '../../../ui/keys/shortcuts.ts';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import { actionKey } from '../actions/action-keys.ts';
import { deskKey, useOpenDesk } from './desk-link.tsx';
import type { NextAct } from './next-act.tsx';
import type { CaseSteps } from './case-steps.ts';
import { currentVersion, type ShownDocument } from './shown-document.ts';

export type CaseKeys = {
  detail: CaseDetail;
  steps: CaseSteps;
  /** Takes the offer of the next case away; absent while there is none. */
  stay: (() => void) | undefined;
  actions: CaseActions;
  next: NextAct | null;
  /** This role reads reports. */
  reports: boolean;
  shown: ShownDocument | undefined;
  onShow: (shown: ShownDocument | undefined) => void;
};

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, [contenteditable="true"]');

function useRecordingKeyList(drawn: boolean): Shortcut[] {
  const { t } = useTranslation('case-page');
  const { t: say } = useTranslation('trace');
  if (!drawn) return [];
  const listed = (keys: readonly string[], label: string, footer = false): Shortcut => ({
    keys,
    label,
    footer,
    heard: 'elsewhere',
    run: () => undefined,
  });
  return [
    listed(['←', '→'], t('key.beat'), true),
    listed(['↑', '↓'], t('key.line')),
    listed(['PgUp', 'PgDn'], t('key.page'), true),
    listed([',', '.'], t('key.strip'), true),
    listed(['Home', 'End'], t('key.ends')),
    listed(['J', 'K'], t('key.finding'), true),
    listed(['[', ']'], t('key.finding')),
    listed(['+', '−'], t('key.zoom'), true),
    listed(['M'], t('key.measure'), true),
    listed(['F'], say('strip.alone')),
  ];
}

/** The case's own actions that have a key of their own, beside the one that is next. */
function useActionKeys({ detail, actions, next }: CaseKeys): Shortcut[] {
  const { t } = useTranslation('actions');
  if (actions.busy !== null) return [];
  const own = detail.actions.flatMap((action): Shortcut[] => {
    const key = actionKey(action);
    if (key === undefined || key === next?.keyName) return [];
    return [{ keys: [key], label: t(`name.${action}`), run: () => actions.run(action, detail) }];
  });
  return next === null ? own : [{ keys: [next.keyName], label: next.label, run: next.run }, ...own];
}

export function useCaseKeys(keys: CaseKeys): void {
  const { detail, steps, stay, shown, onShow } = keys;
  const { t } = useTranslation('case-page');
  const { t: ofNext } = useTranslation('next-case');
  const { t: ofDesk } = useTranslation('desk');
  /** Out of a field first, then away with the offer of the next case, out of the PDF, out of the case. */
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
  useShortcuts([
    ...useRecordingKeyList(detail.recording === 'ready' && shown === undefined),
    ...(previous ? [{ keys: ['Shift+K'], label: t('crumb.previous'), run: previous }] : []),
    ...(following ? [{ keys: ['Shift+J'], label: t('crumb.next'), run: following }] : []),
    ...useActionKeys(keys),
    ...(desk === null ? [] : [{ keys: [deskKey], label: ofDesk('open'), footer: true, run: desk }]),
    ...(keys.reports ? [{ keys: ['P'], label: t('key.report'), run: report }] : []),
    { keys: ['Esc'], label: escape, footer: true, run: leave },
  ]);
}
