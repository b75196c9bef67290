import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { markReady } from '#ui/readyPages.ts';

/** Beside a page, below what stands in for it: it comes to its effect once the page was drawn. */
export const Drawn = () => {
  const { pathname } = useLocation();
  useEffect(() => markReady(pathname), [pathname]);
  return null;
};
