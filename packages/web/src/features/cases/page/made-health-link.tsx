/** Shows a new link with its passcode, once: as text to copy and as a QR code for the patient's phone. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { MadeHealthLink } from '@rhythmdesk/contract/health-links';
import { CopyIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { QrPicture } from '../../../ui/qr-picture.tsx';

const Said = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 24,
  '& > div': { flex: 1, minWidth: 220 },
  '& p': { margin: '0 0 16px', color: theme.vars.palette.text.secondary },
  '& h3': { margin: '0 0 4px', fontSize: textSize.small, fontWeight: 600 },
  '& output': {
    display: 'block',
    fontFamily: 'var(--font-mono)',
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  '& .passcode': { marginBottom: 16, fontSize: textSize.dialog, letterSpacing: '.12em' },
  // Four whole lines; the rest is scrolled to.
  '& .link': {
    maxHeight: 80,
    overflowY: 'auto',
    marginBottom: 8,
    fontSize: textSize.small,
    lineHeight: '20px',
  },
}));

export function MadeLink({ made: { link, passcode } }: { made: MadeHealthLink }) {
  const { t } = useTranslation('health-links');
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Said>
      <QrPicture text={link} label={t('picture')} />
      <div>
        <p>{t('made.about')}</p>
        <h3>{t('passcode')}</h3>
        <output className="passcode" aria-label={t('passcode')}>
          {passcode}
        </output>
        <h3>{t('link')}</h3>
        <output className="link" tabIndex={0} aria-label={t('link')}>
          {link}
        </output>
        <Button size="small" autoFocus startIcon={<CopyIcon size={16} aria-hidden="true" />} onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </div>
    </Said>
  );
}
