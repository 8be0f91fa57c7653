/** Shows what is still open before a case is verified or completed, leads to each point, and asks why to continue. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { OpenPointKind } from '@rhythmdesk/domain/case/open-points';
import type { Need } from '@rhythmdesk/domain/case/transition';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { deskPath } from '../model/list-trail.ts';
import { useOpenPointWords } from '../model/open-point-words.ts';
import { type ActionDraft, needsOf } from './action-draft.ts';

export type OpenOfCase = OutputOf<typeof reportRoutes.openPoints>;

/**
 * Returns undefined if the action does not require it, and until the server has answered. A query that is not enabled
 * still has the response that another action of the case requested.
 */
export function useOpenOfCase(action: CaseAction, case_id: number): OpenOfCase | undefined {
  const enabled = needsOf(action).includes('open-words');
  const { data } = useQuery({ ...callQuery('openPoints', { case_id }), staleTime: 0, enabled });
  return enabled ? data : undefined;
}

const List = styled('ul')({ margin: '6px 0 0', padding: 0, listStyle: 'none' });
const GoTo = styled(Button)(({ theme }) => ({
  width: '100%',
  minHeight: 32,
  justifyContent: 'space-between',
  textAlign: 'left',
  [theme.breakpoints.down('md')]: { minHeight: 44, '& kbd': { display: 'none' } },
}));

/** The tab of the desk on which a point is dealt with; the others have a page of their own. */
const tabs: Readonly<Partial<Record<OpenPointKind, string>>> = {
  pins: 'findings',
  findings: 'findings',
  unseen: 'scan',
  report: 'report',
  figures: 'report',
  statements: 'report',
};

function useGoTo(case_id: number, onClose: () => void): (kind: OpenPointKind) => void {
  const navigate = useNavigate();
  return (kind) => {
    onClose();
    const tab = tabs[kind];
    if (tab === undefined) void navigate({ to: '/critical' });
    else void navigate({ to: deskPath(case_id), search: { tab }, state: true });
  };
}

const keyOf = (index: number): string => `Alt+${String(index + 1)}`;

type PointsProps = {
  readonly case_id: number;
  readonly points: OpenOfCase['points'];
  readonly onClose: () => void;
};

function Points({ case_id, points, onClose }: PointsProps) {
  const { t } = useTranslation('actions');
  const wordsOf = useOpenPointWords();
  const goTo = useGoTo(case_id, onClose);
  useCommands(
    points.map((point, index) => ({
      ...{ id: `open-point.${point.kind}`, title: wordsOf(point), unlisted: true, once: true },
      keys: [keyOf(index)],
      run: () => goTo(point.kind),
    })),
    'dialog',
  );
  return (
    <NoticeBar tone="warning" title={t('open.title')}>
      <List>
        {points.map((point, index) => (
          <li key={point.kind}>
            <GoTo size="small" color="inherit" onClick={() => goTo(point.kind)}>
              {wordsOf(point)}
              <KeyCap name={keyOf(index)} />
            </GoTo>
          </li>
        ))}
      </List>
    </NoticeBar>
  );
}

type OpenPointsProps = {
  readonly case_id: number;
  readonly form: {
    readonly open: OpenOfCase | undefined;
    readonly draft: ActionDraft;
    readonly missing: readonly Need[];
    readonly change: (part: Pick<ActionDraft, 'open_words'>) => void;
  };
  readonly onClose: () => void;
};

export function OpenPoints({ case_id, form: { open, draft, missing, change }, onClose }: OpenPointsProps) {
  const { t } = useTranslation('actions');
  const { t: say } = useTranslation('messages');
  if (open === undefined || open.points.length === 0) return null;
  return (
    <>
      <Points points={open.points} {...{ case_id, onClose }} />
      <TextField
        label={t('open.words')}
        multiline
        minRows={2}
        maxRows={8}
        inputProps={{ maxLength: 1000 }}
        value={draft.open_words}
        onChange={(event) => change({ open_words: event.target.value })}
        required
        hint={t('open.hint')}
        fault={missing.includes('open-words') ? say('alert.required') : undefined}
      />
    </>
  );
}
