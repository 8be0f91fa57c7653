/** Chooses the leads that show a finding: a lead that was off at that time would be an empty strip. */
import type { CriticalStrip } from '@rhythmdesk/contract/critical';

type Lead = CriticalStrip['leads'][number];

/** Returns the first `most` leads, those with a signal during the finding before the others. */
export function shownLeads(
  leads: readonly Lead[],
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): readonly Lead[] {
  const hasSignal = ({ uv }: Lead): boolean => uv.slice(from, to + 1).some((value) => value !== null);
  return [...leads.filter(hasSignal), ...leads.filter((lead) => !hasSignal(lead))].slice(0, most);
}
