/** Connects the interfaces to other systems: partners, DICOM, FHIR, SMART and links for patients. */
import { fhirBase } from '@rhythmdesk/contract/fhir';
import type { FastifyInstance } from 'fastify';
import { readReport } from '../features/cases/case-files.ts';
import { performAction } from '../features/cases/perform-action.ts';
import { fhirHandlers } from '../features/fhir/handlers.ts';
import {
  healthLinkHandlers,
  healthLinkViewerHandlers,
  serveHealthLinks,
} from '../features/fhir/health-links/handlers.ts';
import type { HealthLinkDependencies } from '../features/fhir/health-links/health-link-dependencies.ts';
import { serveFhir } from '../features/fhir/serve-fhir.ts';
import { pacsHandlers } from '../features/integration/dicom/change-pacs.ts';
import { dicomHandlers } from '../features/integration/dicom/handlers.ts';
import { ledgerHandlers, partnerHandlers } from '../features/integration/handlers.ts';
import type { ReceivingDependencies } from '../features/integration/integration-dependencies.ts';
import { webhookHandlers } from '../features/integration/webhook/handlers.ts';
import { serveSmart, smartHandlers } from '../features/people/keys/serve-smart.ts';
import { systemChance } from '../platform/chance/chance.ts';
import type { BindOptions } from '../platform/http/bind-routes.ts';
import type { Platform } from './open-platform.ts';
import { reportTitle, webhookDependencies } from './open-webhooks.ts';

/** Signed requests of programs name this address; without a known one there is none. */
export const tokenEndpointOf = ({ PUBLIC_URL }: Platform['config']): string | null =>
  PUBLIC_URL === undefined ? null : `${PUBLIC_URL}${fhirBase}token`;

function fhirOf({ db, files, clock, config }: Platform, { act }: ReceivingDependencies) {
  return fhirHandlers({
    ...{ db, clock, act },
    base: `${config.PUBLIC_URL ?? ''}${fhirBase}`,
    token_endpoint: tokenEndpointOf(config),
    readReport: (caller, input) => readReport(db, files, caller, input),
  });
}

function healthLinkDependencies({ db, clock, files, mail, config }: Platform): HealthLinkDependencies {
  const public_url = config.PUBLIC_URL ?? null;
  return { db, clock, files, oneTime: mail.oneTime, public_url, fhir_base: `${public_url ?? ''}${fhirBase}` };
}

/** Orders of other systems act on cases as their users would. */
function receivingDependencies({ db, clock, config }: Platform): ReceivingDependencies {
  const { BILLING_TIME_ZONE: billing_time_zone } = config;
  return {
    ...{ db, clock },
    act: (tx, action, body, context) =>
      performAction(tx, action, body, {
        ...context,
        billing_time_zone,
        password: 'absent',
        chance: systemChance(),
      }),
  };
}

/** Returns handlers of the API, and binds the interfaces that have addresses of their own. */
export function composeSystems(platform: Platform) {
  const { db, clock, files, config, log } = platform;
  const receiving = receivingDependencies(platform);
  const webhooks = webhookDependencies(platform);
  const links = healthLinkDependencies(platform);
  return {
    receiving,
    handlers: {
      ...healthLinkHandlers(links),
      ...partnerHandlers(receiving),
      ...dicomHandlers({ db, files, titleOf: reportTitle }),
      ...webhookHandlers(webhooks),
      ...pacsHandlers(webhooks),
      ...ledgerHandlers(db),
    },
    serve: (app: FastifyInstance, binding: BindOptions): void => {
      serveFhir(app, fhirOf(platform, receiving), binding);
      serveSmart(app, smartHandlers({ db, clock, log, token_endpoint: tokenEndpointOf(config) }), binding);
      serveHealthLinks(app, healthLinkViewerHandlers(links), binding);
    },
  };
}
