/** The keys of judging: Enter or F10 accepts, Delete rejects, Ctrl+Z takes back, Ctrl+Shift+Z brings again. */
import type { KeyPress } from '../../../trace/time/keys.ts';

type JudgeCommand = 'accept' | 'reject' | 'undo' | 'redo';

export function judgeCommand({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): JudgeCommand | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== 'z') return null;
    return shiftKey ? 'redo' : 'undo';
  }
  if (shiftKey) return null;
  if (key === 'Enter' || key === 'F10') return 'accept';
  return key === 'Delete' ? 'reject' : null;
}
