/** Lists every command whose key can be changed; a press on a key asks for the new one. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ArrowCounterClockwiseIcon, LockSimpleIcon, XIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../../ui/dialogs/dialogs.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { type CommandId, keyGroups } from '../../../../ui/keys/key-table.ts';
import { keyRows } from './key-tables.ts';
import { boundKeyOf, keySlots, type KeySlot, swapped } from './own-keys.ts';
import { type KeyChanges, type KeyProblem, useKeyChanges } from './use-key-changes.ts';

const Head = styled('div')({ display: 'flex', alignItems: 'center', padding: '16px 16px 0 24px' });
// Content above that is cut off can be scrolled into view.
const Foot = styled(DialogActions)(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
}));
const Rows = styled('ul')(({ theme }) => ({
  margin: '4px 0 20px',
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: 36,
    padding: '3px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& .name': { flex: '1 1 220px', minWidth: 0 },
  '& .quiet': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Problem = styled('div')(({ theme }) => ({
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '6px 10px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.warning.tint,
  '& > span': { flex: '1 1 240px' },
}));
/** As wide as the prompt for a key, so that the row does not change its width. */
const Key = styled(Button)({ minWidth: 44, height: 28, padding: '0 8px' });

function useWordOf(): (id: CommandId) => string {
  const { t } = useTranslation('commands');
  return (id) => t(`word.${id}`);
}

type ClashProps = {
  readonly slot: KeySlot;
  readonly problem: Extract<KeyProblem, { kind: 'clash' }>;
  readonly changes: KeyChanges;
};

function Clash({ slot, problem, changes }: ClashProps) {
  const { t } = useTranslation('commands');
  const wordOf = useWordOf();
  const { holder, written } = problem;
  const command = wordOf(holder.command);
  const other = boundKeyOf(slot, changes.own);
  const next = swapped(changes.own, slot, holder);
  const third = holder.row.fixed === true ? 'clash.fixed' : 'clash.third';
  return (
    <>
      <span>{t(next === null ? third : 'clash', { key: written, command, other })}</span>
      {next === null ? null : (
        <Button size="small" variant="contained" autoFocus onClick={() => changes.swap(slot, holder)}>
          {t('swap', { command, key: other })}
        </Button>
      )}
      <Button size="small" variant="text" autoFocus={next === null} onClick={changes.leave}>
        {t('cancel')}
      </Button>
    </>
  );
}

function KeyClash({ slot, changes }: { readonly slot: KeySlot; readonly changes: KeyChanges }) {
  const { t } = useTranslation('commands');
  const { changing } = changes;
  if (changing?.slot !== slot) return null;
  const { problem } = changing;
  return (
    <Problem role="status">
      {problem === null ? (
        <span>{t('waits.cancel')}</span>
      ) : problem.kind === 'clash' ? (
        <Clash {...{ slot, problem, changes }} />
      ) : (
        <span>
          {t(`refused.${problem.why}`, { key: problem.written })} {t('waits.cancel')}
        </span>
      )}
    </Problem>
  );
}

type SlotProps = { readonly slot: KeySlot; readonly word: string; readonly changes: KeyChanges };

function Slot({ slot, word, changes }: SlotProps) {
  const { t } = useTranslation('commands');
  const key = boundKeyOf(slot, changes.own);
  const isWaiting = changes.changing?.slot === slot && changes.changing.problem?.kind !== 'clash';
  if (slot.row.fixed === true) return <KeyCap name={key} quiet />;
  return (
    <>
      {key === slot.usual ? null : (
        <>
          <span className="quiet">{t('changed', { key: slot.usual })}</span>
          <IconButton
            name={t('reset.of', { command: word })}
            size="small"
            onClick={() => changes.reset(slot)}
          >
            <ArrowCounterClockwiseIcon size={15} aria-hidden="true" />
          </IconButton>
        </>
      )}
      <Key
        variant="outlined"
        aria-label={isWaiting ? t('waits') : t('change', { command: word, key })}
        aria-pressed={isWaiting}
        onClick={() => changes.begin(slot)}
      >
        {isWaiting ? t('waits') : key === '' ? '–' : key}
      </Key>
    </>
  );
}

function Command({ id, changes }: { readonly id: CommandId; readonly changes: KeyChanges }) {
  const { t } = useTranslation('commands');
  const word = useWordOf()(id);
  const slots = keySlots.filter(({ command }) => command === id);
  return (
    <li>
      <span className="name">{word}</span>
      {slots.some(({ row }) => row.fixed === true) ? (
        <LockSimpleIcon size={14} role="img" aria-label={t('fixed')} className="quiet" />
      ) : null}
      {slots.map((slot) => (
        <Slot key={slot.slot} {...{ slot, word, changes }} />
      ))}
      {slots.map((slot) => (
        <KeyClash key={slot.slot} {...{ slot, changes }} />
      ))}
    </li>
  );
}

function Groups({ changes }: { readonly changes: KeyChanges }) {
  const { t } = useTranslation('commands');
  return keyGroups.map((group) => (
    <section key={group}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {t(`group.${group}`)}
      </Typography>
      <Rows>
        {[...keyRows].map(([id, row]) =>
          row.group === group ? <Command key={id} id={id} changes={changes} /> : null,
        )}
      </Rows>
    </section>
  ));
}

function useResetAll(changes: KeyChanges): () => Promise<void> {
  const { t } = useTranslation('commands');
  const dialogs = useDialogs();
  return async () => {
    const yes = await dialogs.confirm({
      title: t('reset-all.title'),
      message: t('reset-all.body', { count: Object.keys(changes.own).length }),
      confirmText: t('reset-all'),
    });
    if (yes) changes.resetAll();
  };
}

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('commands');
  const { t: ofDialogs } = useTranslation('dialogs');
  const title = useId();
  const changes = useKeyChanges();
  const resetAll = useResetAll(changes);
  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
    >
      <Head>
        <Typography id={title} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        <IconButton name={ofDialogs('close')} keyName="Esc" onClick={onClose}>
          <XIcon size={16} aria-hidden="true" />
        </IconButton>
      </Head>
      <DialogContent>
        <Typography color="textSecondary" sx={{ marginBottom: '16px' }}>
          {t('lead')}
        </Typography>
        <Groups changes={changes} />
      </DialogContent>
      <Foot>
        <Button disabled={Object.keys(changes.own).length === 0} onClick={() => void resetAll()}>
          {t('reset-all')}
        </Button>
      </Foot>
    </Dialog>
  );
}
