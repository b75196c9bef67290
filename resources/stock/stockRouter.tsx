import { forwardRef, useCallback } from 'react';
import { type RouterProvider, reactRouterProvider } from 'react-admin';
import { Link, type LinkProps, type To } from 'react-router-dom';
import { fromReactAdminAddress } from '../engine/addresses.ts';
import { useFormBlocker } from './LeaveGuard.tsx';

/** Maps react-admin's default addresses to those of §2. */
const own = (to: To): To => {
  if (typeof to !== 'string') return to.pathname ? { ...to, pathname: fromReactAdminAddress(to.pathname) } : to;
  const [path = '', ...rest] = to.split(/(?=[?#])/);
  return fromReactAdminAddress(path) + rest.join('');
};

const OwnLink = forwardRef<HTMLAnchorElement, LinkProps>(({ to, ...props }, ref) => (
  <Link ref={ref} to={own(to)} {...props} />
));

/** react-router, adapted for stock screens: their links and leave warnings follow our rules. */
export const stockRouter: RouterProvider = {
  ...reactRouterProvider,
  Link: OwnLink as RouterProvider['Link'],
  useNavigate: () => {
    const navigate = reactRouterProvider.useNavigate();
    return useCallback(
      (to, options) => (typeof to === 'number' ? navigate(to) : navigate(own(to), options)),
      [navigate],
    );
  },
  useBlocker: useFormBlocker,
};
