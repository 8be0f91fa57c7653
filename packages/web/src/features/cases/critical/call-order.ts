/** Whom to call first: those on duty now as the hospital ordered them, then the others. */
import type { HospitalContact } from '@rhythmdesk/contract/critical';

export const callOrder = (contacts: readonly HospitalContact[]): HospitalContact[] =>
  [...contacts].sort((a, b) => Number(b.on_duty) - Number(a.on_duty));
