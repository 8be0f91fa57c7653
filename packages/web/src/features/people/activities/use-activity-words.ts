/** Provides the texts of activities: steps of cases as in the case timeline, others as in the audit log. */
import type { Activity } from '@rhythmdesk/contract/users';
import { useTranslation } from 'react-i18next';

const known = [
  'session.begin',
  'session.logout',
  'session.replaced',
  'session.password',
  'session.role',
  'session.group',
  'session.deleted',
  'session.deletion',
  'session.dormant',
  'user.create',
  'user.change',
  'user.delete',
  'user.withdraw',
  'user.approve',
  'user.refuse',
  'institution.create',
  'institution.change',
  'institution.delete',
  'case.open',
  'recording.export',
  'recording.view',
  'report.read',
  'file.read',
  'case.export',
  'user.export',
  'user.import',
  'institution.import',
  'profile.change',
] as const;

export function useActivityWords(): (activity: Activity) => string {
  const { t } = useTranslation('activities');
  // The timeline's texts: named here, so that they are loaded.
  const { i18n } = useTranslation('case-page');
  return ({ kind, action }) => {
    if (kind === 'case') {
      const word: unknown = i18n.getResource(i18n.language, 'case-page', `happened.${action}`);
      return typeof word === 'string' ? word : t('did.case');
    }
    const one = known.find((each) => each === action);
    return one === undefined ? t(`did.${kind}`) : t(`did.${one}`);
  };
}
