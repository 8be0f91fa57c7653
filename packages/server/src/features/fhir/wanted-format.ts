/**
 * Decides in which form an answer of the FHIR interface is sent. `_format` goes before `Accept`. The interface has JSON
 * only, and the pages of a report as they are; whoever wants nothing of that is refused instead of getting what they
 * cannot read.
 */
import { fhirMediaType } from '@rhythmdesk/contract/fhir';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Refusal } from '../../platform/http/refusal.ts';

const pages = 'application/pdf';

/** Returns the forms of a media type that a client may name: with the character set and the version of FHIR. */
const formsOf = (type: string): string[] => [
  type,
  `${type}; charset=utf-8`,
  `${type}; fhirversion=4.0`,
  `${type}; charset=utf-8; fhirversion=4.0`,
];
const json = [fhirMediaType, 'application/json', 'text/json'].flatMap(formsOf);

/** Short names of `_format`. */
const shortNames: Readonly<Record<string, string>> = { json: fhirMediaType };

/** Returns the first of the offered types that a header accepts, or undefined. */
const accepted = (accept: string | undefined, offered: readonly string[]): string | undefined =>
  new Negotiator({ headers: { accept: accept?.trim() === '' ? '*/*' : accept } }).mediaType([...offered]);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the parameters of the answer's form, which change nothing else, and returns `_format`. */
function takeFormat(fields: Fields): string | undefined {
  const { _format } = fields;
  delete fields['_format'];
  // Answers are not indented.
  delete fields['_pretty'];
  if (_format === undefined) return undefined;
  if (typeof _format !== 'string' || _format.length > 100) throw new Refusal('input/answer-type');
  // A plus sign that was not encoded is a space in an address.
  const format = _format.trim().replace(/ (?=json|xml|turtle)/, '+');
  return format === '' ? undefined : (shortNames[format.toLowerCase()] ?? format);
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** Refuses a form where the interface takes JSON: curl sends a body as a form if it is given no other type. */
export function refuseForm(request: FastifyRequest, isSearch: boolean): void {
  if (isForm(request) && !isSearch) throw new Refusal('input/media-type');
}

/** Refuses a request that accepts no answer of the interface. Pages are asked for as they are, or as a resource. */
export function negotiateFormat(request: FastifyRequest, hasPages: boolean): void {
  const { query, body, headers } = request;
  const formats = [query, ...(isForm(request) ? [body] : [])].filter(isFields).map(takeFormat);
  const format = formats.find((each) => each !== undefined);
  const wanted = accepted(format ?? headers.accept, hasPages ? [pages, ...json] : json);
  if (wanted === undefined) throw new Refusal('input/answer-type');
  // The links to further pages of a search repeat what was asked for.
  const isAsked = hasPages ? wanted !== pages : format !== undefined;
  if (isAsked && isFields(query)) query['_format'] = fhirMediaType;
}
