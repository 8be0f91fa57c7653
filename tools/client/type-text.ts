/**
 * Writes a JSON schema (draft 2020-12, as zod makes it) as a TypeScript type. What the type system cannot say, such as a
 * pattern or a length, is left out; an unknown keyword never makes a type narrower than its schema.
 */
import { isObject, type JsonObject } from '@rhythmdesk/server/platform/http/strict-json';

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const literal = (value: unknown): string => JSON.stringify(value);
export const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

/** Returns a union, each part once. */
const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ');
const inBrackets = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

function objectText(schema: JsonObject, unsure: Resolve): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = listed(schema['required']);
  const fields = Object.entries(properties).map(
    ([name, value]) => `${propertyName(name)}${required.includes(name) ? '' : '?'}: ${textOf(value, unsure)}`,
  );
  const more = schema['additionalProperties'];
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  if (isObject(more)) {
    const names = isObject(schema['propertyNames']) ? listed(schema['propertyNames']['enum']) : [];
    const record = `Record<${names.length === 0 ? 'string' : union(names.map(literal))}, ${textOf(more, unsure)}>`;
    return names.length > 0 && required.length === 0 ? `Partial<${record}>` : record;
  }
  return more === false ? 'Record<string, never>' : 'Record<string, unknown>';
}

function arrayText(schema: JsonObject, resolve: Resolve): string {
  const fixed = listed(schema['prefixItems']).map((item) => textOf(item, resolve));
  const rest = isObject(schema['items']) ? textOf(schema['items'], resolve) : null;
  if (fixed.length > 0)
    return `[${[...fixed, ...(rest === null ? [] : [`...${inBrackets(rest)}[]`])].join(', ')}]`;
  return rest === null ? 'unknown[]' : `${inBrackets(rest)}[]`;
}

type Resolve = (reference: string) => string;

function textOf(given: unknown, resolve: Resolve): string {
  if (!isObject(given)) return 'unknown';
  if (typeof given['$ref'] === 'string') return resolve(given['$ref']);
  if ('const' in given) return literal(given['const']);
  if (Array.isArray(given['enum'])) return union(given['enum'].map(literal));
  const choices = [...listed(given['anyOf']), ...listed(given['oneOf'])];
  if (choices.length > 0) return union(choices.map((choice) => textOf(choice, resolve)));
  const all = listed(given['allOf']);
  if (all.length > 0) return all.map((part) => inBrackets(textOf(part, resolve))).join(' & ');
  const types = Array.isArray(given['type']) ? given['type'] : [given['type']];
  return union(
    types.map((type) => {
      if (type === 'object') return objectText(given, resolve);
      if (type === 'array') return arrayText(given, resolve);
      return simple[String(type)] ?? 'unknown';
    }),
  );
}

/** Returns the type of a schema; a schema that refers to a part of itself is `unknown` there. */
export const typeText = (schema: unknown): string => textOf(schema, () => 'unknown');
