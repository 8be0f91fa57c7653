/** Chooses institutions by name, asked of the server while typing: one, or several. */
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { NamePicker, type NamePickerProps } from '../../../ui/name-picker.tsx';

export type GroupPickerProps = Omit<NamePickerProps, 'options' | 'loading' | 'onTyped'> & {
  types: readonly GroupType[];
};

const offered = 50;

export function GroupPicker({ types, ...props }: GroupPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed);
  const { data, isFetching } = useQuery(
    callQuery('userGroups', { type: [...types], size: offered, ...(q === '' ? {} : { q }) }),
  );
  return <NamePicker {...props} options={data?.items ?? []} loading={isFetching} onTyped={setTyped} />;
}
