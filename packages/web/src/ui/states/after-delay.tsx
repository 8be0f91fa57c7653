/** Shows its children only after a noticeable wait, so that quick responses do not flicker. */
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const noticeableMs = 150;

function AfterDelay({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), noticeableMs);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}

/** Shows a region that is loading: skeletons of the real size as children, announced by screen readers. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation('dialogs');
  return (
    <AfterDelay>
      <div role="status" aria-label={t('loading')} aria-busy="true">
        {children}
      </div>
    </AfterDelay>
  );
}
