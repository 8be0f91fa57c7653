/** Lists a user's activities, one line each: action, object, origin, time. */
import { styled } from '@mui/material/styles';
import type { Activity, ActivityKind } from '@rhythmdesk/contract/users';
import { FolderOpenIcon, GearSixIcon, HeartbeatIcon, SignInIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useActivityWords } from './use-activity-words.ts';

const Rows = styled('ul')({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 10px',
  minHeight: 26,
  '& > svg': { flex: 'none', color: theme.vars.palette.text.secondary },
  '& > .what': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& .quiet': { color: theme.vars.palette.text.secondary, fontSize: textSize.small },
  '& time': { whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary, fontSize: textSize.small },
  '.roomy > &': {
    minHeight: 40,
    padding: '4px 24px',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  [theme.breakpoints.down('md')]: { '.roomy > &': { padding: '6px 16px' } },
}));

const CaseLink = styled(Link)(({ theme }) => ({ color: theme.vars.palette.primary.main }));

const icons: Readonly<Record<ActivityKind, typeof GearSixIcon>> = {
  case: HeartbeatIcon,
  session: SignInIcon,
  access: FolderOpenIcon,
  administration: GearSixIcon,
};

function Line({ activity }: { activity: Activity }) {
  const wordsOf = useActivityWords();
  const format = useFormat();
  const nowMs = useNow();
  const { kind, patch, subject, address, at } = activity;
  const Icon = icons[kind];
  return (
    <Row>
      <Icon size={16} aria-hidden="true" />
      <span className="what">
        {wordsOf(activity)}{' '}
        {patch === null ? null : (
          <CaseLink to={`/detail/${String(patch.case_id)}`} className="mono">
            {patch.hn_id}
          </CaseLink>
        )}
        {subject === null ? null : <span className="mono quiet">{subject}</span>}
      </span>
      {address === null ? null : <span className="mono quiet">{address}</span>}
      <time dateTime={at}>{format.moment(at, nowMs)}</time>
    </Row>
  );
}

export function ActivityRows({ items, roomy = false }: { items: readonly Activity[]; roomy?: boolean }) {
  return (
    <Rows className={roomy ? 'roomy' : ''}>
      {items.map((activity) => (
        <Line key={activity.key} activity={activity} />
      ))}
    </Rows>
  );
}
