import { expect, test } from 'vitest';
import { readConfig, settingsMarkdown, WrongSettings } from './config.ts';
import { settings } from './settings.ts';
import { basePathOf } from './site-address.ts';

function namesRefused(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (fault) {
    if (fault instanceof WrongSettings) return fault.names;
    throw fault;
  }
  return [];
}

test('an empty environment gives the defaults, and an empty value counts as none', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '' });
  expect(config.PORT).toBe(8080);
  expect(config.BILLING_TIME_ZONE).toBe('Asia/Seoul');
  expect(config.LANGUAGES_OFFERED).toEqual(['en', 'ja']);
  expect(config.SESSION_IDLE_MINUTES).toBe(15);
  expect(config.UPLOAD_ZIP_BYTES).toBe(8 * 1024 ** 3);
  expect(config.DATABASE_URL).toBeUndefined();
  expect(config.TRUST_PROXY).toBe(false);
});

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['SESSION_IDLE_MINUTES', '4'],
  ['SESSION_IDLE_MINUTES', '61'],
  ['BILLING_TIME_ZONE', 'Asia/Seul'],
  ['BILLING_TIME_ZONE', 'IST'],
  ['BILLING_TIME_ZONE', '+09:00'],
  ['LOG_LEVEL', 'loud'],
  ['LANGUAGES_OFFERED', 'en,fr'],
  ['LANGUAGES_OFFERED', 'en,en'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'postgres://a:with#sign@b/c'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.1,proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['HTTP_REDIRECT_PORT', 'eighty'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['UPLOAD_ZIP_BYTES', '-1'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
])('%s=%s is refused by name', (name, value) => {
  expect(namesRefused({ [name]: value })).toEqual([name]);
});

test.each([
  ...['https://h.kr?x=1', 'https://h.kr/a?', 'https://h.kr/a#b', 'https://h.kr/#', 'https://me@h.kr/a'],
  ...['https://h.kr/a/../b', 'https://h.kr/a//b', 'https://h.kr/a%20b', 'https://h.kr/ä', 'https://h.kr\\a'],
  ...['https://h.kr/a.b', 'https://h.kr/api', 'https://h.kr/admin/ecg', 'https://h.kr/Login/', '/ecg'],
])('PUBLIC_URL=%s is refused', (PUBLIC_URL) => {
  expect(namesRefused({ PUBLIC_URL })).toEqual(['PUBLIC_URL']);
});

test('PUBLIC_URL may have a path, with or without a slash at its end', () => {
  const read = (PUBLIC_URL: string) => {
    const site = readConfig({ PUBLIC_URL }).PUBLIC_URL;
    return [site, basePathOf(site)];
  };
  const site = 'https://apps.h.kr';
  expect(read(site)).toEqual([site, '']);
  expect(read(`${site}/`)).toEqual([site, '']);
  expect(read(`${site}/rhythmdesk`)).toEqual([`${site}/rhythmdesk`, '/rhythmdesk']);
  expect(read(`${site}/rhythmdesk/`)).toEqual([`${site}/rhythmdesk`, '/rhythmdesk']);
  expect(read(`${site}:8443/apps/ECG_2`)).toEqual([`${site}:8443/apps/ECG_2`, '/apps/ECG_2']);
  expect(read('https://Apps.H.KR/ecg')).toEqual(['https://Apps.H.KR/ecg', '/ecg']);
  expect(basePathOf(undefined)).toBe('');
});

test.each(['postgres://a:b@/c?host=%2Frun%2Fsocket', 'postgresql:///c?host=/run', 'postgres://a:b%23@h:1/c'])(
  'DATABASE_URL=%s is accepted',
  (DATABASE_URL) => expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL),
);

test('the trusted proxies are a switch, as before, or a list', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
  expect([trusted('true'), trusted('false')]).toEqual([true, false]);
  expect(trusted('10.0.0.5, 10.1.0.0/16,fd00::/8')).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);
});

test('all wrong settings are named at once and no value is repeated', () => {
  const environment = { PORT: 'x', DATABASE_URL: 'secret-password' };
  expect(namesRefused(environment)).toEqual(['PORT', 'DATABASE_URL']);
  expect(() => readConfig(environment)).toThrow(/PORT must be: 0 to 65535/);
  expect(() => readConfig(environment)).not.toThrow(/secret-password/);
});

test('settings that need a partner are refused without it', () => {
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_POOL_URL', 'DATABASE_REPLICA_URL'])
    expect(namesRefused({ [name]: 'postgres://a@b/c' })).toEqual(['DATABASE_URL']);
  expect(namesRefused({ MAIL_URL: 'smtp://mail' })).toEqual(['MAIL_FROM', 'PUBLIC_URL']);
  const mail = { MAIL_URL: 'smtp://mail', MAIL_FROM: 'a@b.kr', PUBLIC_URL: 'https://desk.b.kr' };
  expect(namesRefused(mail)).toEqual([]);
  expect(namesRefused({ ...mail, DEMO: 'true' })).toEqual(['DEMO']);
  expect(namesRefused({ DATABASE_URL: 'postgres://a@b/c', DEMO: 'true' })).toEqual(['DEMO']);
  expect(namesRefused({ MAIL_CA_FILE: '/etc/ca.pem' })).toEqual(['MAIL_URL']);
  for (const name of ['SMS_TOKEN', 'SMS_FROM']) expect(namesRefused({ [name]: 'x' })).toEqual(['SMS_URL']);
  expect(namesRefused({ TLS_CERT_FILE: '/etc/cert.pem' })).toEqual(['TLS_KEY_FILE']);
  expect(namesRefused({ TLS_KEY_FILE: '/etc/key.pem' })).toEqual(['TLS_CERT_FILE']);
  const pair = { TLS_CERT_FILE: '/etc/cert.pem', TLS_KEY_FILE: '/etc/key.pem' };
  expect(namesRefused(pair)).toEqual([]);
  expect(namesRefused({ ...pair, PUBLIC_URL: 'http://desk.b.kr' })).toEqual(['PUBLIC_URL']);
  expect(namesRefused({ HTTP_REDIRECT_PORT: '80' })).toEqual(['HTTP_REDIRECT_PORT']);
  for (const scheme of ['http', 'https']) {
    const refused = namesRefused({ HTTP_REDIRECT_PORT: '80', PUBLIC_URL: `${scheme}://desk.b.kr` });
    expect(refused).toEqual(scheme === 'http' ? ['HTTP_REDIRECT_PORT'] : []);
  }
  expect(namesRefused({ LOGIN_DELAY_AFTER: '9', LOGIN_LOCK_AFTER: '9' })).toEqual(['LOGIN_LOCK_AFTER']);
});

test('the message explains a rule between two settings', () => {
  const words = [
    [{ OIDC_FILE: '/x' }, 'PUBLIC_URL is needed if OIDC_FILE is set.'],
    [{ HL7_KEY_FILE: '/x' }, 'HL7_CERT_FILE is needed if HL7_KEY_FILE is set.'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN is needed if METRICS_HOST is not loopback.'],
    [{ LOGIN_DELAY_AFTER: '12' }, 'LOGIN_LOCK_AFTER must be more than LOGIN_DELAY_AFTER.'],
    [{ HTTP_REDIRECT_PORT: '80' }, 'HTTP_REDIRECT_PORT needs a PUBLIC_URL that begins with https.'],
  ] as const;
  for (const [environment, rule] of words)
    expect(() => readConfig(environment)).toThrow(`Wrong settings. ${rule} See docs/operating.md.`);
});

test('the list for the documents has every setting once', () => {
  const text = settingsMarkdown();
  for (const name of Object.keys(settings)) expect(text.split(`| \`${name}\` |`)).toHaveLength(2);
});

test('every default is a value that the setting accepts', () => {
  for (const [name, { shape, fallback }] of Object.entries(settings)) {
    if (fallback !== undefined) expect(shape.safeParse(fallback).success, name).toBe(true);
  }
});
