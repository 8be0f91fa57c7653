/** Shows the left column of the case page: status and next step, then the facts, with the comments at the bottom. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import { CaseFindings } from '../analysis/case-findings.tsx';
import { StripBasket } from '../analysis/strip-basket.tsx';
import { ActionBox } from './action-box.tsx';
import type { CaseAccess } from '../model/case-access.ts';
import { CommentLine } from './comment-line.tsx';
import { Comments } from './comments.tsx';
import { DeviceFindings } from './device-findings.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import { Earlier } from './earlier.tsx';
import { Facts } from './facts.tsx';
import { ReadingComment } from './reading-comment.tsx';
import type { NextAct } from './next-act.tsx';
import { OpenPins } from './open-pins.tsx';
import { HandbackNote } from './step-words.tsx';
import type { ShownDocument } from './shown-document.ts';
import { FoldBlock } from '../../../ui/fold.tsx';
import { Timeline } from './timeline.tsx';

const Column = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 288,
  minHeight: 0,
  borderRight: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
}));
const Scroll = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto', scrollbarWidth: 'thin' });
export const Head = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: '10px 16px 11px',
});
const StatusRow = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 24,
});
/** Next to the field for replies, with the newest in view. */
const Said = styled('div')({
  display: 'flex',
  flexDirection: 'column-reverse',
  maxHeight: '32vh',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
});
const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
}));

export type CaseParts = {
  detail: CaseDetail;
  access: CaseAccess;
  actions: CaseActions;
  /** The action of the primary button; null if it is another user's turn. */
  next: NextAct | null;
  shown: ShownDocument | undefined;
  onShow: (shown: ShownDocument | undefined) => void;
};

export function StatusLine({ detail }: { detail: CaseDetail }) {
  return (
    <StatusRow>
      <CaseStatusChip row={detail} />
      {detail.report_due_date === null && detail.confirmed_date === null ? null : (
        <CaseTimeLeft row={detail} />
      )}
    </StatusRow>
  );
}

export function SideColumn(parts: CaseParts) {
  const { t } = useTranslation('case-page');
  const { detail, access } = parts;
  return (
    <Column aria-label={t('side')}>
      <Scroll id="case-column" tabIndex={0} role="group" aria-label={t('side')}>
        <Head>
          <StatusLine detail={detail} />
          <HandbackNote detail={detail} />
          {access.talks ? <OpenPins detail={detail} /> : null}
          <ActionBox detail={detail} actions={parts.actions} next={parts.next} narrow={false} />
          <DocumentButtons {...parts} withEcg={detail.recording === 'ready'} />
        </Head>
        <FoldBlock name="facts">
          <Facts detail={detail} />
          <Earlier detail={detail} />
        </FoldBlock>
        <FoldBlock name="findings">
          <CaseFindings detail={detail}>
            <DeviceFindings detail={detail} />
          </CaseFindings>
          <StripBasket />
          <ReadingComment detail={detail} />
        </FoldBlock>
        {access.talks ? (
          <FoldBlock name="timeline">
            <Timeline detail={detail} />
          </FoldBlock>
        ) : null}
      </Scroll>
      {access.talks ? (
        <Foot>
          <Said tabIndex={0} role="group" aria-label={t('comments')}>
            <Comments detail={detail} />
          </Said>
          <CommentLine detail={detail} />
        </Foot>
      ) : null}
    </Column>
  );
}
