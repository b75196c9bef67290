import { createContext, useContext } from 'react';
import type { RecordQueues } from './cache/queues.ts';
import type { UndoQueue } from './cache/undo.ts';
import type { WrittenBatches } from './cache/writtenBatches.ts';
import type { FormAutosave } from './forms/formAutosave.ts';
import type { UnsavedForms } from './forms/unsavedForms.ts';
import type { Api } from './http/http.ts';
import type { StaleBundle } from './http/staleBundle.ts';
import type { RunStores } from './jobs/runs.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Reporter } from './reporting/reporter.ts';
import type { ActAs } from './session/actAs.ts';
import type { ProfileStore } from './session/profile.ts';
import type { SessionEnd } from './session/sessionEnd.ts';

/**
 * Services with side effects (network, storage, socket), created once per document and injected so that tests can
 * replace them.
 */
export interface Services {
  api: Api;
  profile: ProfileStore;
  realtime: Realtime;
  runs: RunStores;
  unsavedForms: UnsavedForms;
  formAutosave: FormAutosave;
  sessionEnd: SessionEnd;
  staleBundle: StaleBundle;
  actAs: ActAs;
  queues: RecordQueues;
  undo: UndoQueue;
  written: WrittenBatches;
  reporter: Reporter;
}

/** Partial, so that a test provides only the services that its component uses. */
export const ServicesContext = createContext<Partial<Services> | null>(null);

/** @throws if no provider above the component supplies the service */
export const useService = <Name extends keyof Services>(name: Name): Services[Name] => {
  const service = useContext(ServicesContext)?.[name];
  if (!service) throw new Error(`"${name}" must be used below a <ServicesContext> that has it`);
  return service as Services[Name];
};
