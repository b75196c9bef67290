import { createContext, forwardRef, type RefObject, use, useCallback } from 'react';
import { type RouterProvider, reactRouterProvider } from 'react-admin';
import { Link, type LinkProps, type To } from 'react-router-dom';
import { useService } from '#providers/ServicesContext.ts';
import { fromReactAdminPath } from '../engine/resourcePaths.ts';
import { resolveOpenPath } from '../form/editorPaths.ts';
import { useFormBlocker } from './LeaveGuard.tsx';

/**
 * Maps react-admin's default addresses to those of §2, with a tab that the user may open. Uses the profile directly,
 * because react-admin's permission hooks navigate through this router.
 */
const useResolvedAddress = (): ((to: To) => To) => {
  const profile = useService('profile');
  return useCallback(
    to => {
      const visitor = { role: profile.current()?.role.slug ?? '', can: profile.can };
      const toOpenPath = (path: string): string => resolveOpenPath(fromReactAdminPath(path), visitor);
      if (typeof to !== 'string') return to.pathname ? { ...to, pathname: toOpenPath(to.pathname) } : to;
      const [path = '', ...rest] = to.split(/(?=[?#])/);
      return toOpenPath(path) + rest.join('');
    },
    [profile],
  );
};

const ResolvedLink = forwardRef<HTMLAnchorElement, LinkProps>(({ to, ...props }, ref) => (
  <Link ref={ref} to={useResolvedAddress()(to)} {...props} />
));

/** True while a screen must not navigate. */
export const StayContext = createContext<Readonly<RefObject<boolean>>>({ current: false });

/** react-router, adapted for stock screens: their links and leave warnings follow our rules. */
export const stockRouter: RouterProvider = {
  ...reactRouterProvider,
  Link: ResolvedLink as RouterProvider['Link'],
  useNavigate: () => {
    const navigate = reactRouterProvider.useNavigate();
    const resolveAddress = useResolvedAddress();
    const mustStay = use(StayContext);
    return useCallback(
      (to, options) => {
        if (mustStay.current) return;
        if (typeof to === 'number') navigate(to);
        else navigate(resolveAddress(to), options);
      },
      [navigate, resolveAddress, mustStay],
    );
  },
  useBlocker: useFormBlocker,
};
