/**
 * Checks pages and dialogs with axe: WCAG 2.2 A and AA, both themes, at the size of a desktop and of a phone; and that no
 * page is wider than a phone or a tablet.
 *
 * Pages that need many steps are checked in the journeys that make those steps: `team-day` (board, day), `critical`,
 * `second-reading` (lists, agreement) and `practice`. Here each person keeps one page. It changes its address and its
 * size without a reload.
 */
import { expect, type Page } from '@playwright/test';
import { phone, resize, violationsOf } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';
import { addUpload } from '../world/world-work.ts';
import type { Person } from '../world/world-people.ts';
import type { World } from '../world/world.ts';

const desk = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };

type Until = (page: Page) => Promise<void>;

const headed =
  (name: string | RegExp): Until =>
  (page) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const named =
  (text: string): Until =>
  (page) =>
    expect(page.getByText(text).first()).toBeVisible();
const chosen =
  (view: string): Until =>
  (page) =>
    expect(page.getByRole('tab', { name: new RegExp(`^${view}`), selected: true })).toBeVisible();
/** Rows on a desktop, cards on a phone. */
const listed: Until = (page) => expect(page.getByText(/^HN[A-Z]{6}\d{3}$/).first()).toBeVisible();

async function looksSound(page: Page, what: string, until: Until): Promise<void> {
  await until(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // After a change of size the pointer may be over a button that shows its tooltip.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect.soft(await violationsOf(page), what).toEqual([]);
}

const widerThanShown = (element: Element): number => element.scrollWidth - element.clientWidth;

/** Checks that only frames within the page scroll sideways. */
async function staysWithin(page: Page, what: string): Promise<void> {
  for (const part of ['html', 'main'])
    for (const frame of await page.locator(part).all())
      await expect.soft.poll(() => frame.evaluate(widerThanShown), `${what}: width of ${part}`).toBe(0);
}

/** Checks the page at the size of a desktop, then at the size of a phone, and its width also on a tablet. */
async function looksSoundOnBoth(page: Page, what: string, until: Until): Promise<void> {
  await looksSound(page, `${what}, desk`, until);
  await resize(page, tablet);
  await staysWithin(page, `${what}, tablet`);
  await resize(page, phone);
  await looksSound(page, `${what}, phone`, until);
  await staysWithin(page, `${what}, phone`);
  await resize(page, desk);
}

type Visit = readonly [what: string, path: string, until: Until];

/** Goes from page to page as links do, without a reload. */
async function visitAll(page: Page, visits: readonly Visit[]): Promise<void> {
  for (const [what, path, until] of visits)
    await test.step(what, async () => {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await looksSoundOnBoth(page, what, until);
    });
}

async function visitChief(world: World): Promise<Page> {
  const page = await world.open(world.chief, '/');
  await visitAll(page, [
    ['worklist', '/', listed],
    ['not found', '/no/such/page', headed('Page not found')],
    ['statistics', '/admin/statistics', named('The next 14 days')],
    ['critical findings', '/critical', headed('Critical findings')],
    ['rules for critical findings', '/critical/rules', headed('Rules for critical findings')],
    ['phrases', '/phrases', headed('Phrases for reports')],
    ['accuracy', '/accuracy', headed('How accurate is the automatic analysis?')],
    ['account', '/account', headed('Account settings')],
    ['all notifications', '/notifications', headed('All notifications')],
  ]);
  return page;
}

async function visitCase(page: Page, case_id: number): Promise<void> {
  await page.goto(`/detail/${String(case_id)}`);
  await looksSoundOnBoth(page, 'recording', recordingRests);
  const printed: Until = (opened) =>
    expect(opened.getByRole('group', { name: /^Page 1 of \d+$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Report/ }).click();
  await looksSoundOnBoth(page, 'report', printed);
}

/** Checks two views of the reading desk, and what a phone shows instead of it. */
async function visitDesk(page: Page, case_id: number): Promise<void> {
  await page.goto(`/review/${String(case_id)}`);
  await recordingRests(page);
  await looksSound(page, 'desk, findings', (opened) =>
    expect(opened.getByRole('button', { name: /^Template groups/ })).toBeVisible(),
  );
  await page.getByRole('tab', { name: 'Templates' }).click();
  await expect(page.getByRole('button', { name: /^T1 / })).toBeVisible();
  await looksSound(page, 'desk, templates', recordingRests);
  await resize(page, phone);
  await looksSound(page, 'desk, phone', named('The reading desk needs a wider screen'));
}

const opens =
  (name: string): Until =>
  (page) =>
    expect(page.getByRole('dialog', { name })).toBeVisible();

/** Opens each dialog at both sizes, because a change of size closes it. */
async function visitDialogs(page: Page): Promise<void> {
  for (const [name, size] of Object.entries({ desk, phone })) {
    await resize(page, size);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await looksSound(page, `notifications, ${name}`, opens('Notifications'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Edit profile' }).click();
    await looksSound(page, `profile, ${name}`, opens('Edit profile'));
    await page.keyboard.press('Escape');
  }
}

test('the pages of a center are accessible', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'reviewed', recording: 'mixed' });
  await world.addCase({ stage: 'submitted', recording: 'plain' });
  await world.addCase({ stage: 'requested', recording: 'plain', priority: 'urgent' });
  await world.addCase({ stage: 'completed', recording: 'plain' });
  const page = await visitChief(world);
  await test.step('case', () => visitCase(page, case_id));
  await resize(page, desk);
  await test.step('desk', () => visitDesk(page, case_id));
  const technician = await world.open(world.technician, '/');
  await test.step('dialogs', () => visitDialogs(technician));
});

async function visitUserDialogs(page: Page): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), '/admin/user');
  await page.getByRole('button', { name: 'New user' }).click();
  await looksSoundOnBoth(page, 'new user', opens('New user'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import' }).click();
  await looksSoundOnBoth(page, 'import of users', opens('Import users'));
}

const visitsOf = ({ admin, doctor, distributer, mark }: World): readonly [Person, readonly Visit[]][] => [
  [
    doctor,
    [
      ['institution list', '/institution/list', listed],
      ['upload', '/upload', headed('Upload recordings')],
      ['upload history', '/upload?tab=history', listed],
      ['notices', '/notice', headed('Notices')],
    ],
  ],
  [distributer, [['masked list', '/admin', listed]]],
  [
    admin,
    [
      ['admin list', `/admin?q=${mark}`, listed],
      ['background work', '/admin/jobs', headed('Failed jobs')],
      ['operations', '/admin/operations', headed('Operations')],
      ['messages', '/admin/messages', headed('Messages')],
      ['data protection', '/admin/privacy', headed('Data protection')],
      ['invoices', '/admin/invoice', named('cases confirmed')],
      ['activities', `/activities/${String(doctor.id)}`, headed(/^Activities of/)],
      ['notices, writing', '/notice?notice=new', headed('Notices')],
      ['users', `/admin/user?q=${mark}`, named(doctor.user_id)],
      ['waiting users', '/admin/user?view=waiting', chosen('Waiting')],
    ],
  ],
];

test('the pages of hospitals, distributers and administrators are accessible', async ({
  world,
  page: stranger,
}) => {
  await world.addCase({ stage: 'requested', recording: 'plain' });
  await world.addCase({ stage: 'completed', recording: 'plain' });
  await addUpload(world, await world.addCase({ stage: 'ready', recording: 'plain' }));
  await test.step('sign-in', async () => {
    await stranger.goto('/login');
    await looksSoundOnBoth(stranger, 'sign-in', (page) =>
      expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
    );
  });
  for (const [person, visits] of visitsOf(world)) {
    const page = await world.open(person, '/account');
    await headed('Account settings')(page);
    await visitAll(page, visits);
    if (person === world.admin) await test.step('user dialogs', () => visitUserDialogs(page));
  }
});
