import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useOptionLabel } from './options.tsx';

/** @param resource the resource, if it differs from the resource of the surrounding screen */
export const RecordStatus = ({ status, resource }: { status: string; resource?: string | undefined }) => (
  <StatusBadge status={status} label={useOptionLabel(resource)(status)} />
);
