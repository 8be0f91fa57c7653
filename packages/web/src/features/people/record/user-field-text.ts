/** Lists the fields of a user in the order of their record, with each value as text. */
import type { User } from '@rhythmdesk/contract/users';
import type { UserField } from '@rhythmdesk/domain/people/user-fields';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';

export const recordFields = [
  'name',
  'email',
  'phone_number',
  'user_group_id',
  'user_role_id',
  'use_flag',
  'password',
  'description',
] as const satisfies readonly UserField[];

export type FieldText = { readonly label: string; readonly text: string; readonly isEmpty: boolean };

export function useUserFieldText(): (user: User, field: UserField) => FieldText {
  const { t } = useTranslation('users');
  const { t: word } = useTranslation('words');
  const format = useFormat();
  const words = (user: User, field: UserField): string => {
    if (field === 'user_group_id') return user.user_group.name;
    if (field === 'user_role_id') return word(`role.${user.user_role.role_key}`);
    if (field === 'use_flag')
      return user.flag === 'active'
        ? t('value.active', { count: user.dormant_after_days })
        : t(`flag.${user.flag}`);
    if (field !== 'password') return user[field] ?? '';
    if (user.flag === 'one-time') return t('value.one-time');
    const { password_changed_at } = user;
    if (password_changed_at === null) return t('value.password-unknown');
    return t('value.password', { date: format.instant('date', password_changed_at) });
  };
  return (user, field) => {
    const text = words(user, field);
    return { label: t(`field.${field}`), text: text === '' ? t('value.none') : text, isEmpty: text === '' };
  };
}
