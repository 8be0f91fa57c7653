/**
 * Defines the settings of the demo. It listens on this machine only unless HOST says otherwise, and never uses the
 * database, the data directory or the mail server of a real installation, because it contains invented patients and
 * people.
 */
import { resolve } from 'node:path';

const ofRealInstallations = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATA_DIR', 'MAIL_URL'];

export function demoEnvironment(given: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(given).filter(([name]) => !ofRealInstallations.includes(name));
  const port = given['PORT'] ?? '8080';
  const host = given['HOST'] ?? '127.0.0.1';
  return {
    SUPPORT_EMAIL: 'support@rhythmdesk.example',
    SUPPORT_PHONE: '+81 3-0000-0000',
    MAIL_FROM: 'no-reply@rhythmdesk.example',
    COMPANY_ADDRESS: '1-2-3 Toranomon, Minato-ku, Tokyo',
    // All users of the demo sign in as the same few people.
    SESSIONS_PER_USER: '100',
    ...Object.fromEntries(kept),
    HOST: host,
    PORT: port,
    DATA_DIR: resolve(folder),
    DEMO: 'true',
    PUBLIC_URL: demoOrigin(host, port),
    API_ORIGIN: demoOrigin(host, port),
  };
}

/** Returns the address for a browser on this machine. */
export function demoOrigin(host: string, port: string): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
