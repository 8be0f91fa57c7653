/**
 * Joins the libraries that `readRecording` needs for DICOM and aECG. Import this module lazily: the libraries are
 * larger than the page that offers them.
 */
import type { SourceParsers } from '@rhythmdesk/ecg/formats/read-recording';
import { parseDicom } from './parse-dicom.ts';
import { parseXml } from './parse-xml.ts';

export const sourceParsers: SourceParsers = { dicom: parseDicom, xml: parseXml };
