/**
 * Shows the actions below the queue: open all similar findings, open all findings of the kind, or accept at once those
 * of high certainty.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { QueueGroup } from '@rhythmdesk/ecg/reading/finding-queue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { sureOf } from '../session/bulk-findings.ts';
import { queueKeys } from './queue-keys.ts';
import { wallItems, type WallOf } from './like-wall.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import type { Desk } from '../session/use-desk.ts';

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  flex: 'none',
  padding: '10px 14px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '&:empty': { display: 'none' },
  '& button': { gap: 8, height: 'auto', minHeight: 28, lineHeight: '18px', whiteSpace: 'normal' },
}));

type GroupProps = { readonly group: QueueGroup | undefined; readonly desk: Desk };

/** Shows the button that accepts all findings of high certainty; it names the lowest certainty among them. */
function AcceptSure({ group, desk }: GroupProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const sure = group === undefined ? null : sureOf(group.items, desk.critical);
  const accept = (): void => {
    if (sure !== null) desk.write(sure.edits, sure.keys);
  };
  useDeskCommands(queueKeys, { 'accept-sure': sure === null ? undefined : { once: true, run: accept } });
  if (sure === null) return null;
  const count = sure.edits.length;
  const words = { count, value: format.number(count), share: format.percent(sure.least) };
  return (
    <Button
      size="small"
      variant="outlined"
      fullWidth
      title={t('accept-sure.why', { share: words.share })}
      onClick={accept}
    >
      {t('accept-sure', words)}
      <KeyCap name={queueKeys['accept-sure'].keys[0]} command="accept-sure" />
    </Button>
  );
}

type WallProps = {
  readonly desk: Desk;
  /** Opens the wall of strips. */
  readonly onWall: (of: WallOf) => void;
};

const wallCommands = { like: 'wall', kind: 'kind-wall' } as const satisfies Record<WallOf, string>;

function ShowWall({ desk, of, onWall }: WallProps & { readonly of: WallOf }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const count = wallItems(desk, of).items.length;
  if (count < 2) return null;
  const command = wallCommands[of];
  return (
    <Button size="small" variant="outlined" fullWidth onClick={() => onWall(of)}>
      {t(`${of}.show`, { count, value: format.number(count) })}
      <KeyCap name={queueKeys[command].keys[0]} command={command} />
    </Button>
  );
}

export function QueueFoot({ group, desk, onWall }: GroupProps & WallProps) {
  if (!desk.writes) return null;
  return (
    <Foot>
      <ShowWall {...{ desk, onWall }} of="like" />
      <ShowWall {...{ desk, onWall }} of="kind" />
      <AcceptSure group={group} desk={desk} />
    </Foot>
  );
}
