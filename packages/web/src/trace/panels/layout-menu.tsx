/**
 * Shows the items of the menu for the layout of the leads: rows and columns as on a printed ECG, and the rhythm strip
 * below them.
 */
import ListSubheader from '@mui/material/ListSubheader';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../platform/use-stored.ts';
import { radioItems } from './menu-items.tsx';
import type { MenuProps } from './menu-items.tsx';
import { gainFor } from '../paint/strip-leads.ts';
import { assumedExtent } from '../time/lead-layout.ts';
import { columnsFor, fittingColumns, layoutName, orderLeads, rhythmLead } from '../time/strip-layout.ts';
import type { ColumnCount } from '../time/strip-layout.ts';
import type { Stage } from './stage.ts';
import type { Layout, View } from '../time/view.ts';

/** Leads that are usually read for the rhythm, if the recording has them. */
const usualRhythmLeads = ['II', 'V1', 'V5'];

export function hasLayouts({ leads }: RecordingManifest): boolean {
  return columnsFor(leads.length).length > 1;
}

export function layoutWords(view: View): string {
  return layoutName(view.leads.length, fittingColumns(view.leads.length, view.columns));
}

/** Sets a layout with the largest gain at which its leads fit, up to the usual 10 mm/mV. */
function setLayout(stage: Stage, layout: Omit<Layout, 'gain'>): void {
  const extentOf = stage.scene()?.extentOf ?? (() => assumedExtent);
  const gain = gainFor({ ...layout, gain: 10 }, extentOf, stage.frame());
  stage.dispatch({ kind: 'layout', layout: { ...layout, gain } });
}

/** Shows all leads in this number of columns. */
function layOutAll(stage: Stage, { leads }: RecordingManifest, columns: ColumnCount): void {
  const labels = leads.map(({ label }) => label);
  const rhythm = columns === 4 ? rhythmLead(labels) : null;
  setLayout(stage, { leads: orderLeads(labels), columns, rhythm });
}

export function LayoutItems({ stage, manifest }: MenuProps) {
  const { t } = useTranslation('trace');
  const view = useStored(stage.view);
  const { leads } = manifest;
  const isAll = view.leads.length === leads.length;
  const layouts = columnsFor(leads.length).map((columns) => ({
    key: String(columns),
    label: layoutName(leads.length, columns),
    chosen: isAll && view.columns === columns,
  }));
  const rhythms = leads.flatMap(({ label }, index) =>
    usualRhythmLeads.includes(label) || index === view.rhythm
      ? [{ key: String(index), label, chosen: view.rhythm === index }]
      : [],
  );
  const none = { key: 'none', label: t('layout.noRhythm'), chosen: view.rhythm === null };
  return (
    <>
      <ListSubheader>{t('layout.all')}</ListSubheader>
      {radioItems(layouts, (key) => {
        const columns = columnsFor(leads.length).find((one) => String(one) === key);
        if (columns !== undefined) layOutAll(stage, manifest, columns);
      })}
      {view.columns > 1 && <ListSubheader>{t('layout.rhythm')}</ListSubheader>}
      {view.columns > 1 &&
        radioItems([none, ...rhythms], (key) => {
          const rhythm = key === 'none' ? null : Number(key);
          setLayout(stage, { leads: view.leads, columns: view.columns, rhythm });
        })}
    </>
  );
}
