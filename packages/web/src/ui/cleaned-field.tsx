/** Shows a field of a form that changes what is typed into it; see `use-cleaned-text.ts`. */
import { TextField, type TextFieldProps } from './text-field.tsx';
import { type CleanedText, useCleanedText } from './use-cleaned-text.ts';

export type CleanedFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'onCompositionEnd'> & CleanedText;

export function CleanedField({ value, clean, onText, ...field }: CleanedFieldProps) {
  return <TextField {...field} {...useCleanedText({ value, clean, onText })} />;
}
