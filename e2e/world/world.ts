/**
 * Makes the world of one journey: institutions, people and cases that no other journey has, and browsers for its
 * people.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import { makeCase, type CaseTeam, type CaseWish, type MadeCase } from './world-cases.ts';
import {
  addGroup,
  addPeople,
  addPerson,
  newMark,
  readProviderHospital,
  startSessionOf,
  type Group,
  type GroupFields,
  type Person,
} from './world-people.ts';
import { pushAnswer, type WorkerServer } from './worker-server.ts';

export type World = Awaited<ReturnType<typeof makeWorld>>;

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Stores a session in the tab, as a sign-in does. */
async function placeSession(page: Page, server: WorkerServer, person: Person): Promise<void> {
  const accessToken = await startSessionOf(server.db, person);
  const { id, user_id: userId, role_key: role, group } = person;
  const user = { accessToken, id, userId, group: group.type, role, phone_number: '', user_group: group.id };
  await page.goto(`${server.origin}/healthz`);
  await page.evaluate((stored) => sessionStorage.setItem('user', stored), JSON.stringify(user));
}

/**
 * Opens blank pages. A page is in a context that other journeys of the worker use before and after, unless it has options
 * that a page cannot change.
 */
function blankPages({ contexts }: WorkerServer, browser: Browser) {
  const lent: BrowserContext[] = [];
  const own: BrowserContext[] = [];
  const openLent = async (): Promise<Page> => {
    const { context, page } = await contexts.lend(browser);
    lent.push(context);
    return page;
  };
  return {
    open: async (options: ContextOptions): Promise<Page> => {
      const { viewport, forcedColors, ...others } = options;
      if (Object.keys(others).length > 0) {
        const context = await browser.newContext(options);
        own.push(context);
        return context.newPage();
      }
      const page = await openLent();
      if (viewport) await page.setViewportSize(viewport);
      if (forcedColors !== undefined) await page.emulateMedia({ forcedColors });
      return page;
    },
    close: async (): Promise<void> => {
      for (const context of own) await context.close();
      for (const context of lent) await contexts.takeBack(context);
    },
  };
}

export async function makeWorld(server: WorkerServer, browser: Browser) {
  const { db } = server;
  const mark = newMark();
  const { groups, people } = await addPeople(db, mark);
  const pages = blankPages(server, browser);
  let serial = 0;
  const newHnId = (): string => `HN${mark}${String((serial += 1)).padStart(3, '0')}`;
  const { doctor, technician, chief } = people;
  const team: CaseTeam = { doctor, technician, chief, hospital: groups.hospital };
  return {
    ...people,
    groups,
    mark,
    db,
    data_folder: server.data_folder,
    /** Returns an HN ID that no case has. */
    newHnId,
    /** Signs a person in, in this page. */
    signIn: (page: Page, person: Person): Promise<void> => placeSession(page, server, person),
    /**
     * Opens an address in a separate browser in which the person is signed in. What a file sets by `test.use` applies there
     * only if `options` contain it too.
     */
    open: async (person: Person, address: string, options: ContextOptions = {}): Promise<Page> => {
      const page = await pages.open(options);
      await placeSession(page, server, person);
      await page.evaluate(([name, value]) => localStorage.setItem(name, value), pushAnswer());
      await page.goto(`${server.origin}${address}`);
      return page;
    },
    /** Creates another institution; its name ends with the mark of this world. */
    addGroup: (type: GroupType, name: string, fields: GroupFields = {}): Promise<Group> =>
      addGroup(db, type, `${name} ${mark}`, fields),
    providerHospital: (): Promise<Group> => readProviderHospital(db),
    /** Creates another account; its id begins with `word`. */
    addPerson: (word: string, role_key: RoleKey, group: Group, name: string): Promise<Person> =>
      addPerson(db, `${word}${mark}`, role_key, group, name),
    addCase: (wish: CaseWish = {}): Promise<MadeCase> =>
      makeCase(db, newHnId(), { ...team, ...wish.team }, wish),
    close: pages.close,
  };
}
