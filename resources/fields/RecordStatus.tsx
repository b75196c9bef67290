import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useOptionLabel } from './options.tsx';

/** @param resource the resource, when it differs from that of the surrounding screen */
export const RecordStatus = ({ status, resource }: { status: string; resource?: string | undefined }) => (
  <StatusBadge status={status} label={useOptionLabel(resource)(status)} />
);
