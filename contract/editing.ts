import { type ResourceWith, resourcesWith } from './records.ts';

/** Resources whose open forms are known, so that people are told when somebody else saves what they are editing. */
export const editedResources = resourcesWith('presence');
export type EditedResource = ResourceWith<'presence'>;

const PREFIX = 'editing:';

/** The channel that a form holds while something in it is unsaved; null where nobody keeps who edits. Nothing is said on it: to be on it is to edit. */
export const editingChannel = (resource: string, id: number): string | null =>
  (editedResources as readonly string[]).includes(resource) ? `${PREFIX}${resource}:${id}` : null;

/** The record of such a channel; null for any other name. */
export const recordOfChannel = (name: string): { resource: EditedResource; id: number } | null => {
  const [, resource, id] = /^editing:([\w/-]+):([1-9]\d{0,8})$/.exec(name) ?? [];
  const known = editedResources.find(one => one === resource);
  return known ? { resource: known, id: Number(id) } : null;
};
