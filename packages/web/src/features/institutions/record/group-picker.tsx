/** Lets the user choose institutions by name; the server searches while the user types. One institution, or several. */
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useOfferedGroups } from '../../../platform/client/use-offered-groups.ts';
import { NamePicker, type NameOption, type NamePickerProps } from '../../../ui/name-picker.tsx';

export type GroupPickerProps = Omit<NamePickerProps<NameOption>, 'options' | 'loading' | 'onTyped'> & {
  types: readonly GroupType[];
};

export function GroupPicker({ types, ...props }: GroupPickerProps) {
  return <NamePicker<NameOption> {...props} {...useOfferedGroups(types)} />;
}
