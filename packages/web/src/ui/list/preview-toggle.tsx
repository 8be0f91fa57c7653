/** Shows and hides the pane beside a list. */
import { SidebarSimpleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { listKeys } from './list-keys.ts';

export function PreviewToggle({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <IconButton
      name={t('preview')}
      keyName={listKeys['list-preview'].keys[0]}
      command="list-preview"
      aria-pressed={shown}
      onClick={onToggle}
      sx={shown ? { color: 'primary.main', backgroundColor: 'primary.tint' } : {}}
    >
      <SidebarSimpleIcon size={18} mirrored weight={shown ? 'fill' : 'regular'} aria-hidden="true" />
    </IconButton>
  );
}
