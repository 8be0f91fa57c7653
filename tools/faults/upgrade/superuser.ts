/** Connects to the embedded database of a running installation as its superuser, who sees every row. */
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { Client } from 'pg';

export async function openEverything<Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const connections = await findRunningEmbedded(dataDir);
  if (connections === null) throw new Error('no embedded database runs');
  const client = new Client({ ...connections.superuser, database: connections.app.database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
