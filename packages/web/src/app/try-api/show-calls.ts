/**
 * Renders one area of the API's description by Swagger UI, which asks no server but this one. The whole description has
 * a megabyte, which the library needs seconds to read. A call carries the API key that the caller entered, otherwise the
 * token of the session.
 */
import 'swagger-ui-dist/swagger-ui.css';
import { apiBase } from '@rhythmdesk/contract/route';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { z } from 'zod';
import { asNetworkFault, errorWithoutAnswer } from '../../platform/client/api-error.ts';
import { currentToken } from '../../platform/session/session-state.ts';
import { browserAddress } from '../../platform/address/base-path.ts';

const operation = z.looseObject({ tags: z.array(z.string()) });
const description = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });
export type Description = z.output<typeof description>;

type Sent = { headers: Record<string, string> };

/** Throws an `ApiError`, as a call does. */
export async function readDescription(): Promise<Description> {
  const answer = await fetch(browserAddress(`${apiBase}openapi.json`)).catch((error: unknown) => {
    throw asNetworkFault(error);
  });
  const read: unknown = await answer.json().catch(() => null);
  const parsed = description.safeParse(read);
  if (parsed.success) return parsed.data;
  throw errorWithoutAnswer('network/unreadable');
}

/** Returns the areas in their order of the alphabet. */
export const areasOf = ({ paths }: Description): string[] => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [...new Set(operations.flatMap(({ tags }) => tags))].sort();
};

/** Returns the description with the calls of one area; each area has paths of its own. */
export function partOf({ webhooks: _webhooks, paths, ...rest }: Description, area: string) {
  const own = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some(({ tags }) => tags.includes(area)),
  );
  return { ...rest, paths: Object.fromEntries(own) };
}

/** Adds the token of the session unless an API key was entered. */
export function withSession<Request extends Sent>(request: Request, token = currentToken()): Request {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if (token === undefined || names.includes('authorization')) return request;
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

export function showCalls(place: HTMLElement, spec: object): void {
  SwaggerUI({
    ...{ domNode: place, spec, docExpansion: 'list', defaultModelsExpandDepth: -1 },
    ...{ tryItOutEnabled: true, persistAuthorization: false },
    // Otherwise the library asks a server outside.
    validatorUrl: null,
    requestInterceptor: (request: Sent) => withSession(request),
  });
}
