/**
 * Orders names as the language of the caller does. The collations are those of migration 0105; every list by name has an
 * index for each of them.
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

const collations = {
  en: sql.raw('names_en'),
  ja: sql.raw('names_ja'),
  ko: sql.raw('names_ko'),
  zh: sql.raw('names_zh'),
} as const satisfies Record<Language, SQL>;

export const nameOrder = (name: SQLWrapper, language: Language): SQL =>
  sql`${name} collate ${collations[language]}`;
