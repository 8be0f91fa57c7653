/** Generates the OpenAPI 3.1 description of the API from the route table. */
import {
  apiBase,
  isBinaryAnswer,
  isJsonAnswer,
  pathParameters,
  type Answer,
  type Route,
} from '@rhythmdesk/contract/route';
import { errorBody } from '@rhythmdesk/contract/errors';
import { summaryOf, webhookSchema, webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import { refusalKinds } from '@rhythmdesk/domain/kit/refusal';
import { z } from 'zod';
import { statusOfKind } from './status.ts';
import { isObject, type JsonObject } from './strict-json.ts';

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: JsonObject;
  /** Absent if the paths begin at the root of the host. */
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: JsonObject;
  readonly components: JsonObject;
};
export type Operation = {
  readonly operationId: string;
  /** The first part of the path, by which pages group the calls. */
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
  readonly security: readonly JsonObject[];
};
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonObject;
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

function parametersOf(row: Route, input: JsonObject, inQuery: boolean): Parameter[] {
  const inPath = pathParameters(row.path);
  const properties = isObject(input['properties']) ? input['properties'] : {};
  const required = Array.isArray(input['required']) ? input['required'] : [];
  const parameters = Object.entries(properties).flatMap(([name, schema]): Parameter[] => {
    const place = inPath.includes(name) ? 'path' : 'query';
    if (place === 'query' && !inQuery) return [];
    const known = isObject(schema) ? schema : {};
    return [{ name, in: place, required: place === 'path' || required.includes(name), schema: known }];
  });
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  };
  return row.idempotent === true ? [...parameters, key] : parameters;
}

function bodySchema(row: Route, input: JsonObject): JsonObject {
  const inPath = pathParameters(row.path);
  const properties = isObject(input['properties']) ? input['properties'] : {};
  const required = Array.isArray(input['required']) ? input['required'] : [];
  return {
    ...input,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(String(name))),
  };
}

function requestBody(row: Route, input: JsonObject): JsonObject | null {
  if (row.upload !== undefined) {
    return { required: true, content: { [row.upload.media_type]: { schema: {} } } };
  }
  if (row.method === 'GET') return null;
  return { content: { 'application/json': { schema: bodySchema(row, input) } } };
}

function answerContent(answer: Answer): JsonObject {
  if (isJsonAnswer(answer)) return { 'application/json': { schema: schemaOf(answer, 'output') } };
  if (isBinaryAnswer(answer)) return { [answer.binary]: { schema: {} } };
  return { 'text/event-stream': { schema: schemaOf(answer.events, 'output') } };
}

/** The responses of refusals, which all calls share. */
const sharedAnswers = Object.fromEntries(
  refusalKinds.map((kind) => [
    kind,
    {
      description: kind,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
    },
  ]),
);

const refusalAnswers = Object.fromEntries(
  refusalKinds.map((kind) => [String(statusOfKind[kind]), { $ref: `#/components/responses/${kind}` }]),
);

function operationOf(name: string, row: Route): Operation {
  const input = schemaOf(row.input, 'input');
  const inQuery = row.method === 'GET' || row.upload !== undefined;
  const body = requestBody(row, input);
  return {
    operationId: name,
    tags: row.path.split('/').slice(0, 1),
    summary: row.summary,
    description: row.allow === 'anyone' ? 'Without a session.' : `Permission: ${row.allow}.`,
    parameters: parametersOf(row, input, inQuery),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [String(row.success ?? 200)]: { description: 'success', content: answerContent(row.output) },
      ...refusalAnswers,
    },
    security: row.allow === 'anyone' ? [] : [{ session: [] }],
  };
}

/** The messages that the product sends to receivers of its events. */
const webhooks = Object.fromEntries(
  webhookTypes.map((type) => [
    type,
    {
      post: {
        summary: summaryOf(type),
        requestBody: { required: true, content: { 'application/json': { schema: webhookSchema(type) } } },
        responses: {
          '2XX': { description: 'accepted' },
          '410': { description: 'gone: nothing more is sent' },
        },
      },
    },
  ]),
);

/** `base_path` is the path under which the product is installed. */
export function openApiOf(table: Readonly<Record<string, Route>>, base_path = ''): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, row] of Object.entries(table)) {
    const path = `${apiBase}${row.path.replace(/:([a-z_]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rhythmdesk', version: '1' },
    ...(base_path === '' ? {} : { servers: [{ url: base_path }] }),
    paths,
    webhooks,
    components: {
      schemas: { error: schemaOf(errorBody, 'output') },
      responses: sharedAnswers,
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}
