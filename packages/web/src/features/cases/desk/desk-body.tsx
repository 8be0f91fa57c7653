/** Where the parts of a desk stand: what is on its left, over the recording, the recording, and what is on its right. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedEpisode } from '../../../trace/signal/edited-episode.ts';
import { BasketPanel } from './basket/basket-panel.tsx';
import { FigureChanges } from './changes/figure-changes.tsx';
import { OtherEnds } from './queue/other-ends.tsx';
import type { Desk } from './session/use-desk.ts';

const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
const Centre = styled('div')({
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});
const Recording = styled('div')({ flex: 1, minHeight: 0 });
const Basket = styled('aside')(({ theme }) => ({
  flex: 'none',
  width: 276,
  minHeight: 0,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));

type BodyProps = {
  readonly left: ReactNode;
  readonly main: ReactNode;
  /** Null where the tab has all the room. */
  readonly recording: ReactNode;
  readonly right: ReactNode;
};

export function DeskBody({ left, main, recording, right }: BodyProps) {
  return (
    <Body>
      {left}
      <Centre>
        {main}
        {recording === null ? null : <Recording>{recording}</Recording>}
      </Centre>
      {right}
    </Body>
  );
}

type BasketProps = {
  readonly desk: Desk;
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
  readonly edited: EditedEpisode | undefined;
  /** Above the strips. */
  readonly children?: ReactNode;
};

/** Strips and figures, and the ends of the episode that is read where the strip does not show them. */
export function DeskBasket({ desk, detail, edited, children }: BasketProps) {
  const { t } = useTranslation('desk');
  const { view, shown } = desk;
  return (
    <Basket aria-label={t('basket')}>
      {children}
      {edited === undefined || view === null || shown === null ? null : (
        <OtherEnds episode={edited} view={view} beats={shown.beats.sample} />
      )}
      <BasketPanel desk={desk} />
      <FigureChanges detail={detail} />
    </Basket>
  );
}
