/** Shows a button that opens the system's file dialog. */
import Button from '@mui/material/Button';
import { useRef, type ChangeEvent } from 'react';

export type FilePickerProps = {
  readonly label: string;
  /** The `accept` of a file input. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly icon: React.ReactNode;
  readonly onFiles: (files: File[]) => void;
};

export function FilePicker({ label, accept, multiple = false, icon, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };
  return (
    <>
      <input ref={input} type="file" accept={accept} multiple={multiple} hidden onChange={chosen} />
      <Button startIcon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
