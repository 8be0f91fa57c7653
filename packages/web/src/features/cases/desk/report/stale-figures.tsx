/** Lists figures of the conclusion that differ from the current reading; the user updates or keeps each of them. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { StaleFigure } from '@rhythmdesk/domain/report/conclusion';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { reportKeys } from './report-keys.ts';

const List = styled('ul')(({ theme }) => ({
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6, padding: '2px 0' },
  '& span': { flex: 1, minWidth: 140 },
  '& s': {
    textDecoration: `underline dotted ${theme.vars.palette.warning.main}`,
    textUnderlineOffset: 3,
  },
}));

type StaleProps = {
  readonly stale: readonly StaleFigure[];
  readonly onRenew: (figure: StaleFigure) => void;
  readonly onKeep: (figure: StaleFigure) => void;
};

export function StaleFigures({ stale, onRenew, onKeep }: StaleProps) {
  const { t } = useTranslation('phrases');
  const [first] = stale;
  useDeskCommands(reportKeys, {
    renew: first && { run: () => onRenew(first) },
    keep: first && { run: () => onKeep(first) },
  });
  if (first === undefined) return null;
  return (
    <List aria-label={t('stale')}>
      {stale.map((one) => (
        <li key={one.index}>
          <span>
            {t(`figure.${one.figure}`)}: <s>{one.stands}</s> {t('stale.now', { now: one.now })}
          </span>
          <Button size="small" onClick={() => onRenew(one)}>
            {t('stale.renew')}{' '}
            {one === first ? <KeyCap name={reportKeys.renew.keys[0]} command="renew" quiet /> : null}
          </Button>
          <Button size="small" onClick={() => onKeep(one)}>
            {t('stale.keep')}{' '}
            {one === first ? <KeyCap name={reportKeys.keep.keys[0]} command="keep" quiet /> : null}
          </Button>
        </li>
      ))}
    </List>
  );
}
