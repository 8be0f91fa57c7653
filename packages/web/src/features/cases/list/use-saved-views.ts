/**
 * Provides the actions on saved views: each asks the user for what it needs, calls the server, and refetches the views.
 */
import { type SavedView, savedViewNameLimit } from '@rhythmdesk/contract/saved-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import type { ListKind } from '../model/list-kinds.ts';

export type SavedViewChanges = {
  /** Asks for the name first. */
  readonly save: (search: string, suggested?: string) => Promise<void>;
  readonly rename: (view: SavedView) => Promise<void>;
  /** Replaces the view's filters. */
  readonly hold: (view: SavedView, search: string) => void;
  readonly share: (view: SavedView, shared: SavedView['shared']) => void;
  readonly remove: (view: SavedView) => Promise<void>;
};

type Work = () => Promise<unknown>;

export function useSavedViewChanges(list: ListKind['name']): SavedViewChanges {
  const { t } = useTranslation('saved-views');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (work: Work) => work(),
    onSettled: () => cache.invalidateQueries({ queryKey: ['savedViews'] }),
  });
  const askName = async (title: string, given: string): Promise<string | null> => {
    const ask = {
      ...{ title, label: t('name'), placeholder: t('name-example') },
      ...{ defaultValue: given, required: true, confirmText: t('name-save'), maxLength: savedViewNameLimit },
    };
    const name = await dialogs.prompt(ask);
    return name === null ? null : name.trim();
  };
  return {
    save: async (search, suggested = '') => {
      const name = await askName(t('save-title'), suggested);
      if (name !== null) mutate(() => api.call('addSavedView', { list, name, search }));
    },
    rename: async ({ id, version, name: before }) => {
      const name = await askName(t('rename-title'), before);
      if (name !== null && name !== before) mutate(() => api.call('updateSavedView', { id, version, name }));
    },
    hold: ({ id, version }, search) => mutate(() => api.call('updateSavedView', { id, version, search })),
    share: ({ id, version }, shared) => mutate(() => api.call('shareSavedView', { id, version, shared })),
    remove: async ({ id, name, shared }) => {
      const message = shared === null ? t('delete-body') : t('delete-shared-body');
      const ask = {
        title: t('delete-title', { name }),
        message,
        confirmText: t('delete'),
        destructive: true,
      };
      if (await dialogs.confirm(ask)) mutate(() => api.call('deleteSavedView', { id }));
    },
  };
}
