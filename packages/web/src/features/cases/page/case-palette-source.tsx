/** Adds the case's actions and documents to the command palette, while its page is open. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { FilePdfIcon, NotebookIcon } from '@phosphor-icons/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { addPaletteSource, type PaletteItem } from '../../../ui/palette/palette-sources.ts';
import { useNewest } from '../../../ui/use-newest.ts';
import { ActionIcon } from '../actions/action-icons.tsx';
import { actionCommand, actionKey, actionKeys } from '../actions/action-keys.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import type { CaseAccess } from '../model/case-access.ts';
import type { NextAct } from './next-act.tsx';
import { currentVersion, type ShownDocument } from './shown-document.ts';
import { useKeyNamer } from '../../../ui/keys/key-names.ts';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { pageKeys } from './page-keys.ts';

type CasePaletteInput = {
  detail: CaseDetail;
  actions: CaseActions;
  next: NextAct | null;
  access: CaseAccess;
  onShow: (shown: ShownDocument) => void;
};

function useItems({ detail, actions, next, access, onShow }: CasePaletteInput): readonly PaletteItem[] {
  const { t } = useTranslation('actions');
  const { t: page } = useTranslation('case-page');
  const nameOf = useKeyNamer();
  const nextKey = nameOf(actionKeys['next-step'].keys[0], 'next-step');
  const keyOf = (action: CaseAction): Pick<PaletteItem, 'keyName'> => {
    const usual = actionKey(action);
    if (action === taken && next !== null) return { keyName: nextKey };
    return usual === undefined ? {} : { keyName: nameOf(usual, actionCommand(action)) };
  };
  const step = detail.next_step;
  const taken = step.kind === 'act' ? step.action : undefined;
  const acts = detail.actions.map((action): PaletteItem => ({
    id: `act-${action}`,
    title: t(`name.${action}`),
    note: detail.hn_id,
    icon: <ActionIcon action={action} />,
    ...keyOf(action),
    run: () => actions.run(action, detail),
  }));
  const bringing = next !== null && step.kind === 'owed';
  const brings = bringing
    ? [{ id: 'bring', title: next.label, note: detail.hn_id, keyName: nextKey, run: next.run }]
    : [];
  const report = {
    id: 'report',
    title: page('key.report'),
    note: detail.hn_id,
    icon: <FilePdfIcon size={16} aria-hidden="true" />,
    keyName: nameOf(pageKeys['show-report'].keys[0], 'show-report'),
    run: () => onShow({ kind: 'report', version: currentVersion(detail) }),
  };
  const order = {
    id: 'order',
    title: page('doc.order'),
    note: detail.hn_id,
    icon: <NotebookIcon size={16} aria-hidden="true" />,
    run: () => onShow({ kind: 'order' }),
  };
  const documents = access.reports ? [report, ...(detail.has_order ? [order] : [])] : [];
  return [...brings, ...acts, ...documents];
}

export function useCasePalette(input: CasePaletteInput): void {
  const { t } = useTranslation('actions');
  const items = useItems(input);
  const newest = useNewest(() => items);
  useEffect(
    () =>
      addPaletteSource({
        id: 'this-case',
        title: t('palette.case'),
        kind: 'page',
        search: (query) => newest().filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
      }),
    [t, newest],
  );
}
