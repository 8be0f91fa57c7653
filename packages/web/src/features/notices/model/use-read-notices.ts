/** The notices that the caller can read now; null while they are fetched, empty if that fails. */
import type { Notice } from '@rhythmdesk/contract/notices';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';

/** The footer shows them outside the shell too, so they are fetched without its cache. */
export function useReadNotices() {
  const { i18n } = useTranslation();
  const [notices, setNotices] = useState<readonly Notice[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api.call('notices', {}, { signal: stop.signal }).then(
      ({ items }) => setNotices(items),
      () => setNotices((before) => before ?? []),
    );
    return () => stop.abort();
  }, [i18n.language]);
  const onRead = ({ id }: Notice) => {
    api.call('readNotice', { id }).catch(() => undefined);
  };
  return { notices, onRead };
}
