/**
 * Parses DICOM bytes into elements for `ecg/formats/dicom-waveform`, with dicom-parser. It needs no DOM document, so it
 * runs in workers and Node too.
 */
import type { DicomItem } from '@rhythmdesk/ecg/formats/dicom-item';
import dicomParser, { type DataSet } from 'dicom-parser';

function itemOf(set: DataSet, bytes: Uint8Array): DicomItem {
  const element = (tag: string) => set.elements[`x${tag}`];
  return {
    bytes: (tag) => {
      const found = element(tag);
      if (found === undefined || found.hadUndefinedLength === true) return null;
      return bytes.subarray(found.dataOffset, found.dataOffset + found.length);
    },
    items: (tag) =>
      (element(tag)?.items ?? []).flatMap(({ dataSet }) =>
        dataSet === undefined ? [] : [itemOf(dataSet, bytes)],
      ),
  };
}

/** Implicit and explicit little-endian, of which a file without a preamble is one. */
const syntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'];

/** Returns the file's data set, or null if the library finds none. */
export function parseDicom(bytes: Uint8Array): DicomItem | null {
  for (const syntax of [undefined, ...syntaxes]) {
    try {
      const options = syntax === undefined ? {} : { TransferSyntaxUID: syntax };
      const set = dicomParser.parseDicom(bytes, options);
      if (syntax === undefined || set.elements['x54000100'] !== undefined) return itemOf(set, bytes);
    } catch {
      // The next form may fit.
    }
  }
  return null;
}
