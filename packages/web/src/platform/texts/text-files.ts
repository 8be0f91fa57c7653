/** Lists the files of all texts: `./<language>/<namespace>.ts`, each loaded when first needed. */
export type Texts = Readonly<Record<string, string>>;

export const files = import.meta.glob<Texts>('./*/*.ts', { import: 'texts' });
