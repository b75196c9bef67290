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
 * Uses Web Locks, because the browser releases them however a tab ends. Without them (plain http on a host other than
 * localhost) every form counts as closed.
 */
export const createFormLocks = (locks: LockManagerSubset | undefined): FormLocks => ({
  hold: form => {
    let end = (): void => undefined;
    const whenEnded = new Promise<void>(resolve => {
      end = resolve;
    });
    // Treated as a browser without locks, because one may deny them, e.g. in a sandboxed frame.
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
