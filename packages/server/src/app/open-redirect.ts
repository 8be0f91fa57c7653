/** Opens the port that redirects unencrypted requests to the encrypted address, if the settings name one. */
import type { OpenPort } from '../platform/http/listen.ts';
import { openRedirectPort } from '../platform/http/redirect-port.ts';
import type { Troubles } from '../platform/http/troubles.ts';
import type { Platform } from './open-platform.ts';

/** Returns null if no port is set. */
export async function openRedirect(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  troubles: Troubles,
): Promise<OpenPort | null> {
  const { HOST: host, HTTP_REDIRECT_PORT: port, PUBLIC_URL: public_url } = config;
  if (port === undefined || public_url === undefined) return null;
  const onFault = (fault: unknown): void => log.warn({ err: fault }, 'a redirection failed');
  const opened = await openRedirectPort({ host, port, public_url, troubles }, onFault);
  log.info({ port: opened.port }, 'requests without encryption are redirected');
  return opened;
}
