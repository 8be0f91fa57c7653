/** Shows that a part of a page failed to load: the error text, the request id, and the next step that can help. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ArrowClockwiseIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../platform/client/api-error.ts';
import { faultAnswer, type FaultSubject } from '../../platform/client/fault-answers.ts';
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

/** Provides the text of any error, in the page's language. */
export function useFaultText(): (error: Error, about?: FaultSubject) => string {
  const { t } = useTranslation('messages');
  const { t: frame } = useTranslation('dialogs');
  return (error, about) => {
    if (!(error instanceof ApiError)) return frame('failed.title');
    const answer = faultAnswer(error, about);
    if (answer.kind === 'alert') return t(answer.key);
    if (answer.kind === 'detail') return answer.detail;
    return error.detail || t('alert.conflict');
  };
}

/**
 * Provides the text of a call that a form made: the server's own words where it refuses, as for a wrong password,
 * otherwise the text of the catalogue.
 */
export function useRefusalText(): (error: Error) => string {
  const textOf = useFaultText();
  return (error) => {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return isRefused && error.detail !== '' ? error.detail : textOf(error);
  };
}

/** Refusals that end by themselves. */
const passing = new Set(['auth/throttled', 'auth/provider-down', 'case/processing', 'recording/processing']);

type NextStep = 'retry' | 'reload' | 'access' | 'none';

/**
 * Returns what helps after an error. A request that failed on its way, or on the server, may be repeated; after a
 * conflict the current version is loaded; every other error response stays the same, however often the request is
 * repeated.
 */
function nextStepOf(error: Error): NextStep {
  if (!(error instanceof ApiError)) return 'retry';
  const { status, code } = error;
  if (status === 0 || status >= 500 || status === 408 || status === 429 || passing.has(code)) return 'retry';
  // No answer of the server, but something that only pretends to be one.
  if (status < 400 || code.startsWith('network/')) return 'retry';
  if (status === 409) return 'reload';
  return status === 403 || status === 404 || status === 410 ? 'access' : 'none';
}

type ErrorStateProps = {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** The subject of the call, if the catalogue has texts of its own for it. */
  readonly about?: FaultSubject | undefined;
  /** What helps where a retry does not: a link or a button. */
  readonly instead?: ReactNode;
};

/** Returns why it is not there: in the server's words where it names a reason, as for a signal that was deleted. */
function useReason(error: Error): string | null {
  const { t } = useTranslation('dialogs');
  if (!(error instanceof ApiError) || nextStepOf(error) !== 'access') return null;
  return error.status === 410 && error.detail !== '' ? error.detail : t('failed.access');
}

export function ErrorState({ error, onRetry, about, instead }: ErrorStateProps) {
  const { t } = useTranslation('dialogs');
  const textOf = useFaultText();
  const id = error instanceof ApiError ? error.request_id : '';
  const next = nextStepOf(error);
  const reason = useReason(error);
  const isRepeated = next === 'retry' || next === 'reload';
  return (
    <Frame role="alert">
      <Typography sx={{ fontWeight: 600 }}>{textOf(error, about)}</Typography>
      {reason === null ? null : <Typography color="textSecondary">{reason}</Typography>}
      {id ? <RequestId id={id} /> : null}
      {isRepeated ? null : instead}
      {onRetry && isRepeated ? (
        <Button onClick={onRetry} startIcon={<ArrowClockwiseIcon size={16} aria-hidden="true" />}>
          {t(next === 'reload' ? 'reload' : 'try-again')}
        </Button>
      ) : null}
    </Frame>
  );
}
