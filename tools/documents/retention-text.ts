/** Makes the table of docs/data-protection.md from the table of retention. */
import { retention, retentionKinds, type RetentionRow } from '@rhythmdesk/domain/privacy/retention';
import { texts } from '../../packages/web/src/platform/texts/en/privacy.ts';

function keptOf({ ends }: RetentionRow): string {
  if (ends.by === 'fixed') return `${String(ends.days)} ${ends.days === 1 ? 'day' : 'days'}`;
  if (ends.by === 'setting') return `\`${ends.setting}\` (${ends.unit})`;
  return texts[`ends.${ends.by}`];
}

export function retentionText(): string {
  const rows = retentionKinds.map((kind) => `| ${texts[`kind.${kind}`]} | ${keptOf(retention[kind])} |`);
  return ['| Data | Kept |', '|---|---|', ...rows].join('\n');
}
