/**
 * Every page and the main dialogs by axe: WCAG 2.2 A and AA, both themes, on a desk and on a phone.
 *
 * A person signs in once and keeps the page through all looks: signing in is another journey, and axe takes its time.
 */
import { expect, test as base, type Page } from '@playwright/test';
import { caseRows, openFor } from '../case-steps.ts';
import { violationsOf } from '../expect-accessible.ts';
import type { DemoPerson } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';

type PageOf = (user_id: DemoPerson) => Promise<Page>;

const test = base.extend<object, { pageOf: PageOf }>({
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<DemoPerson, Page>();
      await use(async (user_id) => {
        const page = pages.get(user_id) ?? (await openFor(browser, user_id));
        pages.set(user_id, page);
        return page;
      });
      for (const page of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
});
test.use({ trace: 'off', screenshot: 'off' });

const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
type Size = (typeof sizes)[number];

async function open(page: Page, path: string, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path);
}

async function looksSound(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect.soft(await violationsOf(page), what).toEqual([]);
}

const headed = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const named = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

/** Rows on a desk, cards on a phone. */
const listed = (page: Page): Promise<void> => expect(page.getByText(/^HN26K\d+$/).first()).toBeVisible();

type Visit = {
  readonly what: string;
  readonly who: DemoPerson;
  readonly path: string;
  readonly until: (page: Page) => Promise<void>;
};
const visits: readonly Visit[] = [
  { what: 'worklist', who: 'demochief', path: '/', until: listed },
  { what: 'not found', who: 'demochief', path: '/no/such/page', until: headed('Page not found') },
  { what: 'admin list', who: 'demoadmin', path: '/admin', until: listed },
  { what: 'background work', who: 'demoadmin', path: '/admin/jobs', until: headed('Failed background work') },
  {
    what: 'statistics',
    who: 'demochief',
    path: '/admin/statistics',
    until: named('The next 14 days'),
  },
  { what: 'invoices', who: 'demoadmin', path: '/admin/invoice', until: named('cases confirmed') },
  { what: 'day', who: 'demotechnician', path: '/day', until: named('My pace') },
  { what: 'board', who: 'demochief', path: '/board', until: listed },
  { what: 'critical findings', who: 'demochief', path: '/critical', until: headed('Critical findings') },
  {
    what: 'rules for critical findings',
    who: 'demochief',
    path: '/critical/rules',
    until: headed('Rules for critical findings'),
  },
  { what: 'phrases', who: 'demochief', path: '/phrases', until: headed('Phrases for reports') },
  { what: 'users', who: 'demoadmin', path: '/admin/user', until: named('demochief') },
  { what: 'waiting users', who: 'demoadmin', path: '/admin/user?view=waiting', until: headed('Users') },
  { what: 'activities', who: 'demoadmin', path: '/activities/1', until: headed(/^Activities of/) },
  { what: 'masked list', who: 'demodistributer', path: '/admin', until: listed },
  { what: 'institution list', who: 'demodoctor', path: '/institution/list', until: listed },
  { what: 'upload', who: 'demodoctor', path: '/upload', until: headed('Upload recordings') },
  {
    what: 'accuracy',
    who: 'demochief',
    path: '/accuracy',
    until: headed('How accurate is the automatic analysis?'),
  },
  { what: 'account', who: 'demochief', path: '/account', until: headed('Account settings') },
  {
    what: 'all notifications',
    who: 'demochief',
    path: '/notifications',
    until: headed('All notifications'),
  },
  { what: 'notices', who: 'demodoctor', path: '/notice', until: headed('Notices') },
  { what: 'notices, writing', who: 'demoadmin', path: '/notice?notice=new', until: headed('Notices') },
  { what: 'upload history', who: 'demodoctor', path: '/upload?tab=history', until: listed },
  { what: 'second readings', who: 'demochief2', path: '/second', until: headed('Second readings') },
  {
    what: 'second readings, finished',
    who: 'demochief2',
    path: '/second?view=finished',
    until: named('All of this time'),
  },
];

async function visitCase(page: Page, size: Size): Promise<void> {
  await open(page, '/?view=in_review', sizes[0]);
  const case_id = await caseRows(page).first().getAttribute('data-id');
  await open(page, `/detail/${case_id ?? ''}`, size);
  await recordingRests(page);
  await looksSound(page, 'recording');
  if (size.name === 'phone') await page.getByRole('tab', { name: 'Facts' }).click();
  await page.getByRole('button', { name: /^Report/ }).click();
  await expect(page.getByRole('group', { name: /^Page 1 of \d+$/ })).toBeVisible();
  await looksSound(page, 'report');
}

/** The reading desk, on a screen that is wide enough for it. */
async function visitDesk(page: Page, size: Size): Promise<void> {
  await open(page, '/?view=in_review', sizes[0]);
  const case_id = await caseRows(page).first().getAttribute('data-id');
  await open(page, `/review/${case_id ?? ''}`, size);
  if (size.name === 'phone') {
    await expect(page.getByText('The reading desk needs a wider screen')).toBeVisible();
    return looksSound(page, 'desk');
  }
  await recordingRests(page);
  await expect(page.getByRole('button', { name: /^Template groups/ })).toBeVisible();
  await looksSound(page, 'desk, findings');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await expect(page.getByRole('button', { name: /^T1 / })).toBeVisible();
  await recordingRests(page);
  return looksSound(page, 'desk, templates');
}

/** The agreement of a second reading that is finished. */
async function visitAgreement(page: Page, size: Size): Promise<void> {
  await open(page, '/second?view=finished', size);
  await page
    .getByRole('link', { name: /^Open the agreement of/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Beats by class' })).toBeVisible();
  await looksSound(page, 'agreement');
}

/** The guided first reading, which this browser makes by itself; its report has phrases and no pages. */
async function visitPractice(page: Page, size: Size): Promise<void> {
  await open(page, '/practice', size);
  if (size.name === 'phone') {
    await expect(page.getByText('The reading desk needs a wider screen')).toBeVisible();
    return looksSound(page, 'practice');
  }
  await expect(page.getByRole('complementary', { name: 'Guided first reading' })).toBeVisible();
  await recordingRests(page);
  await looksSound(page, 'practice');
  await page.getByRole('tab', { name: 'Report' }).click();
  await expect(page.getByRole('textbox', { name: 'Find a phrase' })).toBeVisible();
  return looksSound(page, 'practice, report');
}

async function visitDialogs(page: Page, size: Size): Promise<void> {
  await open(page, '/', size);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await looksSound(page, 'notifications');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit profile' })).toBeVisible();
  await looksSound(page, 'profile');
}

async function visitUserDialogs(page: Page, size: Size): Promise<void> {
  await open(page, '/admin/user', size);
  await page.getByRole('button', { name: 'New user' }).click();
  await expect(page.getByRole('dialog', { name: 'New user' })).toBeVisible();
  await looksSound(page, 'new user');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('dialog', { name: 'Import users' })).toBeVisible();
  await looksSound(page, 'import of users');
  await page.keyboard.press('Escape');
}

for (const size of sizes) {
  test(`every page is sound, ${size.name}`, async ({ page, pageOf }) => {
    test.setTimeout(900_000);
    await test.step('sign-in', async () => {
      await open(page, '/login', size);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await looksSound(page, 'sign-in');
    });
    for (const { what, who, path, until } of visits) {
      await test.step(what, async () => {
        const theirs = await pageOf(who);
        await open(theirs, path, size);
        await until(theirs);
        await looksSound(theirs, what);
      });
    }
    await test.step('case', async () => visitCase(await pageOf('demochief'), size));
    await test.step('desk', async () => visitDesk(await pageOf('demochief'), size));
    await test.step('agreement', async () => visitAgreement(await pageOf('demochief2'), size));
    await test.step('practice', async () => visitPractice(await pageOf('demotechnician2'), size));
    await test.step('dialogs', async () => visitDialogs(await pageOf('demotechnician'), size));
    await test.step('user dialogs', async () => visitUserDialogs(await pageOf('demoadmin'), size));
  });
}
