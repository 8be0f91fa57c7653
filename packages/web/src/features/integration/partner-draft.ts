/** Converts a partner to the flat text fields of its form, and back to the input of the server. */
import { hl7Settings, type Hl7Partner } from '@rhythmdesk/contract/partners';
import type { usualOrderPlaces } from '@rhythmdesk/domain/integration/hl7-settings';

const usual = hl7Settings.parse({});

export const orderFields = [
  ...(['order_number', 'hn_id', 'patient_id', 'patient_last_name', 'patient_first_name'] as const),
  ...(['birth_date', 'gender', 'phone_number', 'priority', 'comment'] as const),
] satisfies (keyof typeof usualOrderPlaces)[];

export function draftOf(partner: Hl7Partner | null) {
  const { mapping, from_addresses, port, codes: _codes, ...settings } = partner?.settings ?? usual;
  return {
    hospital: partner === null ? null : { id: partner.hospital.id, name: partner.hospital.name },
    name: partner?.name ?? '',
    active: partner?.active ?? true,
    sends_results: partner?.sends_results ?? true,
    takes_orders: partner?.takes_orders ?? false,
    acting_user: partner?.acting_user ?? '',
    ...settings,
    port: port === 0 ? '' : String(port),
    from_addresses: from_addresses.join(' '),
    ...mapping,
  };
}
export type PartnerDraft = Omit<ReturnType<typeof draftOf>, 'hospital'> & {
  hospital: { readonly id: number; readonly name: string } | null;
};

const draftFields: ReadonlySet<string> = new Set(Object.keys(draftOf(null)));
export const isDraftField = (name: string): name is keyof PartnerDraft => draftFields.has(name);

export function fieldsOf(draft: PartnerDraft, partner: Hl7Partner | null) {
  const { name, active, sends_results, takes_orders, acting_user } = draft;
  const { host, tls, ca, charset, version, processing, language, with_pdf, fingerprint } = draft;
  const { acknowledgement } = draft;
  const { our_application, our_facility, their_application, their_facility } = draft;
  const { order_number, hn_id, patient_id, patient_last_name, patient_first_name } = draft;
  const { birth_date, gender, phone_number, priority, comment } = draft;
  return {
    ...{ name, active, sends_results, takes_orders, acting_user },
    settings: {
      ...{ host, tls, ca, charset, version, processing, language, with_pdf, fingerprint },
      acknowledgement,
      ...{ our_application, our_facility, their_application, their_facility },
      codes: partner?.settings.codes ?? {},
      port: /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0,
      from_addresses: draft.from_addresses.split(/[\s,]+/).filter((each) => each !== ''),
      mapping: {
        ...{ order_number, hn_id, patient_id, patient_last_name, patient_first_name },
        ...{ birth_date, gender, phone_number, priority, comment },
      },
    },
  };
}
