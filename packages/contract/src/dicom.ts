/** Defines the routes for reports as DICOM objects. */
import { z } from 'zod';
import { rowId, whole } from './fields.ts';
import { defineRoutes } from './route.ts';

const input = z.strictObject({ case_id: rowId, report_version: whole(1).optional() });

export const dicomRoutes = defineRoutes({
  reportDicom: {
    method: 'GET',
    path: 'case/case/:case_id/report/dicom',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the newest released report, or one released version of it, as DICOM object (Encapsulated PDF). A version always has the same UID.',
    input,
    output: { binary: 'application/dicom' },
  },
  reportDicomFiles: {
    method: 'GET',
    path: 'case/case/:case_id/report/dicom/files',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the same report with its strips, each as a DICOM waveform, in a zip. Without the signal, after its retention, it contains the report alone.',
    input,
    output: { binary: 'application/zip' },
  },
});
