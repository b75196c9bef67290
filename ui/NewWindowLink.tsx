import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Opens in a new window, so that an open dialog and unsaved edits are not lost. */
export const NewWindowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} target="_blank" rel="noopener">
    {children}
  </Link>
);
