/**
 * Provides the settings of the installation: from the server's page before sign-in, from the signed-in user after it.
 */
import { type PageSettings, readPageSettings } from '../platform/page-settings.ts';
import { useSession } from '../platform/session/session-state.ts';

const pageSettings = readPageSettings();

export function useSite(): PageSettings {
  const session = useSession();
  return session.kind === 'signed-in' ? session.user.site : pageSettings;
}
