/** Starts the web part: every route with its handler, the pages, and a stop that loses no response. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedFirst, refusedLast } from '@rhythmdesk/contract/load-classes';
import { routes, type RouteName } from '@rhythmdesk/contract/routes';
import type { FastifyInstance } from 'fastify';
import { limitedSessions } from '../features/people/handlers.ts';
import { noteShownReadings } from '../records/readings/shown-readings.ts';
import { makeIdentify } from '../features/people/identify.ts';
import { uploadUrl } from '../features/uploads/receive-bytes.ts';
import { serveUploads } from '../features/uploads/tus-routes.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { isLoopback } from '../platform/config/loopback.ts';
import { basePathOf } from '../platform/config/site-address.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { bindRoutes } from '../platform/http/bind-routes.ts';
import { drainable } from '../platform/http/draining.ts';
import { EventStreams } from '../platform/http/event-stream.ts';
import { scrubProgress } from '../platform/files/scrub-store.ts';
import { isBucketAway, waitingTotal } from '../platform/files/waiting-rows.ts';
import { stopServer } from '../platform/http/graceful-stop.ts';
import { listenOnSockets } from '../platform/http/listening-sockets.ts';
import { makeHttpServer } from '../platform/http/http-server.ts';
import { admitUnder, type Level } from '../platform/http/overload.ts';
import { serveOperations, type OperationState } from '../platform/http/operations.ts';
import { storageTroubles, type Troubles } from '../platform/http/troubles.ts';
import { Places } from '../platform/http/places.ts';
import { servePages } from '../platform/http/pages.ts';
import { refuseWhileAway } from '../platform/http/refuse-while-away.ts';
import { ResumableBodies } from '../platform/http/resumable-bodies.ts';
import { watchLoad, type LoadWatch } from '../platform/http/watch-load.ts';
import { outboxFolder } from '../platform/mail/outbox.ts';
import { serveDemoOutbox } from '../platform/mail/demo-outbox.ts';
import { refuseOtherBillingZone } from './billing-zone.ts';
import { closeInTurn } from './close-in-turn.ts';
import { compose } from './compose.ts';
import { openHl7 } from './open-hl7.ts';
import { openHttps, type OpenHttps } from './open-https.ts';
import { openRedirect } from './open-redirect.ts';
import type { Platform } from './open-platform.ts';
import { replicaRoutes } from './replica-routes.ts';
import { speaksUnencrypted } from './unencrypted.ts';
import type { CertificateWatches } from './watch-certificate.ts';

const pagesFolder = path.join(import.meta.dirname, '../../../web/dist');

export type WebPart = {
  /** Where it listens, as a URL. */
  readonly address: string;
  /** What `/readyz` reports. */
  readonly troubles: Troubles;
  readonly stop: () => Promise<void>;
};

export type WebOptions = {
  /** If true, a response with a field that its route does not define is a fault: for tests and development. */
  readonly strictAnswers: boolean;
  readonly pages?: string | null;
  /** Prints the report of an opened case ahead, so that the first one is shown sooner. */
  readonly warmsReports?: boolean;
  /** Refuses nothing because of load: for tests, whose machine may be as busy as it is. */
  readonly servesAll?: boolean;
  /** How often the files of the certificate are read. */
  readonly certificateLookMs?: number;
  /** Ends the time of draining; without it that is after DRAIN_SECONDS. */
  readonly drained?: Promise<void>;
};

function warnUnencrypted({ config, log }: Platform, address: string): void {
  if (config.TRUST_PROXY === true && !isLoopback(config.HOST))
    log.warn({ address }, 'TRUST_PROXY=true trusts every machine that reaches this port; list your proxies');
  if (!speaksUnencrypted(config)) return;
  log.warn(
    { address },
    'other machines are answered without encryption; see docs/operating.md, “Encryption”',
  );
}

const refusedAt: Readonly<Record<Level, string>> = {
  0: 'no longer overloaded: everything is served',
  1: 'overloaded: exports, statistics and new analyses are refused',
  2: 'overloaded: everything but reading and signing in is refused',
  3: 'overloaded: reading and signing in are refused too',
};

/** Routes of the signal, which pages request by the hundred. */
const signalRows: ReadonlySet<string> = new Set(['tile', 'tiles'] satisfies RouteName[]);

function watchOverload({ pool, watch, log }: Platform, places: Places): LoadWatch {
  const onLevel = (level: Level, wait_ms: number): void => {
    if (level === 0) log.info({ wait_ms }, refusedAt[level]);
    else log.warn({ wait_ms }, refusedAt[level]);
  };
  return watchLoad({ pool, isAway: watch.isAway, furtherWaitMs: () => places.waitMs, onLevel });
}

/** Returns the watch of the load, and what the routes do under it. */
function limitLoad(platform: Platform, { servesAll = false }: WebOptions) {
  const { metrics } = platform;
  const places = new Places(platform.config.DATABASE_CONNECTIONS);
  const load = watchOverload(platform, places);
  const admit = admitUnder(load.level, { refusedFirst, refusedLast }, metrics.refused);
  metrics.addSource(() => [{ name: 'rhythmdesk_overload_level', value: load.level() }]);
  return { load, limits: { inPlaces: { rows: signalRows, places }, ...(servesAll ? {} : { admit }) } };
}

const operationState = ({ db, replica }: Platform, troublesOf: Troubles): OperationState => ({
  troublesOf,
  verifiedPercent: () => scrubProgress(db),
  waitingFiles: () => inScope(everything, () => waitingTotal(db)),
  replica: () => replica?.figures() ?? null,
});

type WebState = { readonly isStopping: () => boolean; readonly load: LoadWatch };

const webTroubles =
  (
    { troubles, db, config }: Platform,
    { folderState, freeBytes }: UploadDependencies,
    { isStopping, load }: WebState,
  ): Troubles =>
  async (prove) => [
    ...(isStopping() ? (['stopping'] as const) : []),
    ...(load.level() > 0 ? (['overloaded'] as const) : []),
    ...(await troubles(prove)),
    ...(prove && (await isBucketAway(db).catch(() => false)) ? (['bucket-away'] as const) : []),
    ...(await storageTroubles(folderState, freeBytes, config.DISK_FLOOR_BYTES)),
  ];

const makeServer = ({ config, log, metrics }: Platform, https: OpenHttps | null) =>
  makeHttpServer({
    ...{ log, trustProxy: config.TRUST_PROXY, secure: https?.servers ?? null, metrics },
    basePath: basePathOf(config.PUBLIC_URL),
  });

type WebPorts = {
  /** With the scheme that the server speaks. */
  readonly address: string;
  /** Ends what the server itself does not close. */
  readonly stop: () => Promise<unknown>;
};

async function openWebPorts(
  platform: Platform,
  app: FastifyInstance,
  https: OpenHttps | null,
  troublesOf: Troubles,
): Promise<WebPorts> {
  const { HOST: host, PORT: port } = platform.config;
  const schemed = (text: string) => (https === null ? text : text.replace(/^http:/, 'https:'));
  const words = (text: string) => `Server listening at ${schemed(text)}`;
  const address = schemed(await listenOnSockets(app, { host, port }, words));
  const redirect = await openRedirect(platform, troublesOf);
  warnUnencrypted(platform, address);
  return { address, stop: () => Promise.all([https?.watch.stop(), redirect?.stop()]) };
}

export async function startWeb(
  platform: Platform,
  uploads: UploadDependencies,
  options: WebOptions,
): Promise<WebPart> {
  const { audit, config, db, clock, metrics } = platform;
  await refuseOtherBillingZone(db, config);
  const https = await openHttps(platform, options.certificateLookMs);
  const certificates: CertificateWatches = { https: https?.watch ?? null, hl7: null };
  const { people, live, handlers, systems } = await compose(platform, uploads, { ...options, certificates });
  const streams = new EventStreams();
  metrics.addSource(() => [{ name: 'rhythmdesk_event_streams', value: streams.size }]);
  const app = await makeServer(platform, https);
  const drain = drainable(app);
  const bodies = new ResumableBodies();
  bodies.watch(app, uploadUrl);
  refuseWhileAway(app, platform.watch);
  const { load, limits } = limitLoad(platform, options);
  const identify = makeIdentify(db, people.session, clock);
  let stopping = false;
  const binding = {
    ...{ db, clock, audit, identify },
    beforeAnswer: noteShownReadings(db),
    ...limitedSessions,
    strictAnswers: options.strictAnswers,
    fromReplica: replicaRoutes,
    streams,
    ...limits,
  };
  bindRoutes(app, routes, handlers, binding);
  systems.serve(app, binding);
  serveUploads(app, uploads, identify, { clock, audit });
  const { support_email } = people.site;
  const contact = support_email === '' ? null : { email: support_email, now: clock.now };
  const troublesOf = webTroubles(platform, uploads, { isStopping: () => stopping, load });
  const base_path = basePathOf(config.PUBLIC_URL);
  serveOperations(app, routes, operationState(platform, troublesOf), contact, base_path);
  if (config.DEMO) serveDemoOutbox(app, outboxFolder(config.DATA_DIR));
  const pages = options.pages === undefined ? pagesFolder : options.pages;
  await servePages(app, pages, { settings: people.site, origins: platform.push.origins, base_path });
  const ports = await openWebPorts(platform, app, https, troublesOf);
  const hl7 = await openHl7(platform, systems.receiving, options.certificateLookMs);
  certificates.hl7 = hl7?.watch ?? null;
  return {
    address: ports.address,
    troubles: troublesOf,
    stop: async () => {
      stopping = true;
      drain();
      await closeInTurn([
        () => hl7?.stop(),
        () => options.drained ?? sleep(config.DRAIN_SECONDS * 1000),
        ports.stop,
        () => Promise.resolve(live.stop()),
        () => stopServer(app, streams, config.STOP_SECONDS * 1000, bodies),
        // Another server continues what was cut, once it is in the bucket.
        () =>
          Promise.race([uploads.disk?.idle(), sleep(config.STOP_SECONDS * 1000, undefined, { ref: false })]),
        load.stop,
      ]);
    },
  };
}
