import type { PasskeyProof } from '@rhythmdesk/contract/passkeys';
import { expect, test } from 'vitest';
import { emptyDraft, inputOf, missingNeeds } from './action-draft.ts';

const passkey: PasskeyProof = {
  ticket: 'A'.repeat(43),
  answer: {
    ...{ id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
  },
};
const target = { case_id: 5, version: 2 };

test('a case is signed by exactly one of password, passkey and provider', () => {
  expect(missingNeeds('complete', emptyDraft)).toEqual(['password']);
  expect(missingNeeds('complete', { ...emptyDraft, passkey })).toEqual([]);
  expect(inputOf('complete', target, { ...emptyDraft, password: 'typed', passkey })).toEqual({
    ...target,
    passkey,
  });
  expect(inputOf('complete', target, { ...emptyDraft, password: 'typed' })).toEqual({
    ...target,
    password: 'typed',
  });
  const provider_proof = 'B'.repeat(43);
  expect(missingNeeds('complete', { ...emptyDraft, provider_proof })).toEqual([]);
  expect(inputOf('complete', target, { ...emptyDraft, provider_proof })).toEqual({
    ...target,
    provider_proof,
  });
  expect(inputOf('start', target, { ...emptyDraft, passkey, provider_proof })).toEqual(target);
});
