/** Defines what can be set for a partner that speaks HL7 version 2. */

/** Character sets by their words in MSH-18. */
export const hl7Charsets = [
  'UNICODE UTF-8',
  'ISO IR87',
  'GB 18030-2000',
  'KS X 1001',
  '8859/1',
  'ASCII',
] as const;
export type Hl7Charset = (typeof hl7Charsets)[number];

export const hl7Versions = ['2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6'] as const;

/** Whether the partner's messages are real (production) or for training. */
export const hl7Processing = ['P', 'T'] as const;

/**
 * Which answers to a result are asked for: one of the application (original mode), one that it was stored, or both
 * (enhanced mode).
 */
export const hl7Acknowledgements = ['original', 'commit', 'application'] as const;
export type Hl7Acknowledgement = (typeof hl7Acknowledgements)[number];

/**
 * Where the fields of an order are in a message. Of several places the first one with a value counts. Without a place
 * for the HN ID the product assigns one.
 */
export const usualOrderPlaces = {
  order_number: 'ORC-2.1 OBR-2.1',
  hn_id: '',
  patient_id: 'PID-3.1',
  patient_last_name: 'PID-5.1',
  patient_first_name: 'PID-5.2',
  birth_date: 'PID-7.1',
  gender: 'PID-8.1',
  phone_number: 'PID-13.1 PID-13.12',
  priority: 'TQ1-9.1 OBR-27.6 ORC-7.6 OBR-5.1',
  comment: 'OBR-31.2 OBR-13.1 NTE-3.1',
} as const;
export type OrderField = keyof typeof usualOrderPlaces;

const place = '[A-Z][A-Z0-9]{2}-\\d{1,3}(\\.\\d{1,2}){0,2}';
const placesPattern = new RegExp(`^(${place}( ${place})*)?$`);

/** Returns whether a text names places in segments, such as `ORC-2.1 OBR-2.1`. */
export const arePlaces = (text: string): boolean => placesPattern.test(text);
