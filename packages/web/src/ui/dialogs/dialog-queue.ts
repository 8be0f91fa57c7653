/**
 * Provides alert, confirm and prompt as promises, instead of the browser's own dialogs.
 *
 * Invariants: one is shown at a time, in the order requested; an alert requested twice while it waits is shown once; an
 * alert resolves when closed, a confirm with yes or no, a prompt with the text or null on cancel.
 */
import type { ReactNode } from 'react';
import { createStore } from '../../platform/store.ts';

export type Fact = { label: string; value: string };

export type AlertAsk = {
  title?: string;
  message: string;
  confirmText?: string;
  /** Shown in a monospaced font with a copy button. */
  requestId?: string;
  /** Neither Escape nor a click outside closes it. */
  persistent?: boolean;
};

export type ConfirmAsk = Omit<AlertAsk, 'requestId'> & {
  cancelText?: string;
  /** The action is destructive: it is red, and the safe button has the focus. */
  destructive?: boolean;
  /** The second button has the focus, because it is what most users need next. */
  focusesCancel?: boolean;
  icon?: ReactNode;
  /** What is deleted or done, in numbers. */
  facts?: readonly Fact[];
};

export type PromptAsk = {
  title: string;
  message?: string;
  label: string;
  defaultValue?: string;
  placeholder?: string;
  type?: 'text' | 'password' | 'lines';
  required?: boolean;
  /** In characters: what the server stores of it. A longer text would be refused or cut after the dialog closed. */
  maxLength: number;
  confirmText?: string;
  cancelText?: string;
  destructive?: boolean;
};

export type OpenDialog =
  | { id: number; kind: 'alert'; ask: AlertAsk; answer: () => void }
  | { id: number; kind: 'confirm'; ask: ConfirmAsk; answer: (yes: boolean) => void }
  | { id: number; kind: 'prompt'; ask: PromptAsk; answer: (text: string | null) => void };

export type Dialogs = {
  alert: (ask: AlertAsk) => Promise<void>;
  confirm: (ask: ConfirmAsk) => Promise<boolean>;
  prompt: (ask: PromptAsk) => Promise<string | null>;
};

export type DialogQueue = Dialogs & {
  current: () => OpenDialog | undefined;
  onChange: (listener: () => void) => () => void;
  /** Answers all waiting dialogs with no; used when the session ends. */
  dismissAll: () => void;
};

type Waiting = { dialog: OpenDialog; dismiss: () => void; same: string; settled: Promise<void> };

/** Makes the queue of the waiting dialogs, in the order requested. */
function makeLine() {
  const waiting = createStore<readonly Waiting[]>([]);
  let lastId = 0;

  function enqueue<T>(
    no: T,
    same: string,
    make: (id: number, answer: (value: T) => void) => OpenDialog,
  ): Promise<T> {
    lastId += 1;
    const id = lastId;
    let settle: (value: T) => void = () => undefined;
    const promise = new Promise<T>((resolve) => {
      settle = resolve;
    });
    const answer = (value: T) => {
      waiting.set(waiting.get().filter((each) => each.dialog.id !== id));
      settle(value);
    };
    const settled = promise.then(() => undefined);
    waiting.set([...waiting.get(), { dialog: make(id, answer), dismiss: () => answer(no), same, settled }]);
    return promise;
  }
  return { waiting: waiting.get, enqueue, onChange: waiting.subscribe };
}

export function makeDialogQueue(): DialogQueue {
  const { waiting, enqueue, onChange } = makeLine();
  return {
    alert(ask) {
      const same = JSON.stringify([ask.title, ask.message]);
      const already = waiting().find((each) => each.same === same);
      if (already) return already.settled;
      return enqueue<undefined>(undefined, same, (id, answer) => ({
        id,
        kind: 'alert',
        ask,
        answer: () => answer(undefined),
      }));
    },
    confirm: (ask) => enqueue(false, '', (id, answer) => ({ id, kind: 'confirm', ask, answer })),
    prompt: (ask) => enqueue<string | null>(null, '', (id, answer) => ({ id, kind: 'prompt', ask, answer })),
    current: () => waiting()[0]?.dialog,
    onChange,
    dismissAll() {
      for (const each of [...waiting()]) each.dismiss();
    },
  };
}
