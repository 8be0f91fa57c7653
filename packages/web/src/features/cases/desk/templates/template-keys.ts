/** The keys of the templates, heard before the desk's own: what means nothing here is left to those. */
import { beatClasses, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { KeyPress } from '../../../../trace/time/keys.ts';

export type TemplateCommand =
  | { readonly kind: 'member'; readonly by: -1 | 1 }
  | { readonly kind: 'similarity' | 'merge' | 'wall' | 'order' | 'split' | 'accept' | 'cancel' }
  | { readonly kind: 'split-as' | 'name'; readonly label: BeatClass };

/** `picked`: beats are about to be split off; `together`: several templates are taken. */
export type TemplateState = { readonly picked: boolean; readonly together: boolean };

const members: Readonly<Record<string, -1 | 1>> = { ',': -1, '.': 1 };
/** The classes that have a letter on the keyboard. */
const named: ReadonlySet<BeatClass> = new Set(['N', 'V', 'S', 'F', 'Q'] as const);

function letterCommand(letter: string, { picked, together }: TemplateState): TemplateCommand | null {
  const label = beatClasses.find((one) => one === letter && named.has(one));
  if (label !== undefined && picked) return { kind: 'split-as', label };
  if (label !== undefined && together) return { kind: 'name', label };
  if (letter === 'X') return { kind: 'similarity' };
  if (letter === 'M' && together) return { kind: 'merge' };
  if (letter === 'W') return { kind: 'wall' };
  return letter === 'O' ? { kind: 'order' } : null;
}

export function templateCommand(
  press: KeyPress,
  state: TemplateState,
  letters: boolean,
): TemplateCommand | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = press;
  if (ctrlKey || altKey || metaKey || shiftKey) return null;
  const by = members[key];
  if (by !== undefined) return { kind: 'member', by };
  const isUnderWay = state.picked || state.together;
  if (key === 'Escape' && isUnderWay) return { kind: 'cancel' };
  if (key === 'Enter' && isUnderWay) return { kind: state.picked ? 'split' : 'accept' };
  return letters && key.length === 1 ? letterCommand(key.toUpperCase(), state) : null;
}

/** What writes into the reading. */
export const writing: ReadonlySet<TemplateCommand['kind']> = new Set([
  ...(['merge', 'split', 'accept', 'split-as', 'name'] as const),
]);
