import type { I18nProvider } from 'react-admin';
import type { Verb } from '#contract/collection.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Access, isPermission } from '#contract/permissions.ts';
import { collectionOf } from '#contract/records.ts';
import { errors as russianErrors } from '#i18n/ru/errors.ts';
import { translator } from '#i18n/translate.ts';
import { createAuthProvider } from '#providers/authProvider.ts';
import { createQueryClient } from '#providers/cache/queryClient.ts';
import { createQueues } from '#providers/cache/queues.ts';
import { createUndoQueue } from '#providers/cache/undo.ts';
import { createDataProvider } from '#providers/dataProvider.ts';
import { createFormAutosave } from '#providers/forms/formAutosave.ts';
import { createUnsaved } from '#providers/forms/unsaved.ts';
import { createApi } from '#providers/http/http.ts';
import { isReachable } from '#providers/http/isReachable.ts';
import { createStaleBundle } from '#providers/http/staleBundle.ts';
import { createRuns } from '#providers/jobs/runs.ts';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';
import { STORED_LOCALE } from '#providers/locale/LocaleSwitch.tsx';
import { createRealtime } from '#providers/realtime/realtime.ts';
import type { Translate } from '#providers/reporting/notices.ts';
import { createActAs } from '#providers/session/actAs.ts';
import { openPreferences } from '#providers/session/preferencesStore.ts';
import { createProfileStore } from '#providers/session/profile.ts';
import type { Session } from '#providers/session/session.ts';
import { createSessionEnd } from '#providers/session/sessionEnd.ts';
import { config } from './config.ts';
import { reporter } from './reporter.ts';

/** Everything that does input and output for the screens, made once per document. */
export type Services = NonNullable<Awaited<ReturnType<typeof createServices>>>;

/** What the document gives to the application in it. */
interface Surroundings {
  session: Session;
  /** The socket service's origin (§7); empty for the page's own. */
  socketUrl: string;
  /** Leaves the document for a page, this one included, so that no cached data survives. */
  leaveFor: (path: string) => void;
}

/** Makes the services of a signed-in person; null when the profile cannot be had (§8: its failure yields false). */
export const createServices = async ({ session, socketUrl, leaveFor }: Surroundings) => {
  const storage = window.localStorage;
  const queryClient = createQueryClient();
  const undo = createUndoQueue(window, queryClient);
  const { isLeaving } = undo;
  const api = createApi({ baseUrl: config.apiBase, session, report: reporter.report, isLeaving });
  const profile = createProfileStore({ api, storage, userId: session.userId });
  const i18nLoading = createI18nProvider();
  // By the token's word who it is they are open by the time the profile has come.
  const inToken = Number(session.userId());
  const preferences = openPreferences(inToken);
  // What the person may do is this visit's word; the last one's stands in where the server cannot be reached.
  const person = (await profile.load()) || (session.isSignedIn() && profile.current());
  if (!person) return null;
  const [i18nProvider, store] = await Promise.all([
    i18nLoading,
    person.id === inToken ? preferences : openPreferences(person.id),
  ]);
  store.setItem(STORED_LOCALE, i18nProvider.getLocale());
  const realtime = createRealtime({
    url: socketUrl,
    token: async () => (await api(endpoints.auth.socketToken)).token,
    profile,
    log: reporter.log,
  });
  realtime.on('PROFILE_CHANGE', () => void profile.reload());
  // What react-admin keeps of the person and their rights.
  profile.onChange(() => void queryClient.invalidateQueries({ queryKey: ['auth'] }));
  const unsaved = createUnsaved(window);
  // Missing on plain http under a name that is not localhost.
  const locks = navigator.locks as LockManager | undefined;
  const formAutosave = createFormAutosave({ owner: ownerOf(session, person.id), page: window, locks });
  const sessionEnd = createSessionEnd({ session, profile, realtime, unsaved, undo, storage, leaveFor });
  const authProvider = createAuthProvider({ session, profile, sessionEnd, accessOf });
  const staleBundle = createStaleBundle({ unsaved, storage: window.sessionStorage, leaveFor, isReachable });
  const actAs = createActAs({ api, session, profile, unsaved, undo, leaveFor });
  const translate = errorTranslator(i18nProvider);
  const runs = createRuns({ api, client: queryClient, realtime, translate });
  const dataProvider = createDataProvider(api, translate);
  const queues = createQueues(window.sessionStorage, String(person.id));
  return {
    api,
    profile,
    i18nProvider,
    store,
    realtime,
    unsaved,
    formAutosave,
    sessionEnd,
    actAs,
    staleBundle,
    authProvider,
    runs,
    dataProvider,
    queryClient,
    undo,
    queues,
    reporter,
  };
};

/** The texts of failures in the person's language; in Russian where a catalogue lacks one. */
const errorTranslator = ({ translate }: I18nProvider): Translate => {
  const spare = translator('ru', russianErrors);
  return (key, values) => translate(`errors.${key}`, values) || spare(key, values);
};

/** Whose unsaved work it is: what somebody types as another user is theirs, and not that user's. */
const ownerOf = ({ actorId }: Session, userId: number): string => [actorId(), userId].filter(Boolean).join(':');

/** react-admin's actions in the words of the contract. */
const verbs: Record<string, Verb> = {
  list: 'list',
  show: 'read',
  edit: 'update',
  create: 'create',
  delete: 'remove',
  export: 'list',
};

/** Which rule of the contract guards an action: on a resource, or a permission by its slug; an unknown one is closed. */
const accessOf = (resource: string, action: string): Access | undefined => {
  if (isPermission(action)) return [action];
  const verb = verbs[action];
  return verb && collectionOf(resource).access[verb];
};
