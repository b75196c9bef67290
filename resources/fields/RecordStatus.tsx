import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useOptionLabel } from './options.tsx';

/** @param of the resource, when it differs from that of the surrounding screen */
export const RecordStatus = ({ status, of: resource }: { status: string; of?: string | undefined }) => (
  <StatusBadge status={status} label={useOptionLabel(resource)(status)} />
);
