/**
 * Shows the urgent priority, as a tag with its word or, in a narrow list column, as the bolt alone. Normal priority
 * shows nothing.
 */
import { LightningIcon } from '@phosphor-icons/react';
import { Tag } from '../tag.tsx';

export function UrgentTag({ label }: { label: string }) {
  return (
    <Tag tone="error" icon={<LightningIcon size={12} weight="fill" aria-hidden="true" />}>
      {label}
    </Tag>
  );
}

export function UrgentBolt({ label }: { label: string }) {
  return (
    <LightningIcon
      size={16}
      weight="fill"
      color="var(--rd-palette-error-main)"
      role="img"
      aria-label={label}
    />
  );
}
