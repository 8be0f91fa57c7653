/** Signatures of reports, and the certificate of a center, in English. */
export const texts = {
  signed: 'Signed by {{name}}',
  title: 'Signature',
  meaning: 'Meaning',
  by: 'Signed by',
  at: 'Signed at',
  certificate: 'Certificate',
  issuer: 'Issued by',
  'self-made': 'The center itself',
  until: 'valid until {{date}}',
  fingerprint: 'Fingerprint (SHA-256)',
  sha256: 'Signed bytes (SHA-256)',
  proving: 'Proving the signature …',
  'proof.valid': 'Signature valid. Nothing in the file has changed since.',
  'proof.intact': 'Nothing in the file has changed since it was signed.',
  'proof.broken': 'The file is not the one that was signed.',
  'seal.certificate':
    'The file bears the center’s electronic signature (PAdES). Any reader of PDFs shows it.',
  'seal.none':
    'The center has no certificate: the signature stands in this product’s records, not in the file.',
  'seal.expired':
    'The center’s certificate has expired: the signature stands in this product’s records, not in the file.',
  'seal.not-yet':
    'The center’s certificate is not valid yet: the signature stands in this product’s records, not in the file.',
  'seal.unreadable':
    'The key of the center’s certificate cannot be read here: the signature stands in this product’s records, not in the file.',
  'seal.foreign':
    'The file was not made here and stays as it came: the signature stands in this product’s records, not in the file.',
  'you-sign': 'By signing you declare',
  with: 'Signed with the certificate of {{subject}}.',
  'with-expiring': 'Signed with the certificate of {{subject}}, which expires on {{date}}.',
  'center.title': 'Certificate for signing reports',
  'center.none': 'No certificate. Reports are signed in this product’s records only.',
  'center.add': 'Add a certificate',
  'center.replace': 'Replace',
  'center.remove': 'Remove',
  'center.remove.title': 'Remove the certificate?',
  'center.remove.message':
    'Its key is deleted. What was signed with it stays valid; reports signed from now on bear no electronic signature.',
  'center.added': 'added by {{name}}, {{date}}',
  'center.removed': 'removed by {{name}}, {{date}}',
  'center.earlier': 'Earlier certificates',
  'center.unreadable':
    'Its key was sealed by another installation and cannot be read here. Add the certificate again.',
  'state.valid': 'Valid',
  'state.expiring_one': 'Expires in {{count}} day',
  'state.expiring_other': 'Expires in {{count}} days',
  'state.expired': 'Expired',
  'state.not-yet': 'Not valid yet',
  file: 'File (.p12, .pfx)',
  'file.choose': 'Choose a file',
  'file.none': 'No file chosen',
  'file.note': 'A PKCS#12 file with the certificate, its private key and the certificates that issued it.',
  'file.large': 'A file of at most 60 kB, please.',
  password: 'Password of the file',
  'password.note': 'Opens the file once. It is not kept.',
} as const;
