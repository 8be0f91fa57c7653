/** Defines the routes for reports as DICOM objects. */
import { z } from 'zod';
import { rowId, whole } from './fields.ts';
import { defineRoutes } from './route.ts';

export const dicomRoutes = defineRoutes({
  reportDicom: {
    method: 'GET',
    path: 'case/case/:case_id/report/dicom',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the newest released report, or one released version of it, as DICOM object (Encapsulated PDF). A version always has the same UID.',
    input: z.strictObject({ case_id: rowId, report_version: whole(1).optional() }),
    output: { binary: 'application/dicom' },
  },
});
