import { type OwnResource, ownResources } from '#contract/records.ts';

/** False for a resource of an earlier build, which old events may still name. */
export const isOwnResource = (resource: string): resource is OwnResource =>
  ownResources.some(name => name === resource);
