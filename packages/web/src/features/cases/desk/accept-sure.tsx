/** What is offered below the queue: to accept at once what the engine is sure of. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { QueueGroup } from '@rhythmdesk/ecg/reading/finding-queue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { sureOf } from './finding-edits.ts';
import type { Desk } from './use-desk.ts';

const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  padding: '10px 14px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
}));

/** What the engine is sure of, of the kind that is read, at once; the least certainty among it is said. */
export function AcceptSure({ group, desk }: { group: QueueGroup | undefined; desk: Desk }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const sure = group === undefined || !desk.writes ? null : sureOf(group.items);
  if (sure === null) return null;
  const count = sure.edits.length;
  const words = { count, value: format.number(count), share: format.percent(sure.least) };
  return (
    <Foot>
      <Button size="small" variant="outlined" fullWidth onClick={() => desk.write(sure.edits)}>
        {t('accept-sure', words)}
      </Button>
    </Foot>
  );
}
