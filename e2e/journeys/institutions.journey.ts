/**
 * Tests a hospital from its registration to its deletion, a hospital that is in use, and how a center's requests are
 * shared between its teams.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

const list = (admin: Page): Locator => admin.getByRole('grid', { name: 'Institutions' });

async function createHospital(admin: Page, name: string, mark: string): Promise<void> {
  await admin.getByRole('button', { name: 'New institution' }).click();
  const dialog = admin.getByRole('dialog', { name: 'New institution' });
  await dialog.getByRole('button', { name: 'Create institution' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Region').fill('Kent');
  await dialog.getByLabel('Postcode').fill('CT1 1AA');
  await dialog.getByLabel('Address').fill('1 Mill Lane');
  await dialog.getByLabel('Register code').fill(`MNT${mark}`);
  await expect(
    dialog.getByText('Duplicate Register Code - Please enter different Register Code.'),
  ).toBeVisible();
  await dialog.getByLabel('Register code').fill(`J${mark}`);
  await expect(dialog.getByText('This register code is available.')).toBeVisible();
  await createAfterLostNetwork(admin, dialog);
  await expect(admin.getByRole('dialog', { name })).toBeVisible();
}

/** The first attempt finds no network, and the typed text stays; a double click then creates one institution. */
async function createAfterLostNetwork(admin: Page, dialog: Locator): Promise<void> {
  const create = dialog.getByRole('button', { name: 'Create institution' });
  await admin.context().setOffline(true);
  await create.click();
  const lost = admin.getByRole('alertdialog').filter({ hasText: 'The server cannot be reached.' });
  await lost.getByRole('button', { name: 'OK' }).click();
  await admin.context().setOffline(false);
  await expect(dialog.getByLabel('Region')).toHaveValue('Kent');
  const created: string[] = [];
  admin.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/user/usergroup')) created.push(request.url());
  });
  await create.dblclick();
  await expect(dialog).toHaveCount(0);
  expect(created).toHaveLength(1);
}

async function changeFields(admin: Page, name: string, renamed: string, center: string): Promise<Locator> {
  const record = admin.getByRole('dialog', { name });
  await record.getByRole('button', { name: 'Edit Analysing center' }).click();
  await record.getByRole('combobox', { name: 'Analysing center' }).fill(center);
  await admin.getByRole('option', { name: center }).click();
  await expect(record.getByText('0 unassigned cases move to the new center')).toBeVisible();
  await record.getByRole('button', { name: 'Save analysing center' }).click();
  await expect(record.getByRole('button', { name: 'Edit Analysing center' })).toBeVisible();
  await record.getByRole('button', { name: 'Edit Name' }).click();
  await record.getByRole('textbox', { name: 'Name' }).fill(renamed);
  await record.getByRole('button', { name: 'Save name' }).click();
  const after = admin.getByRole('dialog', { name: renamed });
  await expect(after.getByText(center)).toBeVisible();
  return after;
}

async function readHistory(admin: Page, record: Locator, name: string, renamed: string): Promise<void> {
  await record.getByRole('button', { name: 'History' }).click();
  const history = admin.getByRole('dialog', { name: `History of ${renamed}` });
  await expect(history.getByLabel(`Before: ${name}`)).toBeVisible();
  await expect(history.getByLabel(`After: ${renamed}`)).toBeVisible();
  await expectAccessible(admin);
  await history.getByRole('button', { name: 'Close' }).click();
}

async function openRecord(admin: Page, name: string): Promise<Locator> {
  await admin.goto(`/admin/institution/list?q=${encodeURIComponent(name)}`);
  await list(admin).getByRole('gridcell', { name, exact: true }).click();
  await admin.keyboard.press('Enter');
  const record = admin.getByRole('dialog', { name });
  await expect(record.getByRole('button', { name: 'Delete institution' })).toBeVisible();
  return record;
}

test('a hospital is registered, changed, read and deleted; one in use names the obstacles', async ({
  world,
}) => {
  const { mark, groups } = world;
  const [name, renamed] = [`Millrace Clinic ${mark}`, `Millrace Hospital ${mark}`];
  const admin = await world.open(world.admin, '/admin/institution/list');
  await createHospital(admin, name, mark);
  const record = await changeFields(admin, name, renamed, groups.center.name);
  await readHistory(admin, record, name, renamed);

  const inUse = await openRecord(admin, groups.hospital.name);
  await inUse.getByRole('button', { name: 'Delete institution' }).click();
  const blocked = admin.getByRole('alertdialog', { name: 'This institution cannot be deleted yet' });
  await expect(blocked).toContainText('Delete error: user exists.');
  await expect(blocked.getByRole('link', { name: 'Show' }).first()).toBeVisible();
  await expectAccessible(admin);
  await blocked.getByRole('button', { name: 'Close' }).click();

  const free = await openRecord(admin, renamed);
  await free.getByRole('button', { name: 'Delete institution' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Delete this institution?' });
  await question.getByRole('button', { name: 'Delete institution' }).click();
  await expect(question).toHaveCount(0);
  await admin.goto(`/admin/institution/list?q=${encodeURIComponent(renamed)}`);
  await expect(admin.getByText('No institutions match')).toBeVisible();
});

/** Opens the dialog and returns the name of the other team. */
async function openTeams(chief: Page, row: Locator): Promise<string> {
  await row.click();
  await row.getByRole('button', { name: 'Actions' }).click();
  await chief.getByRole('menuitem', { name: 'Change team' }).click();
  const other = chief.getByRole('dialog', { name: 'Change team' }).getByRole('strong').first();
  return other.innerText();
}

/** Adds a center whose two teams share its requests. */
async function addCenter(world: World) {
  const center = await world.addGroup('tech_center', '서울 심전도 분석센터');
  const tech_center_id = center.id;
  await world.addGroup('team', '분석 1팀', { tech_center_id, analysis_ratio: 60 });
  await world.addGroup('team', '분석 2팀', { tech_center_id, analysis_ratio: 40 });
  const hospital = await world.addGroup('hospital', '한강병원', { tech_center_id });
  const chief = await world.addPerson('seoul', 'CHIEF', center, '박 서준');
  const doctor = await world.addPerson('hangang', 'DOCTOR', hospital, '김 민지');
  return { center, chief, team: { hospital, doctor, chief } };
}

test('a center sees its teams’ cases beside their shares, and a chief moves a case to the other team', async ({
  world,
}) => {
  const { center, chief: person, team } = await addCenter(world);
  const { hn_id } = await world.addCase({ recording: 'plain', team });
  const admin = await world.open(world.admin, `/admin/institution/list?q=${encodeURIComponent(center.name)}`);
  await list(admin).getByRole('gridcell', { name: center.name, exact: true }).click();
  const preview = admin.getByRole('main').getByRole('button', { name: 'Preview', exact: true });
  if ((await preview.getAttribute('aria-pressed')) !== 'true') await preview.click();
  const shares = admin.getByRole('table', { name: 'Shares of the teams' });
  await expect(shares.getByRole('row', { name: /분석 1팀/ })).toContainText('60');
  await expect(shares.getByRole('row', { name: /분석 2팀/ })).toContainText('40');

  const chief = await world.open(person, '/?view=unassigned');
  const row = caseRows(chief).filter({ hasText: hn_id });
  const offered = await openTeams(chief, row);
  const dialog = chief.getByRole('dialog', { name: 'Change team' });
  await dialog.getByRole('radio', { name: offered }).check();
  await expectAccessible(chief);
  await dialog.getByRole('button', { name: 'Change team' }).click();
  await expect(dialog).toBeHidden();
  await expect(chief.getByText(/: team changed/)).toBeVisible();
  // The list reads the row again afterwards.
  await expect(async () => {
    await chief.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await openTeams(chief, row)).not.toBe(offered);
  }).toPass();
});
