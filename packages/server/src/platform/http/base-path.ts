/**
 * Removes the path under which the product is installed from the address of a request. Routes do not know it. A proxy may
 * also have removed it; an address without it is served alike.
 */
export function withoutBasePath(base_path: string, address: string): string {
  if (base_path === '' || !address.startsWith(base_path)) return address;
  const rest = address.slice(base_path.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : address;
}
