/** Lists every key that is active now, with the switch for single-letter keys. */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { XIcon } from '@phosphor-icons/react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { KeyCap } from '../key-cap.tsx';
import { applyingCommands, type CommandLine, linesOf } from './commands.ts';
import { useAllCommands, useCommands } from './use-commands.ts';

const Head = styled('div')({ display: 'flex', alignItems: 'center', padding: '16px 16px 0 24px' });
const Rows = styled('dl')(({ theme }) => ({
  margin: '4px 0 16px',
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 16,
    padding: '6px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& dd': { margin: 0, display: 'flex', gap: 4 },
}));

const More = styled('p')(({ theme }) => ({
  margin: '16px 0 0',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 16px',
  '& a, & button': { color: theme.vars.palette.primary.main },
  '& button': {
    padding: 0,
    border: 0,
    font: 'inherit',
    textAlign: 'start',
    background: 'none',
    cursor: 'pointer',
  },
}));

function Group({ title, list }: { title: string; list: readonly CommandLine[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {title}
      </Typography>
      <Rows>
        {list.map((line) => (
          <div key={line.title}>
            <dt>{line.title}</dt>
            <dd>
              {line.keys.map((key) => (
                <KeyCap key={key} name={key} quiet />
              ))}
            </dd>
          </div>
        ))}
      </Rows>
    </section>
  );
}

export type ShortcutHelpProps = {
  onClose: () => void;
  singleLetters: boolean;
  onSingleLetters: (on: boolean) => void;
  /** More help, below the keys. */
  children?: ReactNode;
};

export function ShortcutHelp({ onClose, singleLetters, onSingleLetters, children }: ShortcutHelpProps) {
  const { t } = useTranslation('dialogs');
  const { t: say } = useTranslation('keys');
  const title = useId();
  const list = linesOf(applyingCommands(useAllCommands()));
  useCommands([{ id: 'help', title: t('close'), keys: ['?'], unlisted: true, run: onClose }], 'overlay');
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 480 } } }}
    >
      <Head>
        <Typography id={title} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('keys.title')}
        </Typography>
        <IconButton name={t('close')} keyName="Esc" onClick={onClose}>
          <XIcon size={16} aria-hidden="true" />
        </IconButton>
      </Head>
      <DialogContent>
        <Group title={say('group.page')} list={list.filter(({ isEverywhere }) => !isEverywhere)} />
        <Group title={say('group.everywhere')} list={list.filter(({ isEverywhere }) => isEverywhere)} />
        <FormControlLabel
          control={<Switch checked={singleLetters} onChange={(_, on) => onSingleLetters(on)} />}
          label={t('keys.single-letters')}
        />
        <Typography color="textSecondary">{t('keys.single-letters-note')}</Typography>
        {children === undefined || children === null ? null : <More>{children}</More>}
      </DialogContent>
    </Dialog>
  );
}
