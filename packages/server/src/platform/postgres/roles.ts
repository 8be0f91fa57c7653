/**
 * Creates the roles and the database in a running embedded cluster. Every step may be repeated. A step that an earlier
 * start did not finish is done by the next one.
 */
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { Secrets } from './cluster.ts';

const databaseName = 'rhythmdesk';
export const ownerRole = 'rhythmdesk_owner';
export const appRole = 'rhythmdesk_app';

/** The connection parameters of node-postgres. */
export interface Connection {
  host: string;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedConnections {
  superuser: Connection;
  owner: Connection;
  app: Connection;
}

export function connectionsFor(socketFolder: string, secrets: Secrets): EmbeddedConnections {
  const as = (user: string, password: string, database = databaseName) => ({
    host: socketFolder,
    user,
    password,
    database,
  });
  return {
    superuser: as('postgres', secrets.superuser, 'postgres'),
    owner: as(ownerRole, secrets.owner),
    app: as(appRole, secrets.app),
  };
}

async function ensureRole(client: Client, name: string, password: string): Promise<void> {
  const role = escapeIdentifier(name);
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (found.rowCount === 0) await client.query(`create role ${role}`);
  const ways = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await client.query(`alter role ${role} ${ways} password ${escapeLiteral(password)}`);
}

async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`);
  await client.query(`revoke all on database ${databaseName} from public`);
  await client.query(`grant connect on database ${databaseName} to ${appRole}`);
}

/** Creates or updates the roles, their passwords and the database. */
export async function ensureRoles(superuser: Connection, secrets: Secrets): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    await ensureRole(client, ownerRole, secrets.owner);
    await ensureRole(client, appRole, secrets.app);
    await ensureDatabase(client);
  } finally {
    await client.end();
  }
}
