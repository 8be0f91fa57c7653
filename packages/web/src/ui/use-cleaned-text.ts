/**
 * Changes what is typed into a field, such as a phone number to its digits. A text that an input method composes is
 * changed once it is complete: a field whose text is changed meanwhile repeats what was composed.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react';

export type CleanedText = {
  readonly value: string;
  /** Returns the text that the field takes; absent: as it was typed. */
  readonly clean: ((typed: string) => string) | undefined;
  readonly onText: (text: string) => void;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const isComposing = ({ nativeEvent }: ChangeEvent<Field>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing;

/** Returns the properties of the input. */
export function useCleanedText({ value, clean, onText }: CleanedText) {
  const [composed, setComposed] = useState<string | null>(null);
  const take = (typed: string): void => {
    setComposed(null);
    onText(clean === undefined ? typed : clean(typed));
  };
  return {
    value: composed ?? value,
    onChange: (event: ChangeEvent<Field>): void => {
      if (clean !== undefined && isComposing(event)) setComposed(event.target.value);
      else take(event.target.value);
    },
    onCompositionEnd: ({ target }: CompositionEvent): void => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) take(target.value);
    },
  };
}
