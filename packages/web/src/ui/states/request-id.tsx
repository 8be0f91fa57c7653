/** Shows the id of a failed request, for support: monospaced, copied by one click. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CopyIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';

const Line = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('dialogs');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Line>
      {t('request-id', { id })}
      <Button
        size="small"
        variant="text"
        onClick={copy}
        startIcon={<CopyIcon size={14} aria-hidden="true" />}
      >
        {copied ? t('copied') : t('copy-id')}
      </Button>
    </Line>
  );
}
