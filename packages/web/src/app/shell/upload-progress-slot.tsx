/**
 * The progress of the uploads, on every page for users who may upload; it also keeps the uploads running. Its code
 * loads after the page.
 */
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { lazy, Suspense } from 'react';
import { useSessionUser } from '../../platform/session/session-state.ts';

const Progress = lazy(async () => ({
  default: (await import('../../features/uploads/queue/upload-progress.tsx')).UploadProgress,
}));

export function UploadProgressSlot() {
  const { role_key } = useSessionUser().user_role;
  if (!hasPage(role_key, '/upload')) return null;
  return (
    <Suspense fallback={null}>
      <Progress />
    </Suspense>
  );
}
