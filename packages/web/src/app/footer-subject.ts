/** Lists what the footer of a page opens in a dialog. */
export const footerSubjects = ['licence', 'privacy', 'notices'] as const;
/** The release notes open from the version. */
export type FooterSubject = (typeof footerSubjects)[number] | 'releases';
