// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/analysis.ts';
import { texts as ja } from '../../../platform/texts/ja/analysis.ts';
import { criteriaDraftOf } from './criteria-draft.ts';
import { CriteriaFields } from './criteria-fields.tsx';

const languages = [
  { language: 'en', name: en['criterion.pause_s'] },
  { language: 'ja', name: ja['criterion.pause_s'] },
] as const;

function Typed({ readOnly }: { readOnly: boolean }) {
  const form = useForm({ defaultValues: criteriaDraftOf(defaultCriteria) });
  return (
    <FormProvider {...form}>
      <CriteriaFields readOnly={readOnly} />
    </FormProvider>
  );
}

test.each(languages)(
  '$language: outside its limits a criterion says so, and one click resets it',
  async (one) => {
    const user = await showIn(one.language, <Typed readOnly={false} />);
    const field = await screen.findByRole('textbox', { name: one.name });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    await user.clear(field);
    await user.type(field, '999');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button'));
    expect(field).toHaveProperty('value', String(defaultCriteria.pause_s));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test.each(languages)('$language: users who only read change nothing', async (one) => {
  const user = await showIn(one.language, <Typed readOnly />);
  const field = await screen.findByRole('textbox', { name: one.name });
  await user.type(field, '9');
  expect(field).toHaveProperty('value', String(defaultCriteria.pause_s));
  expect(screen.queryByRole('button')).toBeNull();
});
