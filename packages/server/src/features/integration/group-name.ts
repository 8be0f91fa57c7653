/** Names an institution in responses. */
import { isGroupType } from '@rhythmdesk/domain/people/roles';

export function groupNameOf({
  id,
  name,
  type,
}: {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}) {
  if (!isGroupType(type)) throw new Error(`group ${String(id)} has no known type`);
  return { id, name, type };
}
