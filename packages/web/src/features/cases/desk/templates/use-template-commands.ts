/** Registers the commands of the templates. Beats to split off and selected templates come before the open item. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { useTranslation } from 'react-i18next';
import type { TableRuns } from '../../../../ui/keys/use-table-commands.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { beatKeys, nameCommands, namedClasses } from '../beats/beat-keys.ts';
import { type DeskRunEntry, useDeskCommands } from '../keys/use-desk-commands.ts';
import type { Desk } from '../session/use-desk.ts';
import { memberKeys } from '../walls/member-keys.ts';
import { templateKeys } from './template-keys.ts';
import { templateWorkOf } from './template-work.ts';

export type TemplateCommands = {
  /** Beats are selected to be split off. */
  readonly isPicked: boolean;
  /** Several templates are selected. */
  readonly isTogether: boolean;
  readonly step: (by: -1 | 1) => void;
  readonly similar: () => void;
  readonly onWall: () => void;
  readonly merge: () => void;
  readonly split: (label: BeatClass | null) => void;
  readonly name: (label: BeatClass) => void;
  readonly accept: () => void;
  readonly cancel: () => void;
};

const commandKeys = { ...templateKeys, ...memberKeys, ...beatKeys, accept: judgeKeys.accept };

/** Returns the commands that write into the reading. */
function writingOf(acts: TemplateCommands, words: string): TableRuns {
  const hidden = { unlisted: true, once: true, when: () => acts.isPicked || acts.isTogether };
  const names = namedClasses.map((label): DeskRunEntry => [
    nameCommands[label],
    { ...hidden, run: () => (acts.isPicked ? acts.split(label) : acts.name(label)) },
  ]);
  return {
    merge: { line: words, once: true, when: () => acts.isTogether, run: () => acts.merge() },
    ...Object.fromEntries(names),
    accept: { ...hidden, run: () => (acts.isPicked ? acts.split(null) : acts.accept()) },
  };
}

export function useTemplateCommands(desk: Pick<Desk, 'identity' | 'writes'>, acts: TemplateCommands) {
  const { t } = useTranslation('desk');
  const { order } = templateWorkOf(desk);
  const step = (by: -1 | 1) => ({ line: t('key.members'), footer: true, run: () => acts.step(by) });
  useDeskCommands(commandKeys, {
    similarity: { footer: true, once: true, run: acts.similar },
    'members-wall': { footer: true, once: true, run: acts.onWall },
    ...{ 'member-before': step(-1), 'member-after': step(1) },
    outliers: {
      once: true,
      run: () => order.set(order.get() === 'size' ? 'certainty' : 'size'),
    },
    'templates-cancel': { when: () => acts.isPicked || acts.isTogether, run: acts.cancel },
    ...(desk.writes && writingOf(acts, t('key.merge'))),
  });
}
