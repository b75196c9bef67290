import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { readEvents, readPeople } from '../security/readEvents.ts';

export const securityHandlers = ({ db }: ServerDeps): Handlers['security'] => ({
  list: ({ query }) => readEvents(db, query),
  people: () => readPeople(db),
});
