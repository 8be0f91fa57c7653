/**
 * The address of the page that draws this. It stays the page's own while the router already moves to the next one
 * and the page still stands, so that nothing it keeps or passes on then bears the next page's address.
 */
import { useLocation, useMatch } from '@tanstack/react-router';
import { useState } from 'react';

export function usePageLocation(): ReturnType<typeof useLocation> {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const location = useLocation();
  const [own, setOwn] = useState(location);
  if (location.pathname !== pathname) return own;
  if (location !== own) setOwn(location);
  return location;
}
