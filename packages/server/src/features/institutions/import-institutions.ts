/** Imports institutions from a spreadsheet: all of them, or none if one is refused. */
import type { importRoutes, InstitutionLine } from '@rhythmdesk/contract/imports';
import { institutionRoutes } from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { groupTypes } from '@rhythmdesk/domain/people/roles';
import type { Db, Tx } from '../../platform/db/database.ts';
import { readInput } from '../../platform/http/read-input.ts';
import { importRows } from '../../platform/spreadsheet/import-rows.ts';
import { RowFaults } from '../../platform/spreadsheet/row-faults.ts';
import { findGroup } from '../../records/people/find-group.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { insertInstitution } from './create-institution.ts';
import { institutionWords } from './export-texts.ts';
import type { Change } from './lock-institution.ts';

/**
 * Finds a type of institution by its key or its name in any of the languages; other text is returned unchanged and
 * checked later.
 */
function typeOf(written: string): string {
  const word = written.toLowerCase();
  const found = groupTypes.find(
    (type) =>
      type === word.replace(' ', '_') ||
      languages.some((language) => institutionWords[language].types[type].toLowerCase() === word),
  );
  return found ?? written;
}

async function centerNamed(tx: Tx, name: string): Promise<number> {
  const center = await findGroup(tx, name);
  if (center === null) throw refuseField('group/reference', 'tech_center_id');
  return center;
}

/** Converts a line to the payload of a new institution; every faulty cell of the line is refused at once. */
async function payloadOf(tx: Tx, line: InstitutionLine) {
  const { type = '', tech_center = '', ...rest } = line;
  const said = Object.entries(rest).filter(([, value]) => (value ?? '').trim() !== '');
  const faults = new RowFaults();
  const center =
    tech_center.trim() === '' ? undefined : await faults.check(() => centerNamed(tx, tech_center.trim()));
  const body = {
    ...Object.fromEntries(said),
    ...(type.trim() === '' ? {} : { type: typeOf(type.trim()) }),
    ...(center === undefined ? {} : { tech_center_id: center }),
  };
  const route = institutionRoutes.createInstitution;
  const read = () => readInput(route, route.input, { params: {}, query: {}, body });
  const input = await faults.check(read);
  faults.refuse();
  return input ?? read();
}

export async function importInstitutions(
  db: Db,
  { dry_run, rows }: ParsedOf<typeof importRoutes.importInstitutions>,
  change: Change,
  language: Language,
) {
  const write = async (tx: Tx, line: InstitutionLine): Promise<void> => {
    await insertInstitution(tx, await payloadOf(tx, line), change);
  };
  return importRows(db, rows, write, {
    trial: dry_run,
    act: 'institution.import',
    language,
    columns: { tech_center_id: 'tech_center' },
  });
}
