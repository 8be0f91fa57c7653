/** The libraries that `readRecording` is given for DICOM and aECG. Import lazily: they weigh more than the page that offers them. */
import type { SourceParsers } from '@rhythmdesk/ecg/formats/read-recording';
import { parseDicom } from './parse-dicom.ts';
import { parseXml } from './parse-xml.ts';

export const sourceParsers: SourceParsers = { dicom: parseDicom, xml: parseXml };
