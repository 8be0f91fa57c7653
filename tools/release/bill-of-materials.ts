/**
 * Makes the bill of materials of an archive in CycloneDX: what `npm sbom` says about the lock file, reduced to the
 * packages in the archive. The serial number and the time of npm are left out, because two builds of one commit must
 * have the same bytes.
 */
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';
import type { ArchivedPackage } from './list-packages.ts';
import type { NativePart } from './native-parts.ts';
import type { Platform } from './platforms.ts';

const component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).optional(),
});
const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type Bill = z.output<typeof bill>;

/** Describes what has no package: a licence is an id of SPDX, or words. */
function componentOf({ name, version, licence }: NativePart) {
  const named = /\s/.test(licence) ? { name: licence } : { id: licence };
  return {
    'bom-ref': `${name}@${version}`,
    type: name === 'postgresql' ? 'application' : 'library',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
    licenses: [{ license: named }],
  };
}

/** Adds the licence that a package states elsewhere than in its manifest. */
const withLicence = (each: z.output<typeof component>, licence: string | undefined) =>
  each.licenses !== undefined || licence === undefined
    ? each
    : { ...each, licenses: [{ license: { id: licence } }] };

export function reduceBill(
  whole: unknown,
  packages: readonly ArchivedPackage[],
  {
    version,
    platform,
    parts,
  }: { readonly version: string; readonly platform: Platform; readonly parts: readonly NativePart[] },
): Bill {
  const { serialNumber: _serial, metadata: _made, ...rest } = bill.parse(whole);
  const licences = new Map(packages.map((each) => [`${each.name}@${each.version}`, each.license]));
  const kept = new Set(licences.keys());
  const product = `rhythmdesk@${version}`;
  const native = parts.map(componentOf);
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
      [
        ...rest.components
          .filter((each) => kept.has(each['bom-ref']))
          .map((each) => withLicence(each, licences.get(each['bom-ref']))),
        ...native,
      ],
      (each) => each['bom-ref'],
    ),
    dependencies: [
      { ref: product, dependsOn: [...kept, ...native.map((each) => each['bom-ref'])].sort() },
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
  const { code, output, stdout } = await runCaptured('npm', args, { cwd: root });
  if (code !== 0) throw new Error(`npm sbom failed.\n${output}`);
  return JSON.parse(stdout);
}
