/** What is offered below the queue: all that look like what is read, and what the engine is sure of, at once. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { QueueGroup } from '@rhythmdesk/ecg/reading/finding-queue';
import { likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { wallKey } from './desk-keys.ts';
import { sureOf } from './finding-edits.ts';
import type { Desk } from './use-desk.ts';

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  flex: 'none',
  padding: '10px 14px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '&:empty': { display: 'none' },
}));

type GroupProps = { readonly group: QueueGroup | undefined; readonly desk: Desk };

/** The least certainty among it is said. */
function AcceptSure({ group, desk }: GroupProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const sure = group === undefined ? null : sureOf(group.items);
  if (sure === null) return null;
  const count = sure.edits.length;
  const words = { count, value: format.number(count), share: format.percent(sure.least) };
  return (
    <Button size="small" variant="outlined" fullWidth onClick={() => desk.write(sure.edits, sure.keys)}>
      {t('accept-sure', words)}
    </Button>
  );
}

function ShowLike({ desk, onWall }: { desk: Desk; onWall: () => void }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { current, groups } = desk;
  if (current === null) return null;
  const count = likeFindings(
    groups.flatMap(({ items }) => items),
    current,
  ).length;
  if (count < 2) return null;
  return (
    <Button size="small" variant="outlined" fullWidth onClick={onWall}>
      {t('like.show', { count, value: format.number(count) })}
      <KeyCap name={wallKey} command="wall" />
    </Button>
  );
}

export function QueueFoot({ group, desk, onWall }: GroupProps & { onWall: () => void }) {
  if (!desk.writes) return null;
  return (
    <Foot>
      <ShowLike desk={desk} onWall={onWall} />
      <AcceptSure group={group} desk={desk} />
    </Foot>
  );
}
