/** Lists which rows of signal the strip and the disclosure page need for a view, either the current one or the next. */
import { bucketSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { warmUpSeconds } from '@rhythmdesk/ecg/signal/display-filter';
import { disclosureLead, disclosureLevel, pageSpan } from '../paint/disclosure-picture.ts';
import type { DisclosureSize } from '../paint/disclosure-picture.ts';
import type { Scene } from '../paint/scene.ts';
import { drawnLeads } from '../paint/strip-leads.ts';
import type { Need } from '../signal/tile-plan.ts';
import { stripSpan } from '../time/view.ts';
import type { Frame, View } from '../time/view.ts';

/** Returns the rows of signal that the disclosure page draws. */
function pageNeed(scene: Scene, view: View, page: DisclosureSize): Need {
  const level = disclosureLevel(scene, page);
  const span = pageSpan(scene, view, page);
  const bucket = bucketSamples(level);
  const snapped = {
    start: Math.floor(span.start / bucket) * bucket,
    end: Math.ceil(span.end / bucket) * bucket,
  };
  return { lead: disclosureLead(view), level, span: snapped };
}

/** Returns the rows of signal that the strip and the disclosure page currently draw. */
export function needsOf(scene: Scene, view: View, frame: Frame, page: DisclosureSize): Need[] {
  const strip = stripSpan(view, frame);
  const leads = drawnLeads(view);
  const needs: Need[] = leads.map((of) => ({ lead: of, level: 0, span: strip }));
  if (!view.alone) needs.push(pageNeed(scene, view, page));
  if (view.filter === 'off') return needs;
  const warm = Math.ceil(3 * warmUpSeconds * scene.clock.sampling_hz);
  const around = { start: strip.start - warm, end: strip.end + warm };
  return [...needs, ...leads.map((of) => ({ lead: of, level: 0, span: around }))];
}
