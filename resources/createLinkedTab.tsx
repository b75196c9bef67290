import type { ComponentType } from 'react';
import type { ResourceName } from '#contract/records.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import type { LinkEndpointSet } from './links/useLinks.ts';

const LinkedRecords = lazyScreen(() => import('./links/LinkedRecords.tsx').then(module => module.LinkedRecords));

export const createLinkedTab = (
  resource: ResourceName,
  field: string,
  linkedResource: ResourceName,
  calls: LinkEndpointSet,
): ComponentType => {
  const Tab = () => <LinkedRecords link={{ resource, field, calls }} linkedResource={linkedResource} />;
  return Tab;
};
