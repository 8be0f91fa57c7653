/** A part of a page that failed to load: the error text, the request id, and a retry button. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ArrowClockwiseIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../platform/client/api-error.ts';
import { faultAnswer } from '../../platform/client/fault-answers.ts';
import { RequestId } from './request-id.tsx';

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  margin: 16,
  padding: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
}));

/** The text of any error, in the page's language. */
export function useFaultText(): (error: Error) => string {
  const { t } = useTranslation('messages');
  const { t: frame } = useTranslation('dialogs');
  return (error) => {
    if (!(error instanceof ApiError)) return frame('failed.title');
    const answer = faultAnswer(error);
    if (answer.kind === 'alert') return t(answer.key);
    if (answer.kind === 'detail') return answer.detail;
    return error.detail || t('alert.conflict');
  };
}

export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation('dialogs');
  const textOf = useFaultText();
  const id = error instanceof ApiError ? error.request_id : '';
  return (
    <Frame role="alert">
      <Typography sx={{ fontWeight: 600 }}>{textOf(error)}</Typography>
      {id ? <RequestId id={id} /> : null}
      {onRetry ? (
        <Button onClick={onRetry} startIcon={<ArrowClockwiseIcon size={16} aria-hidden="true" />}>
          {t('try-again')}
        </Button>
      ) : null}
    </Frame>
  );
}
