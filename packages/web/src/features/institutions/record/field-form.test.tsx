// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Institution } from '@rhythmdesk/contract/institutions';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/institutions.ts';
import { texts as ko } from '../../../platform/texts/ko/institutions.ts';
import { FieldForm } from './field-form.tsx';

type Administration = NonNullable<Institution['administration']>;
type Groups = Administration['assigned_group'];

const groups = (...ids: readonly number[]): Groups =>
  ids.map((id) => ({ id, name: `Hospital ${String(id)}`, type: 'hospital' }));

const administration: Administration = {
  ...{ description: '', assigned_group: groups(1, 2, 3, 4, 5), charging_unit: null, billing_address: '' },
  ...{ billing_email: '', tax_rate_bp: 0, invoice_language: null, tax_number: '', bank_account: '' },
  ...{ analysis_ratio: null, takes_others_share: false, verification_required: false },
  ...{ coverage_minimum: null, second_reading_share: null, letterhead: '', logo: 'a'.repeat(64) },
  ...{ report_sections: [], immediate_sign_up: false, provider_sign_up: false, two_factor: 'offered' },
  ...{ idle_minutes: null, user_count: 0, people: [], month: null, deletable: true },
  editable: ['assigned_group', 'logo'],
};

const record: Institution = {
  ...{ id: 9, version: 3, name: 'North', type: 'distributer', group_type: 'distributer' },
  ...{ time_zone: 'Asia/Seoul', agree_type: 'NONE', register_code: 'NRT-1', department: null },
  ...{ region: null, postcode: null, address: null, tech_center: null },
  turnaround_hours: { normal: 24, urgent: 4 },
  created_at: '2026-11-01T00:00:00.000Z',
  administration,
};

const none = (): void => undefined;

type RenewedProps = { readonly field: 'assigned_group' | 'logo'; readonly held: Partial<Administration> };

/** The record is renewed while its field is edited, as by another user. */
function Renewed({ field, held }: RenewedProps) {
  const [shown, setShown] = useState(record);
  const change = () => setShown({ ...record, version: 4, administration: { ...administration, ...held } });
  return (
    <>
      <button type="button" onClick={change}>
        changed elsewhere
      </button>
      <FieldForm record={shown} field={field} onTyped={none} onClose={none} onSaved={none} />
    </>
  );
}

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

test.each(languages)(
  '$language: other institutions of the same number are not overwritten before they were shown',
  async ({ language, words }) => {
    signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
    const stale = { code: 'group/stale-version', detail: '', request_id: 'r', fields: {} };
    const calls = answerCalls(({ body }) =>
      body === null
        ? Response.json({ items: [], total: 0, page: 1, size: 20 })
        : Response.json(stale, { status: 409 }),
    );
    const user = await showIn(
      language,
      <Renewed field="assigned_group" held={{ assigned_group: groups(1, 2, 3, 4, 8) }} />,
    );
    await user.click(await screen.findByRole('button', { name: 'changed elsewhere' }));
    const save = words.save.replace('{{field}}', words['field.assigned_group'].toLocaleLowerCase());
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ assigned_group: [1, 2, 3, 4, 5] }));
    expect(calls.at(-1)?.body).toMatchObject({ version: 3 });
  },
);
