import { listResourcesWith, type ResourceWith } from './records.ts';

/** Resources with presence tracking: users are notified when someone else saves the record they are editing. */
export const editedResources = listResourcesWith('presence');
export type EditedResource = ResourceWith<'presence'>;

const CHANNEL_PREFIX = 'editing:';

/**
 * The presence channel of a record, or null when the resource has no presence. A form subscribes while it has unsaved
 * changes. The channel carries no messages: the subscription itself is the signal.
 */
export const getEditingChannel = (resource: string, id: number): string | null =>
  editedResources.some(editedResource => editedResource === resource) ? `${CHANNEL_PREFIX}${resource}:${id}` : null;

export const parseEditingChannel = (name: string): { resource: EditedResource; id: number } | null => {
  const [, resource, id] = /^editing:([\w/-]+):([1-9]\d{0,8})$/.exec(name) ?? [];
  const editedResource = editedResources.find(candidate => candidate === resource);
  return editedResource ? { resource: editedResource, id: Number(id) } : null;
};
