/** The foot of the page: the consent that staff confirm, what would be sent, and the one button that sends. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
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
  padding: '8px 20px 8px 18px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('md')]: { position: 'sticky', bottom: 0, zIndex: 2, padding: '8px 12px' },
}));
const Sum = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  color: theme.vars.palette.text.secondary,
}));
const Hint = styled('span')(({ theme }) => ({
  flexBasis: '100%',
  fontSize: '.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

function Consent({ count }: { count: number }) {
  const { t } = useTranslation('uploads');
  const { consent } = useBatch();
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={consent} onChange={(_, checked) => changeBatch({ consent: checked })} />}
        label={t('consent', { count })}
        slotProps={{ typography: { variant: 'body2' } }}
        sx={{ margin: 0 }}
      />
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
  const label = t('send', { count: sendable.length });
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
        <KeyCap name="Ctrl ⏎" />
      </Button>
    </Foot>
  );
}
