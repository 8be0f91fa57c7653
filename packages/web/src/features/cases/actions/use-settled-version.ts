/**
 * Waits until the server has everything that the user wrote on this page, before an action on the case is sent. The
 * action then names the version of the case after these changes.
 */
import type { ActionTarget } from '../model/perform.ts';
import { useOptionalSaver } from '../model/use-save.ts';
import { useReadingOfPage } from '../reading/reading-context.tsx';

/** Something that the user wrote is not stored yet, so the action was not sent. */
export class UnsavedWork extends Error {
  constructor() {
    super('an action on a case with unsaved work');
    this.name = 'UnsavedWork';
  }
}

/** Returns a function that throws `UnsavedWork` if something could not be saved. */
export function useSettledWork(): () => Promise<void> {
  const saver = useOptionalSaver();
  const reading = useReadingOfPage();
  return async () => {
    const unsent = (await reading?.settled()) ?? 0;
    const isSaved = (await saver?.settle()) ?? true;
    if (unsent > 0 || !isSaved) throw new UnsavedWork();
  };
}

/**
 * Takes the case and the version that the user acts on. Another case than that of the page, such as the next one, waits
 * for nothing.
 */
export function useSettledVersion(): (target: Pick<ActionTarget, 'case_id' | 'version'>) => Promise<number> {
  const saver = useOptionalSaver();
  const settled = useSettledWork();
  return async ({ case_id, version }) => {
    if (saver?.case_id !== case_id) return version;
    await settled();
    return saver.versionAfter(version);
  };
}
