/**
 * Shows the dialogs after sign-in: first a one-time password must be changed and an overdue second factor set up; then
 * the notices that open by themselves, and the reminder of a second factor that is due.
 */
import { lazy, Suspense } from 'react';
import { useSessionUser } from '../../platform/session/session-state.ts';

const Profile = lazy(async () => ({
  default: (await import('../profile/profile-dialog.tsx')).ProfileDialog,
}));
const EnrolmentGate = lazy(async () => ({
  default: (await import('../../features/people/account/enrolment-gate.tsx')).EnrolmentGate,
}));
const FactorReminder = lazy(async () => ({
  default: (await import('../../features/people/account/factor-reminder.tsx')).FactorReminder,
}));
const PushSetUp = lazy(async () => ({ default: (await import('./push-set-up.tsx')).PushSetUp }));
const PopupNotices = lazy(async () => ({
  default: (await import('../../features/notices/popup-notices.tsx')).PopupNotices,
}));

function Greeting() {
  const { must_change_password, must_enrol, factor_due_at } = useSessionUser();
  if (must_change_password) return <Profile />;
  if (must_enrol) return <EnrolmentGate />;
  return (
    <>
      <PopupNotices />
      <PushSetUp />
      {factor_due_at === null ? null : <FactorReminder due_at={factor_due_at} />}
    </>
  );
}

export function Welcome() {
  return (
    <Suspense fallback={null}>
      <Greeting />
    </Suspense>
  );
}
