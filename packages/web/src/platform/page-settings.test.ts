import { expect, test } from 'vitest';
import { asPageSettings } from './page-settings.ts';

test('the settings of the server are read', () => {
  const settings = {
    version: '1.2.3',
    support_phone: '1',
    support_email: 'a@b',
    company_address: 'c',
    languages_offered: ['en', 'ko'],
  };
  expect(asPageSettings(JSON.stringify(settings))).toEqual(settings);
});

test('an unreplaced or broken tag gives nothing and offers English and Japanese', () => {
  const nothing = {
    version: '',
    support_phone: '',
    support_email: '',
    company_address: '',
    languages_offered: ['en', 'ja'],
  };
  expect(asPageSettings('__PAGE_SETTINGS__')).toEqual(nothing);
  expect(asPageSettings(null)).toEqual(nothing);
  expect(asPageSettings('{"languages_offered":["fr"],"support_phone":3}')).toEqual(nothing);
});
