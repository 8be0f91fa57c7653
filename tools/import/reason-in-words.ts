/** Explains why a file could not be read, as a line for the user of the command. */
import type { FormatFault, FormatRefusal } from '@rhythmdesk/ecg/formats/parsed';

const words: Partial<Record<FormatFault, string>> = {
  'file/unknown-format':
    'no recording format that is read here (WFDB, EDF, BDF, ISHNE, SCP-ECG, DICOM, aECG)',
  'file/several-recordings': 'two recordings at once',
  'file/no-signal': 'holds no ECG signal',
  'wfdb/file-missing': 'its signal file is missing',
  'wfdb/segments': 'a record of several segments: import the segments',
  'wfdb/signal-format': 'a WFDB signal format that is not read here',
  'trace/sampling-hz': 'sampled below 50 or above 2000 times a second',
  'trace/too-long': 'longer than thirty days',
  'dicom/unreadable': 'no DICOM file that can be taken apart',
  'dicom/no-waveform': 'DICOM without a waveform in volts',
  'dicom/syntax': 'DICOM in a compressed or big-endian form',
  'aecg/unreadable': 'no well-formed XML',
  'aecg/no-waveform': 'aECG without a rhythm in volts',
};

/** Returns the text for a code if there is one, with the code and its details in brackets. */
export function reasonInWords({ code, detail }: FormatRefusal): string {
  const facts = Object.entries(detail).map(([key, fact]) => ` ${key}=${String(fact)}`);
  return `${words[code] ?? 'cannot be read'} [${code}${facts.join('')}]`;
}
