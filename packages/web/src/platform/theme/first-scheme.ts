/**
 * Says which scheme a page has until its user chooses one. Patients have no switch on their pages, so these follow the
 * patient's device; all other pages are light. `public/scheme.js` does the same before the first paint.
 */
const patientPaths: readonly string[] = ['/consent', '/health-link'];

/** `path`: a path of the product. */
export const firstScheme = (path: string): 'light' | 'system' =>
  patientPaths.includes(path.replace(/^(.+)\/$/, '$1')) ? 'system' : 'light';
