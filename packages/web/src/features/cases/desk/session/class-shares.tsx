/** Shows which classes the beats of a group have: their shares as a bar in the colours of the classes, and as text. */
import { styled } from '@mui/material/styles';
import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { findingColour } from '../../analysis/finding-colours.ts';
import { kindOfLabel } from './item-words.ts';

const Bar = styled('span')({
  display: 'flex',
  flex: 'none',
  gap: 1,
  height: 4,
  overflow: 'hidden',
  '& > i': { alignSelf: 'stretch', minWidth: 2 },
});

/** Shares of more classes than this are in the bar only. */
const named = 2;

/** Returns the shares of the most frequent classes as text; empty if all beats have one class. */
export function useShareWords(): (group: Pick<TemplateGroup, 'classes' | 'beats'>) => string {
  const format = useFormat();
  return ({ classes, beats }) =>
    classes.length < 2
      ? ''
      : classes
          .slice(0, named)
          .map((one) => `${beatLabels[one.label].letter} ${format.percent(one.beats / beats)}`)
          .join(' · ');
}

export function ShareBar({ group: { classes } }: { readonly group: Pick<TemplateGroup, 'classes'> }) {
  return (
    <Bar aria-hidden="true">
      {classes.map(({ label, beats }) => (
        <i key={label} style={{ flex: beats, backgroundColor: findingColour(kindOfLabel[label]) }} />
      ))}
    </Bar>
  );
}
