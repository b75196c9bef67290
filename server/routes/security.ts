import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { readEvents, readPeople } from '../security/readEvents.ts';

export const securityHandlers = ({ db }: Deps): Handlers['security'] => ({
  list: ({ query }) => readEvents(db, query),
  people: () => readPeople(db),
});
