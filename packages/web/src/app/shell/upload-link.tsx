/** Shows the link to the upload page, blue because it moves files; tinted while the user is there. */
import Button from '@mui/material/Button';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { redirectOf } from '@rhythmdesk/domain/people/roles';
import { UploadSimpleIcon } from '@phosphor-icons/react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { builtPaths } from './rail.tsx';
import { browserAddress } from '../../platform/address/base-path.ts';

export function UploadLink() {
  const { t } = useTranslation('shell');
  const { role_key } = useSessionUser().user_role;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const may = hasPage(role_key, '/upload') && redirectOf(role_key, '/upload') === null;
  if (!may || !builtPaths.has('/upload')) return null;
  const here = pathname === '/upload';
  return (
    <Button
      href={browserAddress('/upload')}
      onClick={(event) => {
        event.preventDefault();
        void navigate({ to: '/upload' });
      }}
      variant="contained"
      color="blue-button"
      size="small"
      aria-current={here ? 'page' : undefined}
      startIcon={<UploadSimpleIcon size={16} aria-hidden="true" />}
      sx={
        here
          ? {
              color: 'blue-button.main',
              bgcolor: 'blue-button.tint',
              '&:hover': { bgcolor: 'blue-button.tint' },
            }
          : {}
      }
    >
      {t('upload')}
    </Button>
  );
}
