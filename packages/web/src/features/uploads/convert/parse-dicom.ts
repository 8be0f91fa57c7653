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

/** Returns the file's data set, or null if the library finds none. */
export function parseDicom(bytes: Uint8Array): DicomItem | null {
  try {
    return itemOf(dicomParser.parseDicom(bytes), bytes);
  } catch {
    return null;
  }
}
