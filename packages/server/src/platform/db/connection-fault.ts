/** Recognises faults that mean a temporary outage of the database, as at a restart, a failover or a full disk. */

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** Classes of SQLSTATE: no connection, disk full, too many connections, shutting down, crashed or still starting. */
const states = /^(08\w{3}|53100|53300|57P\d\d)$/;
/** node-postgres gives these faults no code. */
const words =
  /connection (terminated|timeout)|query read timeout|timeout (exceeded when trying to connect|expired)|terminated unexpectedly|not queryable|client was closed/i;

function codeOf(fault: Error): string {
  return 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
}

/** ENOENT is a missing socket only if it comes from connecting; otherwise it is a missing file. */
function isOfSystem(fault: Error): boolean {
  const syscall = 'syscall' in fault ? fault.syscall : undefined;
  const code = codeOf(fault);
  return code === 'ENOENT' ? syscall === 'connect' : systemCodes.has(code) && syscall !== undefined;
}

/** Also finds a fault that drizzle wrapped. */
export function isConnectionFault(fault: unknown): boolean {
  for (let at = fault, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (isOfSystem(at) || states.test(codeOf(at)) || words.test(at.message)) return true;
  }
  return false;
}
