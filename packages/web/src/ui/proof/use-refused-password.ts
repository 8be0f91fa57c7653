/**
 * Selects the password that the server refused, so that the next key replaces it: a second attempt typed behind the
 * first one would be refused too.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { ApiError } from '../../platform/client/api-error.ts';

export function useRefusedPassword(error: Error | null): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!(error instanceof ApiError) || error.code !== 'auth/wrong-password') return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return field;
}
