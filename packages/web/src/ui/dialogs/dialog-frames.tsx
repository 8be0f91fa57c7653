/** The three dialog frames, 400 px wide, with the parts that the specification defines. */
import type { OpenDialog } from './dialog-queue.ts';
import { AlertFrame } from './alert-frame.tsx';
import { ConfirmFrame } from './confirm-frame.tsx';
import { PromptFrame } from './prompt-frame.tsx';

export default function DialogFrames({ open }: { open: OpenDialog }) {
  if (open.kind === 'alert') return <AlertFrame ask={open.ask} answer={open.answer} />;
  if (open.kind === 'confirm') return <ConfirmFrame ask={open.ask} answer={open.answer} />;
  return <PromptFrame ask={open.ask} answer={open.answer} />;
}
