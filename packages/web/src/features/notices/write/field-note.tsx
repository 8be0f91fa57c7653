/** The error of the field above. */
import FormHelperText from '@mui/material/FormHelperText';
import { WarningCircleIcon } from '@phosphor-icons/react';

export function FieldNote({ id, fault }: { id: string; fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <FormHelperText id={id} role="alert" error>
      <WarningCircleIcon
        size={14}
        weight="fill"
        aria-hidden="true"
        style={{ verticalAlign: -2, marginRight: 4 }}
      />
      {fault}
    </FormHelperText>
  );
}
