/** A saver of case 7 for tests: sends each change on version 3 and never has unsaved text. */
import { makeSaveLog } from './save-log.ts';
import type { CaseSaver } from './use-save.ts';

export const testSaver = (): CaseSaver => ({
  case_id: 7,
  log: makeSaveLog(() => 0),
  save: async ({ send }) => {
    await send(3);
  },
  register: () => () => undefined,
  settle: async () => true,
  note: () => undefined,
  versionAfter: (version) => version,
});
