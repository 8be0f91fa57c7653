/**
 * Shows the case page from 768 px on: the column at the left, the recording or an open PDF at the right. Without a
 * recording, facts, timeline and comments take the whole width.
 */
import { styled } from '@mui/material/styles';
import { Activity } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalledRecording } from '../analysis/strip-place.tsx';
import { ActionBox } from './action-box.tsx';
import { CommentLine } from './comment-line.tsx';
import { Comments } from './comments.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import { DocumentPane } from './document-pane.tsx';
import { Earlier } from './earlier.tsx';
import { Facts } from './facts.tsx';
import { ReadingComment } from './reading-comment.tsx';
import { useDeskAhead } from './desk-link.tsx';
import { RecordingPane } from './recording-pane.tsx';
import { type CaseParts, Head, SideColumn, StatusLine } from './side-column.tsx';
import { OpenPins } from './open-pins.tsx';
import { HandbackNote } from './step-words.tsx';
import { Timeline } from './timeline.tsx';

const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
const Centre = styled('div')({ flex: 1, minWidth: 0, minHeight: 0 });
const Desk = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: 24,
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 460px))',
  justifyContent: 'center',
  alignItems: 'start',
  gap: 16,
  maxWidth: 1412,
  margin: '0 auto',
});
const Card = styled('div')(({ theme }) => ({
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.card,
  overflow: 'hidden',
  '& > section:first-of-type': { borderTop: 0 },
  '& > div:first-of-type + section': { borderTop: `1px solid ${theme.vars.palette.line.main}` },
}));

function FullWidth(parts: CaseParts) {
  const { t } = useTranslation('case-page');
  const { detail, access } = parts;
  return (
    <Desk id="case-column" tabIndex={0} role="group" aria-label={t('side')}>
      <Cards>
        <Card>
          <Head>
            <StatusLine detail={detail} />
            <HandbackNote detail={detail} />
            {access.talks ? <OpenPins detail={detail} /> : null}
            <ActionBox detail={detail} actions={parts.actions} next={parts.next} narrow={false} />
            <DocumentButtons {...parts} withEcg={false} />
          </Head>
          {access.talks ? null : <ReadingComment detail={detail} />}
        </Card>
        <Card>
          <Facts detail={detail} />
          {access.talks ? <ReadingComment detail={detail} /> : null}
        </Card>
        {access.talks ? (
          <Card>
            <Timeline detail={detail} />
            <Earlier detail={detail} />
          </Card>
        ) : null}
        {access.talks ? (
          <Card>
            <Comments detail={detail} />
            <CommentLine detail={detail} />
          </Card>
        ) : null}
      </Cards>
    </Desk>
  );
}

export function WideCase(parts: CaseParts) {
  const { detail, shown, onShow } = parts;
  const noRecording = detail.recording === 'not_allowed';
  useCalledRecording(() => onShow(undefined));
  useDeskAhead(detail);
  if (noRecording && shown === undefined) return <FullWidth {...parts} />;
  return (
    <Body>
      <SideColumn {...parts} />
      <Centre>
        <Activity mode={shown === undefined ? 'visible' : 'hidden'}>
          <RecordingPane detail={detail} />
        </Activity>
        {shown === undefined ? null : <DocumentPane detail={detail} shown={shown} onShow={onShow} />}
      </Centre>
    </Body>
  );
}
