/** Orders the contacts to call: those on duty now, in the hospital's order, then the others. */
import type { HospitalContact } from '@rhythmdesk/contract/critical';

export const callOrder = (contacts: readonly HospitalContact[]): HospitalContact[] =>
  [...contacts].sort((a, b) => Number(b.on_duty) - Number(a.on_duty));
