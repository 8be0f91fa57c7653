/** The report that is made from a reading: as data and as pages, while it is under work. */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { rowId } from './fields.ts';
import { reportDocument } from './report-document.ts';
import { defineRoutes } from './route.ts';

const asked = z.strictObject({ case_id: rowId, language: z.enum(languages) });

export const reportRoutes = defineRoutes({
  reportDocument: {
    method: 'GET',
    path: 'case/case/:case_id/report/document',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'The report of the reading as it stands now, as data. For the center’s people, who may open the recording too; 416 where there is no analysis.',
    input: asked,
    output: reportDocument,
  },
  reportPreview: {
    method: 'GET',
    path: 'case/case/:case_id/report/preview',
    allow: 'file.report',
    audit: 'report.read',
    summary: 'The same as pages (PDF/A-2a, tagged, strips at 25 mm/s and 10 mm/mV).',
    input: asked,
    output: { binary: 'application/pdf' },
  },
});
