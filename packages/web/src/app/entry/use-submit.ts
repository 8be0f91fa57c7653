/** Runs one call of a form at a time; its error stays until the next try, as text and by field. */
import { useState } from 'react';
import { faultWords, faultyField } from './fault-words.ts';

type Fault<Field extends string> = { readonly field: Field | undefined; readonly words: string };

export type Submit<Field extends string> = {
  readonly working: boolean;
  readonly fault: Fault<Field> | undefined;
  /** Runs the work unless other work is running; returns true if it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  readonly clear: () => void;
  readonly say: (field: Field | undefined, words: string) => void;
};

export function useSubmit<Field extends string>(fields: readonly Field[]): Submit<Field> {
  const [working, setWorking] = useState(false);
  const [fault, setFault] = useState<Fault<Field>>();
  return {
    working,
    fault,
    clear: () => setFault(undefined),
    say: (field, words) => setFault({ field, words }),
    run: async (work) => {
      if (working) return false;
      setWorking(true);
      setFault(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setFault({ field: faultyField(error, fields), words: await faultWords(error) });
        return false;
      } finally {
        setWorking(false);
      }
    },
  };
}
