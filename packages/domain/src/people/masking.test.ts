import fc from 'fast-check';
import { expect, test } from 'vitest';
import { can } from './can.ts';
import { people } from './test-people.ts';
import { maskedFields, maskName, mayAskBy, patientFor } from './masking.ts';
import { roleKeys } from './roles.ts';
import type { RoleKey } from './roles.ts';

const patient = {
  patient_id: 'P-7',
  patient_first_name: '민준',
  patient_last_name: '김',
  birth_date: '1950-03-02',
  phone_number: '01012345678',
  technician_id: null,
};

test('a masked name keeps its first character and not its length', () => {
  expect(maskName('김')).toBe('김＊＊');
  expect(maskName(' Ólafsdóttir')).toBe('Ó＊＊');
  expect(maskName('e\u0301mile')).toBe('e\u0301＊＊');
  expect(maskName('𠮷田')).toBe('𠮷＊＊');
  expect(maskName('  ')).toBe('');
  fc.assert(
    fc.property(fc.string({ minLength: 2 }), fc.string({ minLength: 2 }), (a, b) => {
      expect(maskName(`x${a}`.replaceAll(/\p{M}/gu, ''))).toBe(maskName(`x${b}`.replaceAll(/\p{M}/gu, '')));
    }),
  );
});

test('some roles see the pool masked, and some an assigned case', () => {
  const maskedTo = (technician_id: number | null): readonly RoleKey[] =>
    roleKeys.filter((role) => patientFor(people[role], { ...patient, technician_id }).masked);
  expect(maskedTo(null)).toEqual(['LOGISTICS', 'TECHNICIAN', 'DISTRIBUTER']);
  expect(maskedTo(3)).toEqual(['LOGISTICS', 'DISTRIBUTER']);
});

test('names, birth date and phone are masked; the patient id is not', () => {
  expect(patientFor(people.LOGISTICS, patient).patient).toEqual({
    ...patient,
    patient_first_name: '민＊＊',
    patient_last_name: '김＊＊',
    birth_date: null,
    phone_number: null,
  });
  expect(patientFor(people.DOCTOR, patient)).toEqual({ masked: false, patient });
});

test('masked fields cannot be searched', () => {
  const asks = (role: RoleKey, field: string, pool: boolean): boolean => {
    const grant = can(people[role], 'case.read');
    return grant !== 'never' && mayAskBy(grant, field, pool);
  };
  for (const field of maskedFields) {
    expect(asks('DISTRIBUTER', field, false)).toBe(false);
    expect(asks('TECHNICIAN', field, true)).toBe(false);
    expect(asks('TECHNICIAN', field, false)).toBe(true);
    expect(asks('CHIEF', field, true)).toBe(true);
  }
  expect(asks('DISTRIBUTER', 'patient_id', true)).toBe(true);
});
