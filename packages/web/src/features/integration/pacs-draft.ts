/** Converts a PACS to the fields of its form, and back to the input of the server. */
import type { pacsSignIns } from '@rhythmdesk/contract/pacs';
import type { PacsPartner } from '@rhythmdesk/contract/partners';
import type { ChosenHospital } from './form-parts.tsx';

export type PacsDraft = {
  hospital: ChosenHospital;
  name: string;
  active: boolean;
  url: string;
  sign_in: (typeof pacsSignIns)[number];
  user: string;
  /** Empty to keep the stored one. */
  secret: string;
  strips: boolean;
  recording: boolean;
  ca: string;
};

export function pacsDraftOf(pacs: PacsPartner | null): PacsDraft {
  const usual = { url: '', sign_in: 'none', user: '', strips: true, recording: false, ca: '' } as const;
  return {
    hospital: pacs === null ? null : { id: pacs.hospital.id, name: pacs.hospital.name },
    name: pacs?.name ?? '',
    active: pacs?.active ?? true,
    secret: '',
    ...(pacs?.settings ?? usual),
  };
}

const fields = ['name', 'url', 'user', 'secret', 'ca'] as const;
export type PacsField = (typeof fields)[number];
export const isPacsField = (name: string): name is PacsField => fields.some((each) => each === name);

export const pacsInput = ({ name, active, secret, hospital: _hospital, ...settings }: PacsDraft) => ({
  ...{ name, active },
  settings: { ...settings, user: settings.sign_in === 'basic' ? settings.user : '' },
  secret: settings.sign_in === 'none' ? '' : secret,
});
