/** Lists what the footer of a page opens in a dialog. */
export const footerSubjects = ['licence', 'privacy', 'notices'] as const;
export type FooterSubject = (typeof footerSubjects)[number];
