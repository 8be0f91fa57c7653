/** The user's division of the recording's height between its scales; the server stores it for every case and screen. */
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import { changePreferences, useKept } from '../../../platform/session/preferences.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

function save(scales: ScalesPreference | undefined): Promise<void> {
  return changePreferences(({ scales: _, ...before }) => ({
    ...before,
    ...(scales === undefined ? {} : { scales }),
  })).catch(showFault);
}

export function useScales(): [ScalesPreference | undefined, (scales: ScalesPreference | undefined) => void] {
  const { preferences } = useSessionUser();
  return useKept(() => preferences.scales, save);
}
