/** The foot of the page: the consent that staff confirm, what would be sent, and the one button that sends. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { changeBatch, useBatch } from './batch.ts';
import { isSendable, type Prepared } from './use-prepared.ts';

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 16px',
  minHeight: 60,
  padding: '8px 20px 8px 24px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('md')]: { position: 'sticky', bottom: 0, zIndex: 2, padding: '8px 12px' },
}));
const Sum = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  color: theme.vars.palette.text.secondary,
}));
/** The browser's own box: the library's one keeps Enter for itself, and with it Ctrl+Enter. */
const Agree = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  cursor: 'pointer',
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
}));
const Hint = styled('span')(({ theme }) => ({
  flexBasis: '100%',
  fontSize: '.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

const KeyOnDesk = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

function Consent({ count }: { count: number }) {
  const { t } = useTranslation('uploads');
  const { consent } = useBatch();
  return (
    <>
      <Agree>
        <input
          type="checkbox"
          checked={consent}
          onChange={({ target }) => changeBatch({ consent: target.checked })}
        />
        {t('consent', { count })}
      </Agree>
      {consent ? null : <Hint sx={{ order: 1 }}>{t('consent.hint')}</Hint>}
    </>
  );
}

export function SendFoot({ prepared, onSend }: { prepared: readonly Prepared[]; onSend: () => void }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const sendable = prepared.filter(isSendable);
  const homeless = prepared.filter(
    ({ verdict, hospital }) => hospital === null && verdict.kind !== 'refused' && verdict.kind !== 'checking',
  );
  const onPaper = sendable.filter(({ hospital }) => hospital?.agree_type === 'PAPER').length;
  const bytes = sendable.reduce((sum, { card }) => sum + card.file.size, 0);
  const label = sendable.length > 0 ? t('send', { count: sendable.length }) : t('send.short');
  const send = () => {
    if (sendable.length > 0) onSend();
  };
  useShortcuts([{ keys: ['Ctrl+⏎'], label: t('send.short'), group: 'page', footer: true, run: send }]);
  return (
    <Foot>
      {onPaper > 0 ? <Consent count={onPaper} /> : null}
      <Sum>
        {homeless.length > 0
          ? t('hospital.missing', { count: homeless.length })
          : t('sum', { count: sendable.length, size: format.bytes(bytes) })}
      </Sum>
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={sendable.length === 0}
        onClick={send}
      >
        {label}
        <KeyOnDesk>
          <KeyCap name="Ctrl ⏎" />
        </KeyOnDesk>
      </Button>
    </Foot>
  );
}
