/**
 * Registers the demo's partners at an institution by the product's own API, as an administrator would. A partner of an
 * earlier start is changed instead of added, so that the demo's institution has each once.
 */
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { routes } from '@rhythmdesk/contract/routes';
import { makeClient, type Client } from '@rhythmdesk/web/platform/client/client';
import { demoGroups, demoPassword } from '../demo/demo-people.ts';
import { fhirPartnerScopes, type FhirPartner } from './fhir-partner.ts';
import { hospitalSystem } from './hl7-partner.ts';

const hl7Name = 'Demo HIS (HL7 v2)';
const webhookName = 'Demo webhook receiver';
const clientName = 'Demo FHIR client';
const keyName = 'Demo recorder';

/** The institution whose systems the partners are. */
const hospitalName = demoGroups.find(({ key }) => key === 'minato')?.name ?? '';
const administrator = 'demoadmin';
/** In whose name orders create cases. */
const doctor = 'demodoctor';

export type PartnerPlaces = {
  readonly result_port: number;
  readonly webhook_url: string;
};

/** What only the product can tell a partner. */
export type Registered = {
  readonly webhook_secret: string;
  readonly client_id: string;
  readonly api_key: string;
};

/** Returns a client in which this person of the demo is signed in. */
export async function signInTo(origin: string, user_id = administrator): Promise<Client> {
  const session: { token?: string } = {};
  const client = makeClient({
    fetch: (path, init) => fetch(new URL(path instanceof Request ? path.url : path, origin), init),
    routes,
    token: () => session.token,
    language: () => 'en',
    sessionEnded: () => undefined,
  });
  session.token = (await client.call('login', { user_id, password: demoPassword })).token;
  return client;
}

async function registerHl7(
  client: Client,
  hospital_id: number,
  { result_port }: PartnerPlaces,
): Promise<void> {
  const { items } = await client.call('partners', {});
  const known = items.find(({ name, hospital }) => name === hl7Name && hospital.id === hospital_id);
  const body = {
    ...{ name: hl7Name, active: true, sends_results: true, takes_orders: true, acting_user: doctor },
    settings: hl7Settings.parse({
      ...{ host: '127.0.0.1', port: result_port, from_addresses: ['127.0.0.1'] },
      their_application: hospitalSystem.application,
      their_facility: hospitalSystem.facility,
    }),
  };
  if (known === undefined) await client.call('createPartner', { hospital_id, channel: 'hl7', ...body });
  else {
    const { partner_id, version } = known;
    await client.call('changePartner', { partner_id, version, ...body });
  }
}

async function registerWebhook(client: Client, hospital_id: number, url: string): Promise<string> {
  const { items } = await client.call('partners', {});
  const known = items.find(({ name, hospital }) => name === webhookName && hospital.id === hospital_id);
  const events = ['case.requested', 'report.released', 'report.corrected', 'case.closed'] as const;
  const settings = { url, events: [...events], with_results: true, ca: '' };
  const body = { name: webhookName, active: true, settings };
  if (known === undefined) return (await client.call('createWebhook', { hospital_id, ...body })).secret;
  const { partner_id, version } = known;
  await client.call('changeWebhook', { partner_id, version, ...body });
  return (await client.call('replaceWebhookSecret', { partner_id, overlap_hours: 0 })).secret;
}

async function registerClient(client: Client, id: number, { jwk }: FhirPartner): Promise<string> {
  const jwks = { keys: [jwk] };
  const { items } = await client.call('smartClients', { id });
  const known = items.find(({ name, revoked_at }) => name === clientName && revoked_at === null);
  if (known === undefined) {
    const scopes = [...fhirPartnerScopes];
    return (await client.call('createSmartClient', { id, name: clientName, scopes, jwks })).client_id;
  }
  const { smart_client_id, client_id } = known;
  await client.call('changeSmartClientKeys', { id, smart_client_id, jwks });
  return client_id;
}

/** Returns the secret of a key that uploads recordings. */
async function registerKey(client: Client, id: number): Promise<string> {
  const { items } = await client.call('apiKeys', { id });
  const known = items.find(
    ({ name, state }) => name === keyName && (state === 'valid' || state === 'expiring'),
  );
  if (known !== undefined) {
    const { key_id } = known;
    return (await client.call('rotateApiKey', { id, key_id, days: 30, overlap_hours: 0 })).secret;
  }
  const scopes: ('case.create' | 'case.request')[] = ['case.create', 'case.request'];
  return (await client.call('createApiKey', { id, name: keyName, scopes, days: 30 })).secret;
}

export async function registerPartners(
  client: Client,
  fhir: FhirPartner,
  places: PartnerPlaces,
): Promise<Registered> {
  const { items } = await client.call('userGroups', { q: hospitalName });
  const hospital = items.find(({ name }) => name === hospitalName);
  if (hospital === undefined) throw new Error(`the demo has no ${hospitalName}`);
  await registerHl7(client, hospital.id, places);
  return {
    webhook_secret: await registerWebhook(client, hospital.id, places.webhook_url),
    client_id: await registerClient(client, hospital.id, fhir),
    api_key: await registerKey(client, hospital.id),
  };
}
