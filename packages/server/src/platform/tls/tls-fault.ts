/** Recognises why a connection by TLS failed, and says it in plain words. */

const ofNetwork = /^E(CONN|HOST|NET|NOTFOUND|TIMEDOUT|AI_AGAIN|PIPE)/;

/** The codes of Node, of OpenSSL's handshake, and of its check of certificates. */
const ofTls =
  /CERT|TLS|SSL|SELF_SIGNED|ALERT|EPROTO|VERIFY|CRL|ISSUER|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/i;

export const isTlsCode = (code: string): boolean => !ofNetwork.test(code) && ofTls.test(code);

/** Patterns of codes and messages in capitals, with underscores instead of spaces; the first that matches counts. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/ALERT\w*(CERT|UNKNOWN_CA)/, 'It does not accept the certificate of this installation'],
  [/CERT_HAS_EXPIRED/, 'Its certificate has expired'],
  [/CERT_NOT_YET_VALID/, 'Its certificate is not valid yet'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'Its certificate is for another name'],
  [/SELF_SIGNED|LEAF_SIGNATURE|ISSUER_CERT|CERT_UNTRUSTED/, 'Its certificate is from no trusted authority'],
  [/NOT_RETURN_A_CERTIFICATE/, 'It shows no certificate'],
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST/, 'It does not use TLS'],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|NO_SHARED|HANDSHAKE_FAILURE/,
    'It has no TLS version or cipher in common',
  ],
  [/HANDSHAKE_TIMEOUT/, 'It does not begin TLS'],
];

/** Returns the reason with its code, which a search finds; the code alone if the reason is not known. */
export function tlsWords(code: string, message = ''): string {
  const said = `${code} ${message}`.toUpperCase().replaceAll(/\s/g, '_');
  const words = reasons.find(([pattern]) => pattern.test(said))?.[1];
  return words === undefined ? code : `${words} (${code})`;
}
