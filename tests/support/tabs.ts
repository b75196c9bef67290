import { createSession, type Session } from '#providers/session/session.ts';
import { createSessionCalls, type SessionCalls } from '#providers/session/sessionCalls.ts';

/** A tab as the session sees it: its view of shared storage, the events from other tabs, the shared locks. */
export interface Tab {
  storage: Storage;
  tab: EventTarget;
  locks: Pick<LockManager, 'request'>;
}

export interface Browser {
  openTab: () => Tab;
  /** Whether every write has reached every tab. */
  isSettled: () => boolean;
}

interface View {
  values: Map<string, string>;
  /** Writes that the browser has not confirmed; until then the tab reads its own value. */
  pending: Map<string, number>;
  hear: (key: string, value: string | null) => void;
}

/**
 * Tabs in separate processes: a write takes half of `lag` ms to reach the browser, and the other half to reach the
 * other tabs. Writes are ordered by their arrival in the browser.
 */
export const createBrowser = ({ lag = 0 }: { lag?: number } = {}): Browser => {
  const views: View[] = [];
  const locks = createLocks();
  let underWay = 0;
  const soon = (work: () => void): void => {
    underWay += 1;
    setTimeout(() => {
      work();
      underWay -= 1;
    }, lag / 2);
  };
  // Without a lag synchronous, because on a slow machine two timers in a row can fire after one of 50 ms.
  const later = (work: () => void): void => (lag > 0 ? soon(work) : work());

  const write = (from: View, key: string, value: string | null): void => {
    put(from.values, key, value);
    from.pending.set(key, (from.pending.get(key) ?? 0) + 1);
    soon(() => {
      later(() => from.pending.set(key, (from.pending.get(key) ?? 1) - 1));
      for (const view of views.filter(other => other !== from)) later(() => hearOf(view, key, value));
    });
  };
  const hearOf = (view: View, key: string, value: string | null): void => {
    if (!view.pending.get(key)) put(view.values, key, value);
    view.hear(key, value);
  };
  return {
    isSettled: () => underWay === 0,
    openTab: () => {
      const tab = new EventTarget();
      const view: View = { values: new Map(views[0]?.values), pending: new Map(), hear: () => undefined };
      const storage = storageOf(view.values, (key, value) => write(view, key, value));
      view.hear = (key, newValue) =>
        void tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: storage }));
      views.push(view);
      return { storage, tab, locks };
    },
  };
};

const put = (values: Map<string, string>, key: string, value: string | null): void => {
  if (value === null) values.delete(key);
  else values.set(key, value);
};

const storageOf = (values: Map<string, string>, write: (key: string, value: string | null) => void): Storage => ({
  get length() {
    return values.size;
  },
  key: at => [...values.keys()][at] ?? null,
  getItem: key => values.get(key) ?? null,
  setItem: write,
  removeItem: key => write(key, null),
  clear: () => {
    for (const key of values.keys()) write(key, null);
  },
});

type Work = (lock: Lock | null) => Promise<unknown>;
interface Waiting {
  name: string;
  work: Work;
  done: (outcome: Promise<unknown>) => void;
  fail: (reason: Error) => void;
}

/** Web Locks: one holder per name, the others wait in order of arrival. */
const createLocks = (): Tab['locks'] => {
  const holders = new Map<string, Waiting>();
  const queue: Waiting[] = [];
  const next = (name: string): void => {
    const at = queue.findIndex(waiting => waiting.name === name);
    const [waiting] = at < 0 || holders.has(name) ? [] : queue.splice(at, 1);
    if (waiting) enter(waiting);
  };
  const enter = (waiting: Waiting): void => {
    holders.set(waiting.name, waiting);
    const outcome = Promise.resolve().then(() => waiting.work({ name: waiting.name, mode: 'exclusive' }));
    waiting.done(outcome);
    const leave = (): void => {
      if (holders.get(waiting.name) !== waiting) return;
      holders.delete(waiting.name);
      next(waiting.name);
    };
    outcome.then(leave, leave);
  };
  const request = (name: string, options: LockOptions, work: Work): Promise<unknown> =>
    new Promise((done, fail) => {
      const waiting: Waiting = { name, work, done, fail };
      const holder = holders.get(name);
      if (options.ifAvailable && holder) return done(work(null));
      if (options.steal) {
        holder?.fail(new DOMException('the lock was taken away', 'AbortError'));
        return enter(waiting);
      }
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return;
        queue.splice(at, 1);
        fail(options.signal?.reason as Error);
      });
      queue.push(waiting);
      next(name);
    });
  return { request: request as LockManager['request'] };
};

/** A session in a tab, with a record of its requests. */
export const createTabSession = (
  baseUrl: string,
  { locks, ...tab }: Tab,
  options: { hasLocks?: boolean; calls?: Partial<SessionCalls> } = {},
): { session: Session; refreshes: string[] } => {
  const refreshes: string[] = [];
  const calls = { ...createSessionCalls(baseUrl), ...options.calls };
  const refresh: SessionCalls['refresh'] = token => {
    refreshes.push(token);
    return calls.refresh(token);
  };
  const own = { ...tab, calls: { ...calls, refresh }, locks: options.hasLocks === false ? undefined : locks };
  return { session: createSession(own), refreshes };
};
