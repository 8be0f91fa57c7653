/**
 * Plays a FHIR client that signs in by SMART backend services: it has a key pair of its own, asks for a token with a
 * signed request, and reads a report with its observations.
 */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import type { PartnerLog } from './partner-log.ts';

const configuration = z.object({ token_endpoint: z.string() });
const tokenAnswer = z.object({ access_token: z.string() });
const report = z.object({ resourceType: z.literal('DiagnosticReport'), status: z.string() });
const found = z.object({ entry: z.array(z.unknown()).default([]) });

const scope = 'system/DiagnosticReport.rs system/Observation.rs';
export const fhirPartnerScopes = ['system/DiagnosticReport.rs', 'system/Observation.rs'] as const;

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export class FhirPartner {
  readonly jwk: JWK & { kty: string; kid: string };
  readonly #pair: KeyPair;
  readonly #base: string;
  readonly #log: PartnerLog;
  #client_id = '';

  private constructor(base: string, log: PartnerLog, pair: KeyPair, jwk: JWK) {
    this.#base = base;
    this.#log = log;
    this.#pair = pair;
    this.jwk = { ...jwk, kty: jwk.kty ?? 'EC', kid: 'demo', alg: 'ES384', use: 'sig' };
  }

  static async make(origin: string, log: PartnerLog): Promise<FhirPartner> {
    const pair = await generateKeyPair('ES384');
    return new FhirPartner(`${origin}/fhir/R4`, log, pair, await exportJWK(pair.publicKey));
  }

  /** Sets the id that the product gave to the client. */
  registeredAs(client_id: string): void {
    this.#client_id = client_id;
  }

  async #token(): Promise<string> {
    const smart = await fetch(`${this.#base}/.well-known/smart-configuration`);
    const { token_endpoint } = configuration.parse(await smart.json());
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES384', kid: this.jwk.kid })
      .setIssuer(this.#client_id)
      .setSubject(this.#client_id)
      .setAudience(token_endpoint)
      .setJti(randomUUID())
      .setExpirationTime('2m')
      .sign(this.#pair.privateKey);
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const form = { grant_type: 'client_credentials', scope, client_assertion_type: type };
    const body = new URLSearchParams({ ...form, client_assertion: assertion });
    const answer = await fetch(token_endpoint, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`no token: ${String(answer.status)} ${text}`);
    return tokenAnswer.parse(JSON.parse(text)).access_token;
  }

  /** Reads the report of a case and its observations, and records both. A fault is recorded too. */
  async readReport(case_id: number): Promise<void> {
    try {
      const headers = { authorization: `Bearer ${await this.#token()}` };
      const ask = async (path: string): Promise<unknown> => {
        const answer = await fetch(`${this.#base}/${path}`, { headers });
        const body: unknown = await answer.json();
        if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${JSON.stringify(body)}`);
        return body;
      };
      const read = await ask(`DiagnosticReport/${String(case_id)}`);
      const observations = await ask(`Observation?patient=${String(case_id)}&_count=100`);
      const count = found.parse(observations).entry.length;
      const title = `DiagnosticReport ${String(case_id)} ${report.parse(read).status}, ${String(count)} Observations`;
      this.#log.add('fhir', title, JSON.stringify([read, observations], null, 2));
    } catch (fault) {
      this.#log.add('fhir', `case ${String(case_id)} was not read`, String(fault));
    }
  }
}
