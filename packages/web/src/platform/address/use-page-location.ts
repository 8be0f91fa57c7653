/**
 * Returns the address of the page that calls this. It does not change while the router already moves to the next page
 * and this page is still shown, so that nothing it stores or passes on gets the next page's address.
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
