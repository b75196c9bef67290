type LockManagerSubset = Pick<LockManager, 'request' | 'query'>;

export interface FormLocks {
  /** Marks a form as open. Returns the release function; the browser also releases it when the tab dies. */
  hold: (form: string) => () => void;
  findHeld: (forms: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Resolves when the form is closed. @throws when `signal` aborts */
  whenReleased: (form: string, signal: AbortSignal) => Promise<void>;
}

const LOCK_PREFIX = 'vitrina.form.';

/**
 * Uses Web Locks, because the browser releases them no matter how a tab ends. Without them (on plain http, unless the
 * host is localhost) every form counts as closed.
 */
export const createFormLocks = (locks: LockManagerSubset | undefined): FormLocks => ({
  hold: form => {
    let end = (): void => undefined;
    const whenEnded = new Promise<void>(resolve => {
      end = resolve;
    });
    // A browser that denies locks, for example in a sandboxed frame, is treated like a browser without locks.
    locks?.request(LOCK_PREFIX + form, () => whenEnded).catch(() => undefined);
    return end;
  },
  findHeld: async forms => {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    const names = new Set(held.map(({ name }) => name));
    return new Set(forms.filter(form => names.has(LOCK_PREFIX + form)));
  },
  whenReleased: async (form, signal) => {
    await locks?.request(LOCK_PREFIX + form, { mode: 'shared', signal }, () => undefined);
  },
});
