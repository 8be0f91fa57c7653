/** Shows the start of the bar above a desk: the link back, and whose recording this is. */
import { CaretLeftIcon } from '@phosphor-icons/react';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type PatientFacts, useSexAge } from '../badges/patient-name.tsx';
import { pageKeys } from '../page/page-keys.ts';
import { IdentityTitle } from './desk-bar-parts.ts';

type IdentityProps = {
  readonly row: PatientFacts & { readonly hn_id: string };
  /** Where `Esc` leads. */
  readonly back: string;
  readonly onBack: () => void;
};

export function DeskIdentity({ row, back, onBack }: IdentityProps) {
  const sexAge = useSexAge();
  return (
    <>
      <IconButton name={back} keyName={pageKeys.leave.keys[0]} size="small" onClick={onBack}>
        <CaretLeftIcon size={16} weight="bold" aria-hidden="true" />
      </IconButton>
      <IdentityTitle>
        <span className="id">{row.hn_id}</span>
        <span className="name">
          <NameText row={row} />
        </span>
        <span className="quiet">{sexAge(row)}</span>
      </IdentityTitle>
    </>
  );
}
