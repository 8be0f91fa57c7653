// @vitest-environment happy-dom
import { resultTable } from '@rhythmdesk/domain/results/result-table';
import { screen } from '@testing-library/react';
import { CompactEncrypt } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { atAddress, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/health-links.ts';
import { formatCalendarDate } from '../../platform/texts/format.ts';
import { HealthLinkPage } from './health-link-page.tsx';
import { type OpenedLink, openLink, readLink } from './open-link.ts';
import { OpenedReport } from './opened-report.tsx';

const key = Buffer.alloc(32, 7).toString('base64url');
const url = 'https://ecg.example/shl/abc';
const fragmentOf = (payload: object): string =>
  `shlink:/${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;

const bundle = {
  resourceType: 'Bundle',
  entry: [
    {
      resource: {
        resourceType: 'Patient',
        name: [{ family: '김', given: ['민수'] }],
        managingOrganization: { display: '한빛병원' },
      },
    },
    {
      resource: {
        ...{
          resourceType: 'DiagnosticReport',
          issued: '2026-11-20T10:00:00.000+09:00',
          conclusion: '동율동',
        },
        presentedForm: [{ data: 'JVBERg==', title: 'report.pdf' }],
      },
    },
    {
      resource: {
        resourceType: 'Observation',
        code: { coding: [{ system: 'urn:rhythmdesk:result', code: 'rate_mean' }], text: 'Mean heart rate' },
        valueQuantity: { value: 71.25, unit: '/min' },
      },
    },
  ],
};

afterEach(() => vi.unstubAllGlobals());

const encrypted = (): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(bundle)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(Buffer.from(key, 'base64url'));

test('only links of this installation are read', () => {
  const fragment = fragmentOf({ url, key, label: 'Report' });
  expect(readLink(fragment, 'https://ecg.example')).toEqual({ url, key, label: 'Report' });
  expect(readLink(fragment, 'https://other.example')).toBeNull();
  for (const wrong of ['', 'shlink:/', 'shlink:/!!', 'shlink:/e30', fragmentOf({ url, key: 'short' })])
    expect(readLink(wrong, 'https://ecg.example')).toBeNull();
});

test('a link is opened with its passcode and shown in the language of the page', async () => {
  const embedded = await encrypted();
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({ files: [{ contentType: 'application/fhir+json', embedded }] }));
  });
  const opening = await openLink({ url, key }, ' １２３456');
  expect(sent).toEqual([{ recipient: 'Rhythmdesk', passcode: '123456' }]);
  if (opening.kind !== 'opened') throw new Error('not opened');
  await showIn('ko', <OpenedReport content={opening.content} />);
  expect(await screen.findByText('김민수')).toBeDefined();
  expect(screen.getByText('동율동')).toBeDefined();
  expect(screen.getByRole('row').textContent).toContain('71/분');
});

const observationOf = (code: string, value: object): OpenedLink['observations'][number] => ({
  resourceType: 'Observation',
  code: { coding: [{ system: 'urn:rhythmdesk:result', code }], text: code },
  ...value,
});

test('results are shown as a patient reads them', async () => {
  const observations = [
    observationOf('analysed', { valueQuantity: { value: 1_209_600, unit: 's' } }),
    observationOf('v_beats', { valueQuantity: { value: 2000, unit: '{beats}' } }),
    observationOf('af_burden', { valueQuantity: { value: 12.345, unit: '%' } }),
    observationOf('small_share', { valueQuantity: { value: 0.04, unit: '%' } }),
    observationOf('rate_min', { valueQuantity: { value: 54.5, unit: '/min' } }),
    observationOf('severity', { valueString: 'moderate' }),
    observationOf('reading_checksum', { valueString: 'e6f7efb38f28418e' }),
    observationOf('of_a_later_version', { valueString: 'as sent' }),
  ];
  const content: OpenedLink = {
    patient: { resourceType: 'Patient' },
    report: { resourceType: 'DiagnosticReport', issued: '2026-11-20T10:00:00.000+09:00', presentedForm: [] },
    ...{ observations, json: '{}' },
  };
  await showIn('ko', <OpenedReport content={content} />);
  await screen.findAllByRole('row');
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    `${resultTable.analysed.texts.ko[1]}14일 0시간`,
    `${resultTable.v_beats.texts.ko[1]}2,000`,
    `${resultTable.af_burden.texts.ko[1]}12.3 %`,
    'small_share<\u202f0.1\u202f%',
    `${resultTable.rate_min.texts.ko[1]}55/분`,
    `${resultTable.severity.texts.ko[1]}중등도`,
    'of_a_later_versionas sent',
  ]);
});

test('dates are those of the hospital, wherever the page is opened', async () => {
  const content: OpenedLink = {
    patient: { resourceType: 'Patient' },
    report: {
      ...{ resourceType: 'DiagnosticReport', presentedForm: [] },
      effectivePeriod: { start: '2026-11-05T00:30:00.000+14:00', end: '2026-11-06T23:30:00.000-11:00' },
      issued: '2026-11-20T00:10:00.000+14:00',
    },
    ...{ observations: [], json: '{}' },
  };
  const dateOf = (date: string): string => formatCalendarDate('ja', date);
  await showIn('ja', <OpenedReport content={content} />);
  expect(await screen.findByText(`${dateOf('2026-11-05')} – ${dateOf('2026-11-06')}`)).toBeDefined();
  expect(screen.getByText(dateOf('2026-11-20'))).toBeDefined();
});

test('a severity that nobody has chosen is not shown as one', async () => {
  const none = observationOf('severity', { valueString: 'none' });
  const content: OpenedLink = {
    patient: { resourceType: 'Patient' },
    report: { resourceType: 'DiagnosticReport', issued: '2026-11-20T10:00:00.000+09:00', presentedForm: [] },
    ...{ observations: [none, observationOf('v_beats', { valueQuantity: { value: 2, unit: '{beats}' } })] },
    json: '{}',
  };
  await showIn('ja', <OpenedReport content={content} />);
  expect(await screen.findByRole('row')).toHaveProperty('textContent', `${resultTable.v_beats.texts.ja[1]}2`);
});

test('a wrong passcode is selected, so that the next one replaces it', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ remainingAttempts: 3 }, { status: 401 })));
  const own = { url: `${location.origin}/shl/abc`, key };
  const user = await showIn('en', atAddress(`/health-link#${fragmentOf(own)}`, <HealthLinkPage />));
  const field = await screen.findByRole('textbox', { name: en.passcode });
  await user.type(field, '000000{Enter}');
  await screen.findByText(/3 attempts are left/);
  await user.keyboard('510632');
  expect(field).toHaveProperty('value', '510632');
});

test('a name is in the order of its own language', async () => {
  const content: OpenedLink = {
    patient: { resourceType: 'Patient', name: [{ family: 'Whitcombe', given: ['Catherine'] }] },
    report: { resourceType: 'DiagnosticReport', issued: '2026-11-20T10:00:00.000+09:00', presentedForm: [] },
    ...{ observations: [], json: '{}' },
  };
  await showIn('ja', <OpenedReport content={content} />);
  expect(await screen.findByText('Catherine Whitcombe')).toBeDefined();
});

test('a wrong passcode says how many may still be tried; the last one ends the link', async () => {
  const answers = [{ remainingAttempts: 3 }, { remainingAttempts: 0 }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift(), { status: 401 })));
  expect(await openLink({ url, key }, 'x')).toEqual({ kind: 'wrong', left: 3 });
  expect(await openLink({ url, key }, 'x')).toEqual({ kind: 'gone' });
});
