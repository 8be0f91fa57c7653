// @ts-check
/** Explains npm's failures and says what to do. */

/** @type {{ sign: RegExp, advice: string }[]} first match wins */
const known = [
  {
    sign: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/,
    advice:
      'npm could not reach the package registry. Check the network (or the proxy and registry in your npm settings) and run the command again.',
  },
  {
    sign: /\b(EACCES|EPERM|EROFS)\b/,
    advice:
      'This user may not write into the checkout (or into npm’s cache). Use your own checkout, or ask its owner to run “npm ci” once.',
  },
  { sign: /\bENOSPC\b/, advice: 'The disk is full: the packages need about 1 GB.' },
  {
    sign: /\bENOENT\b.*\bnpm\b|\bnpm\b.*\bENOENT\b/,
    advice: 'npm was not found. It comes with Node: https://nodejs.org',
  },
  {
    sign: /\b(EUSAGE|in sync)\b/,
    advice:
      'package.json and package-lock.json disagree. After a change of a dependency run “npm install” and commit both files.',
  },
];

/** @param {string} errors what npm wrote @returns {string} */
export function explainFailure(errors) {
  const advice = known.find(({ sign }) => sign.test(errors))?.advice ?? 'npm ci failed.';
  const tail = errors.trim().split('\n').slice(-12).join('\n');
  return `The packages could not be installed. ${advice}${tail === '' ? '' : `\n\n${tail}`}`;
}
